"""A folder that is served, and the playground in it, opened in a browser and watched."""

import functools
import http.server
import threading

from playwright.sync_api import expect

# Milliseconds. The machine may be busy; what is measured is printed.
PATIENCE = 60_000


class Quiet(http.server.SimpleHTTPRequestHandler):
    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".wasm": "application/wasm",
        ".js": "text/javascript",
    }

    def log_message(self, *words):
        pass

    def send_head(self):
        # A file that is written twice in a second keeps its date, and the browser would keep the first one.
        del self.headers["If-Modified-Since"]
        return super().send_head()


def serving(folder, port=0):
    """A server of a folder, and its address."""
    server = http.server.ThreadingHTTPServer(("127.0.0.1", port), functools.partial(Quiet, directory=folder))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_address[1]}/"


def ended(server):
    """Nobody is there any more."""
    server.shutdown()
    server.server_close()


def watched(context, base, link=""):
    """A page, and the list of what must not happen on it."""
    page, wrong = context.new_page(), []
    page.set_default_timeout(PATIENCE)
    page.on("console", lambda said: said.type in ("error", "warning") and wrong.append(said.text))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("dialog", lambda dialog: (wrong.append("a dialog: " + dialog.message), dialog.dismiss()))
    page.on("request", lambda asked: asked.url.startswith((base, "blob:" + base, "data:")) or wrong.append(asked.url))
    page.goto(base + link)
    ready(page)
    return page, wrong


def ready(page):
    expect(page.locator("#title")).not_to_have_text("Loading…", timeout=PATIENCE)
    expect(page.locator("#solve")).to_be_enabled(timeout=PATIENCE)


def anew(page, address):
    """Opens the page as for the first time, with the module that it begins with."""
    page.goto(address)
    page.reload()
    ready(page)


def told(page, text):
    expect(page.locator("#told")).to_contain_text(text, timeout=PATIENCE)


def square(page, name):
    return page.locator(f"[data-square={name}]")
