"""What is done with a puzzle: solve, count, compare, export; and the methods that there are."""

from __future__ import annotations

import difflib
import json
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Optional, Union

from . import _commands, _satranj
from ._commands import Progress
from .answers import Answer, Count
from .comparisons import Comparison
from .errors import CheckError, Undecided, UsageError
from .puzzles import Puzzle, Stated, words_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CompareWords, CountWords, ExportWords, SolutionsWords, SolveWords

WORDS = {
    "time_limit": "the time limit was reached",
    "node_limit": "the node limit was reached",
    "memory_limit": "the memory limit is too low",
    "interrupted": "interrupted",
    "incomplete_method": "an incomplete method proves nothing",
    "solution_limit": "there are more solutions",
    "solver_unknown": "the solver returned UNKNOWN",
    "too_large": "too large to be checked without a time limit",
}


def solve(
    puzzle: Stated,
    *,
    method: Optional[str] = None,
    number: Optional[int] = None,
    all: bool = False,
    sample: Optional[int] = None,
    diverse: bool = False,
    suboptimal: Union[None, float, str] = None,
    up_to_symmetry: bool = False,
    seed: Union[None, int, str] = None,
    time_limit: Union[None, float, str] = None,
    node_limit: Optional[int] = None,
    memory_limit: Union[None, int, str] = None,
    threads: Optional[int] = None,
    check: Optional[str] = None,
    stop: Optional[threading.Event] = None,
    progress: Optional[Callable[[Progress], object]] = None,
    **choices: Unpack[SolveWords],
) -> Answer:
    """One solution of a puzzle, or the best; ``number`` of them, or ``all``; each is verified.

    With ``diverse``, the ``number`` solutions share little. With ``suboptimal=1.1``, a solution that costs at most 1.1
    times a proved lower bound is enough.

    The puzzle is stated by the words of the command line, by :func:`satranj.tour` and its like, or
    by a document. ``time_limit`` is in seconds; ``choices`` are further options of ``satranj solve``, for
    words also those of the puzzle: ``solve("tour 8x8", closed=True)``.
    ``check`` chooses how much work goes into proofs: ``"none"``, ``"share"`` (the default) or ``"full"``.
    The search ends when the event ``stop`` is set, and ``progress`` is called about 50 times a second
    with a :class:`satranj.Progress`; an exception in it ends the search.

    Raises :class:`satranj.UsageError` and :class:`satranj.InputError`, which are ``ValueError``, and
    :class:`satranj.Undecided`, which is a ``TimeoutError``, where a limit came first.

    >>> import satranj
    >>> answer = satranj.solve("tour 8x8 --closed")
    >>> answer.status, len(answer.path), answer.verified
    ('satisfied', 64, True)
    >>> satranj.solve("tour 5x5 --closed").certificate["kind"]
    'colour_parity'
    >>> satranj.solve("queens 3", check="full").certificate["kind"]
    'drat'
    >>> len(satranj.solve("queens 8", all=True, up_to_symmetry=True).solutions)
    12
    """
    words, input, stated = words_of(puzzle)
    options = _commands.options(
        {
            "method": method,
            "number": number,
            "all": all,
            "sample": sample,
            "diverse": diverse,
            "suboptimal": suboptimal,
            "up_to_symmetry": up_to_symmetry,
            "seed": seed,
            "time_limit": time_limit,
            "node_limit": node_limit,
            "memory_limit": memory_limit,
            "threads": threads,
            "check": check,
            **choices,
        }
    )
    _, document, told = _commands.document(["solve", *words, *options], "satranj.solution/1", input, _commands.look(stop, progress))
    answer = Answer(document, stated)
    if document.get("status") == "unknown":
        raise Undecided(WORDS.get(str(answer.reason), told), answer)
    return answer


def solutions(puzzle: Stated, *, number: Optional[int] = None, stop: Optional[threading.Event] = None, **choices: Unpack[SolutionsWords]) -> Iterator[Answer]:
    """The solutions one by one, each verified, while the search goes on; leaving the loop ends it.

    All of them, or ``number``; for an optimum, each is better than the one before. At most a few thousand wait to be taken.
    ``choices`` are the options of :func:`solve`. The errors are those of :func:`solve`, where they occur.

    >>> import satranj
    >>> for answer in satranj.solutions("queens 12"):
    ...     print(len(answer.squares), answer.verified)
    ...     break
    12 True
    >>> sum(1 for _ in satranj.queens(6).solutions())
    4
    """
    words, input, stated = words_of(puzzle)
    options = _commands.options({"number": number, "all": number is None, **choices})
    if stated is None:
        unsolved = ["solve", *words, *_commands.options({"time_limit": 0, "check": "none"})]
        stated = Puzzle(_commands.document(unsolved, "satranj.solution/1", input)[1]["puzzle"])
    running = _satranj.begin(["solve", *words, *options, "--json-stream"], input)
    return _taken(running, stated, _commands.look(stop, None))


