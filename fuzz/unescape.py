"""Writes each line of a file of inputs, escaped as in Rust's byte strings, as a file of a folder."""

import pathlib
import sys

lines, folder = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
for number, line in enumerate(lines.read_text("ascii").splitlines()):
    data = line.encode("ascii").decode("unicode_escape").encode("latin-1")
    (folder / f"input-{number}").write_bytes(data)
