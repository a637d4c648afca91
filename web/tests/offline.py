"""The page without a network: what was opened once goes on, and what cannot go on says why."""

import shutil

from playwright.sync_api import expect

from opened import PATIENCE, ended, ready, serving, told, watched

QUEENS = "#puzzle=queens&board=8x8"
# What the browser and its driver say of requests that nobody answers, and of a service worker that is not allowed.
BROWSER = ("Failed to load resource", "Service Worker registration blocked")
# A promise, for the page forbids what `wait_for_function` does.
UNTIL = "async () => { while (!(%s)) await new Promise((next) => setTimeout(next, 50)); }"


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
    """A page of a new build comes with the next visit, and what was kept of the old one goes."""
    kept = "caches.keys().then((names) => names.join())"
    shutil.copytree(folder, copy, dirs_exist_ok=True)
    server, base = serving(copy)
    context = browser.new_context()
    page, wrong = watched(context, base)
    controlled(page)
    before = page.evaluate(kept)
    (copy / "index.html").write_text((copy / "index.html").read_text().replace("<h1>Satranj</h1>", "<h1>Renewed</h1>"))
    script = copy / "offline.js"
    script.write_text(script.read_text().replace('const VERSION = "', 'const VERSION = "new-', 1))
    page.reload()
    ready(page)
    expect(page.locator("h1")).to_have_text("Renewed")
    page.evaluate(UNTIL % f"await {kept}.then((names) => names !== {before!r} && !names.includes(','))")
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