def _taken(running: _satranj.Running, puzzle: Puzzle, look: Optional[_commands.Look]) -> Iterator[Answer]:
    rest = b""
    try:
        while True:
            read, ended = running.read(look)
            *lines, rest = (rest + read).split(b"\n")
            last: Dict[str, Any] = {}
            for line in lines:
                last = json.loads(line)
                if last["type"] == "solution":
                    known = {"schema": "satranj.solution/1", "puzzle": puzzle.statement, "status": "satisfied", "verified": True}
                    yield Answer({**known, **last}, puzzle)
            if last.get("reason") is not None and last.get("status") == "unknown":
                raise Undecided(WORDS.get(str(last["reason"]), str(last["reason"])))
            if ended is not None:
                code, told = ended
                if code != 0:
                    raise _commands.failure(code, _commands.said(told))
                return
    finally:
        running.close()


def count(
    puzzle: Stated,
    *,
    method: Optional[str] = None,
    up_to_symmetry: bool = False,
    time_limit: Union[None, float, str] = None,
    memory_limit: Union[None, int, str] = None,
    threads: Optional[int] = None,
    check: Optional[str] = None,
    stop: Optional[threading.Event] = None,
    progress: Optional[Callable[[Progress], object]] = None,
    **choices: Unpack[CountWords],
) -> Count:
    """How many solutions there are, exactly; another method counts again, if ``check`` permits.

    Raises as :func:`solve` does; the ``answer`` of :class:`satranj.Undecided` is a lower bound.

    >>> import satranj
    >>> satranj.count("tour 6x6 --closed")
    9862
    >>> satranj.count("queens 8").counted_again_by
    'native:quadrants'
    """
    words, input, stated = words_of(puzzle)
    options = _commands.options(
        {
            "method": method,
            "up_to_symmetry": up_to_symmetry,
            "time_limit": time_limit,
            "memory_limit": memory_limit,
            "threads": threads,
            "check": check,
            **choices,
        }
    )
    _, document, told = _commands.document(["count", *words, *options], "satranj.count/1", input, _commands.look(stop, progress))
    counted = Count(document, stated)
    if document.get("status") == "unknown":
        raise Undecided(WORDS.get(str(counted.reason), told), counted)
    return counted


def compare(
    puzzle: Stated,
    methods: Union[None, str, Iterable[str]] = None,
    *,
    runs: int = 5,
    warmup: int = 1,
    time_limit: Union[None, float, str] = None,
    counting: bool = False,
    **choices: Unpack[CompareWords],
) -> Comparison:
    """Several methods on one puzzle, each in a process of its own.

    Raises :class:`satranj.CheckError` where they contradict one another.

    >>> import satranj
    >>> compared = satranj.compare("queens 8", ["native:dfs", "sat:lines"], runs=1)
    >>> sorted(row["method"] for row in compared), compared.agreement
    (['native:dfs', 'sat:lines'], True)
    """
    words, input, stated = words_of(puzzle)
    if not (methods is None or isinstance(methods, (str, Iterable))):
        raise UsageError(f"methods: {methods!r} is not a list of names")
    named = methods if methods is None or isinstance(methods, str) else ",".join(map(str, methods))
    options = _commands.options(
        {
            "methods": named,
            "runs": runs,
            "warmup": str(warmup),
            "time_limit": time_limit,
            "counting": counting,
            **choices,
        }
    )
    code, document, told = _commands.document(["compare", *words, *options], "satranj.comparison/1", input)
    compared = Comparison(document, stated)
    if code == 4:
        raise CheckError(told, compared)
    return compared


def export(puzzle: Stated, format: str, **choices: Unpack[ExportWords]) -> str:
    """A puzzle as a formula or a graph in a format, as text: ``dimacs``, ``wcnf``, ``opb``, ``graphml``, …

    >>> import satranj
    >>> satranj.export("tour 3x4", "graph6").strip()
    'K?GSA@AgQoC_'
    """
    words, input, _ = words_of(puzzle)
    options = _commands.options({"format": format, "quiet": True, **choices})
    return _commands.printed(["export", *words, *options], input).decode()


def methods(puzzle: Union[None, str, Puzzle] = None) -> List[str]:
    """The names of all methods, or of those for one kind of puzzle.

    Raises :class:`satranj.UsageError` where no puzzle has that name.

    >>> import satranj
    >>> "sat:cuts" in satranj.methods()
    True
    >>> satranj.methods("path")[0]
    'graph:dijkstra'
    """
    kind = puzzle.statement["kind"] if isinstance(puzzle, Puzzle) else puzzle
    listed = json.loads(_commands.printed(["list", "methods", "--json"]))
    names: Dict[str, List[str]] = {}
    for entry in listed:
        names.setdefault(str(entry["puzzle"]), []).append(str(entry["name"]))
    if kind is None:
        return list(dict.fromkeys(name for several in names.values() for name in several))
    if kind not in names:
        near = difflib.get_close_matches(str(kind), names, 1)
        hint = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(names)}"
        raise UsageError(f"unknown puzzle `{kind}` ({hint})")
    return names[kind]
