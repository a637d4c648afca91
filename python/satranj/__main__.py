"""The program: ``python -m satranj`` and the script ``satranj``."""

from __future__ import annotations

import signal
import sys

from . import _satranj


def main() -> None:
    """Runs the command line of this process."""
    # The program ends by itself on Ctrl-C, with its document.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    code = _satranj.main(["satranj", *sys.argv[1:]])
    sys.stdout.flush()
    sys.exit(code)


if __name__ == "__main__":
    main()
