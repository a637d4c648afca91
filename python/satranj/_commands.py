"""Commands: Python values in, documents or errors out."""

from __future__ import annotations

import decimal
import errno
import json
import operator
import re
import sys
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple, Type

from . import _satranj
from .errors import CheckError, ForbiddenFileError, InputError, MissingFileError, SatranjError, UsageError

Document = Dict[str, Any]

UNDECIDED = 3

Look = Callable[[int, int, int], bool]


class Progress(NamedTuple):
    """How far a run is: the steps of its search; its finished parts and all parts, 0 where it has none."""

    nodes: int
    parts_done: int
    parts: int


def look(stop: Any, progress: Optional[Callable[[Progress], object]]) -> Optional[Look]:
    """What is asked while a command runs: whether the event ``stop`` is set."""
    if stop is None and progress is None:
        return None
    if stop is not None and not callable(getattr(stop, "is_set", None)):
        raise UsageError(f"stop: a {type(stop).__name__} is not an event: give a threading.Event")

    def looked(nodes: int, done: int, parts: int) -> bool:
        if progress is not None:
            progress(Progress(nodes, done, parts))
        return stop is not None and bool(stop.is_set())

    return looked


# `compare` measures each method in its own process.
if sys.executable:
    _satranj.starts_by([sys.executable, "-m", "satranj"])


def said(told: str) -> str:
    """The error message of a command, without the program's name and usage."""
    told = told.partition("\n\nUsage:")[0].partition("\n\nFor more information")[0].strip()
    lines = [_plain(line) for line in told.splitlines()]
    return "\n".join(line for line in lines if line)


def _plain(line: str) -> str:
    for prefix in ("satranj: ", "error: ", "standard input: "):
        if line.startswith(prefix):
            line = line[len(prefix) :]
    return line.strip()


# A file, and an error of the system as Rust writes it.
_SYSTEM = re.compile(r"(?:.*: )?(.*): [^:]*\(os error (\d+)\)")

_OF_FILES: Dict[int, Type[InputError]] = {
    errno.ENOENT: MissingFileError,
    errno.EACCES: ForbiddenFileError,
    errno.EPERM: ForbiddenFileError,
}


def failure(code: int, message: str) -> SatranjError:
    """The error of an exit code, and of the system's error in the message.

    >>> failure(1, "a.dot: No such file or directory (os error 2)")
    MissingFileError('a.dot: No such file or directory (os error 2)')
    """
    system = _SYSTEM.match(message) if code == 1 else None
    if system is not None and int(system[2]) in _OF_FILES:
        return _OF_FILES[int(system[2])](message, int(system[2]), system[1])
    kinds: Dict[int, Type[SatranjError]] = {1: InputError, 2: UsageError, 4: CheckError}
    return kinds.get(code, SatranjError)(message or f"exit code {code}")


def run(words: Sequence[str], input: bytes = b"", look: Optional[Look] = None) -> Tuple[int, bytes, str]:
    """Runs a command line with a standard input; Ctrl-C ends it, and ``look`` if it returns true."""
    return _satranj.run(list(words), input, look)


def printed(words: Sequence[str], input: bytes = b"") -> bytes:
    """The output of a command.

    Raises a :class:`SatranjError` if it fails.
    """
    code, output, told = run(words, input)
    if code != 0:
        raise failure(code, said(told))
    return output


def document(
    words: Sequence[str], schema: str, input: bytes = b"", look: Optional[Look] = None
) -> Tuple[int, Document, str]:
    """A command's exit code, its document of this schema, and its messages.

    Raises a :class:`SatranjError` if the command fails, or prints anything else.
    """
    code, output, told = run([*words, "--json"], input, look)
    if not output and code != 0:
        raise failure(code, said(told))
    try:
        found = json.loads(output)
    except ValueError:
        found = None
    printed = found.get("schema") if isinstance(found, dict) else None
    if printed != schema:
        raise UsageError(_other(words, printed, schema))
    return code, found, said(told)


def _other(words: Sequence[str], printed: Any, schema: str) -> str:
    hint = "run it by `python -m satranj`, or leave out the option that asks for that"
    if printed == "satranj.batch/1":
        hint = "it has several cases, of which `case=1` asks for the first"
    command = " ".join(words)
    return f"`satranj {command}` prints {printed or 'no document'}, and this call reads {schema}: {hint}"


def json_of(value: Any) -> bytes:
    """A statement or a document as JSON; numpy numbers and arrays become Python's.

    Raises :class:`UsageError` if a part of it cannot be JSON.
    """
    try:
        return _ENCODER.encode(value).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(f"this cannot be written as JSON: {error}") from None


def _ordinary(value: Any) -> Any:
    if hasattr(value, "tolist"):
        return value.tolist()
    if isinstance(value, (set, frozenset, range)):
        return list(value)
    raise TypeError(f"{value!r} is a {type(value).__name__}")


_ENCODER = json.JSONEncoder(default=_ordinary)


def whole(name: str, value: Any) -> int:
    """A whole number of any type, for example numpy's.

    >>> whole("rows", True + 5)
    6
    >>> whole("rows", 6.5)
    Traceback (most recent call last):
        ...
    satranj.errors.UsageError: rows: 6.5 is not a whole number
    """
    try:
        return operator.index(value)
    except TypeError:
        raise UsageError(f"{name}: {value!r} is not a whole number") from None


def options(given: Dict[str, Any]) -> List[str]:
    """Options of the command line.

    >>> options({"up_to_symmetry": True, "time_limit": 2, "order": None, "amo": ["ladder", "product"]})
    ['--up-to-symmetry', '--time-limit=2', '--amo=ladder,product']
    >>> options({"time_limit": 1e-05})
    ['--time-limit=0.00001']
    """
    words = []
    for name, value in given.items():
        value = value.tolist() if hasattr(value, "tolist") else value
        if value is None or value is False:
            continue
        option = "--" + name.rstrip("_").replace("_", "-")
        if value is True:
            words.append(option)
        elif isinstance(value, (list, tuple)):
            words.append(f"{option}={','.join(map(str, value))}")
        elif isinstance(value, float):
            # Without an exponent.
            words.append(f"{option}={decimal.Decimal(repr(value)):f}")
        else:
            words.append(f"{option}={value}")
    return words
