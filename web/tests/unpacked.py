"""An archive of the playground after it was unpacked: each file that the page keeps is there with its hash, no other is,
and the page solves a puzzle in Chromium. Usage: unpacked.py FOLDER
"""

import base64
import hashlib
import pathlib
import re
import shutil
import sys

from playwright.sync_api import sync_playwright

from opened import serving, told, watched


def main(folder):
    kept = re.findall(r'^  "(.*)": "sha256-(.*)",$', (folder / "offline.js").read_text(), re.MULTILINE)
    for name, hash in kept:
        content = (folder / ("index.html" if name == "./" else name)).read_bytes()
        assert base64.b64encode(hashlib.sha256(content).digest()).decode() == hash, name
    names = {name for name, _ in kept}
    assert {file.name for file in folder.iterdir()} == names - {"./"} | {"offline.js"}
    _, base = serving(folder)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        page, wrong = watched(browser.new_context(), base)
        page.locator("#solve").click()
        told(page, "solved, verified")
        assert not wrong, wrong
        browser.close()
    print(f"the playground has its {len(names)} files, and solves")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
