"""Errors, with the messages of the command line."""

from __future__ import annotations

from typing import Any, Optional, Tuple


class SatranjError(Exception):
    """Any error of Satranj.

    >>> import satranj
    >>> try:
    ...     satranj.solve("tour 0x8")
    ... except satranj.SatranjError as error:
    ...     print(type(error).__name__)
    UsageError
    """


class UsageError(SatranjError, ValueError):
    """The puzzle or an option is wrong.

    >>> import satranj
    >>> satranj.solve("tour 6x6", method="sat:cutz")
    Traceback (most recent call last):
        ...
    satranj.errors.UsageError: unknown method `sat:cutz` (did you mean sat:cuts?)...
    """


class InputError(SatranjError, ValueError):
    """A file, a document or a graph is wrong."""


class _FileError(InputError, OSError):
    """A file that the system does not open; ``errno`` and ``filename`` are those of ``OSError``."""

    def __init__(self, message: str, errno: Optional[int] = None, filename: Optional[str] = None) -> None:
        super().__init__(message)
        self.errno, self.filename = errno, filename

    def __str__(self) -> str:
        return str(self.args[0])

    def __reduce__(self) -> Tuple[Any, ...]:
        return type(self), (self.args[0], self.errno, self.filename)


class MissingFileError(_FileError, FileNotFoundError):
    """A file does not exist.

    >>> import satranj
    >>> try:
    ...     satranj.hamilton("roads.graphml")
    ... except FileNotFoundError as error:
    ...     print(error.filename, isinstance(error, satranj.InputError))
    roads.graphml True
    """


class ForbiddenFileError(_FileError, PermissionError):
    """A file may not be read."""


class CheckError(SatranjError, ValueError):
    """A check failed: a document is wrong, or methods disagree.

    ``verdict`` is the whole verdict, if there is one.
    """

    def __init__(self, message: str, verdict: Optional[Any] = None) -> None:
        super().__init__(message)
        self.verdict = verdict


class Undecided(SatranjError, TimeoutError):
    """A limit came first, or an incomplete method found nothing.

    ``answer`` has the results so far: the best solution, or a lower bound of a count.

    >>> import satranj
    >>> try:
    ...     satranj.solve("tour 30x30 --closed --method native:dfs", node_limit=10)
    ... except satranj.Undecided as error:
    ...     print(error, error.answer.reason, sep="; ")
    the node limit was reached; node_limit
    """

    def __init__(self, message: str, answer: Optional[Any] = None) -> None:
        super().__init__(message)
        self.answer = answer
