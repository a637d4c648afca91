"""The page without a network: what was opened once goes on, and what cannot go on says why."""

import pathlib
import shutil
import subprocess

from playwright.sync_api import expect

from opened import PATIENCE, ended, ready, serving, told, watched

QUEENS = "#puzzle=queens&board=8x8"
# What the browser and its driver say of requests that nobody answers, and of a service worker that is not allowed.
BROWSER = ("Failed to load resource", "Service Worker registration blocked", "Failed to find a valid digest")
# A promise, for the page forbids what `wait_for_function` does.
UNTIL = "async () => { while (!(%s)) await new Promise((next) => setTimeout(next, 50)); }"

CACHES = "caches.keys().then((names) => names.join())"
# Asks for a new build; the state in which it ends.
UPDATED = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  const { installing, waiting } = await registration.update();
  const worker = installing ?? waiting;
  while (worker.state === "installing") await new Promise((next) => worker.addEventListener("statechange", next, { once: true }));
  return worker.state;
}"""


def controlled(page):
    """Waits for the service worker."""
    page.evaluate(UNTIL % "navigator.serviceWorker.controller")


def not_of_the_browser(wrong):
    return [said for said in wrong if not any(words in said for words in BROWSER)]


def works_offline(browser, folder):
    """With a service worker: all that the page has, and the page itself opened again."""
    server, base = serving(folder)
    context = browser.new_context()
    page, wrong = watched(context, base, QUEENS)
    controlled(page)
    ended(server)
    page.locator("#count").click()
    told(page, "92 solutions")
    page.locator("#solve").click()
    told(page, "solved, verified")
    page.locator("#verify").click()
    expect(page.locator("#checked")).to_contain_text("the solution is right", timeout=PATIENCE)
    page.reload()
    ready(page)
    page.locator("#count").click()
    told(page, "92 solutions")
    other = context.new_page()
    other.goto(base)
    ready(other)
    other.locator("#solve").click()
    told(other, "solved, verified")
    context.close()
    return not_of_the_browser(wrong)


def is_renewed(browser, folder, copy):
    """A new build comes whole: not while it is put there, not into a page that is open, but with a later visit."""
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    server, base = serving(copy)
    context = browser.new_context()
    page, wrong = watched(context, base, QUEENS)
    controlled(page)
    before = page.evaluate(CACHES)
    # A build of which one file is there and the list is not: nothing of it is kept.
    index = copy / "index.html"
    index.write_text(index.read_text().replace("<h1>Satranj</h1>", "<h1>Renewed</h1>"))
    script = copy / "offline.js"
    script.write_text(script.read_text().replace('const VERSION = "', 'const VERSION = "new-', 1))
    assert page.evaluate(UPDATED) == "redundant"
    assert page.evaluate(CACHES) == before
    # The whole build, whose module this page could not use.
    (copy / "whole_bg.wasm").write_bytes(b"of another build")
    subprocess.run([pathlib.Path(__file__).parent.parent / "keep", copy], check=True)
    assert page.evaluate(UPDATED) == "installed"
    expect(page.locator("h1")).to_have_text("Satranj")
    page.locator("#count").click()
    told(page, "92 solutions")
    # Not while another page of the old build is open.
    other = context.new_page()
    other.goto(base + QUEENS)
    ready(other)
    expect(other.locator("h1")).to_have_text("Satranj")
    other.close()
    # The old worker answers with a page that reloads itself, perhaps before it is loaded.
    page.reload(wait_until="commit")
    expect(page.locator("h1")).to_have_text("Renewed", timeout=PATIENCE)
    ready(page)
    page.evaluate(UNTIL % f"await {CACHES}.then((names) => names !== {before!r} && !names.includes(','))")
    ended(server)
    page.reload()
    ready(page)
    expect(page.locator("h1")).to_have_text("Renewed")
    context.close()
    return not_of_the_browser(wrong)


def says_what_is_missing(browser, folder):
    """Without a service worker: why nothing is counted, and counts once there is a network again."""
    server, base = serving(folder)
    context = browser.new_context(service_workers="block")
    page, wrong = watched(context, base, QUEENS)
    ended(server)
    page.locator("#count").click()
    told(page, "could not load the file whole_bg.wasm; check the network connection")
    page.locator("#race").click()
    told(page, "could not load")
    # What the page began with goes on.
    page.locator("#solve").click()
    told(page, "solved, verified")
    server, _ = serving(folder, server.server_address[1])
    page.locator("#count").click()
    told(page, "92 solutions")
    ended(server)
    context.close()
    return not_of_the_browser(wrong)
