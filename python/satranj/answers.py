"""Answers: documents as objects that notebooks draw."""

from __future__ import annotations

import html
import json
import os
import tempfile
from typing import Any, Dict, Hashable, Iterator, List, Mapping, Optional, Tuple

from . import _commands
from .errors import CheckError, SatranjError, Undecided, UsageError
from .puzzles import Puzzle


class Statistics(Dict[str, int]):
    """Counters of a method by name, for example ``nodes`` and ``clauses``."""


class _Documented:
    """An object with a document."""

    def __init__(self, document: Mapping[str, Any], puzzle: Optional[Puzzle] = None) -> None:
        self.document: Dict[str, Any] = dict(document)
        self.puzzle: Puzzle = puzzle or Puzzle(self.document.get("puzzle", {"kind": "none"}))

    @property
    def status(self) -> str:
        """``satisfied``, ``all_solutions``, ``optimal``, ``unsatisfiable`` or ``unknown``."""
        return str(self.document["status"])

    @property
    def reason(self) -> Optional[str]:
        """Why the status is ``unknown``, for example ``time_limit``."""
        return self.document.get("reason")

    @property
    def method(self) -> str:
        """The method, ``family:name``."""
        return str(self.document["method"])

    @property
    def solver(self) -> Optional[str]:
        """The SAT solver behind the method, with its version."""
        return self.document.get("solver")

    @property
    def seed(self) -> int:
        """The seed."""
        return int(self.document["seed"])

    @property
    def verified(self) -> bool:
        """Whether every solution, or the certificate, was checked by independent code."""
        return bool(self.document["verified"])

    @property
    def statistics(self) -> Statistics:
        """The counters of the method."""
        return Statistics(self.document["statistics"])

    @property
    def timing(self) -> Dict[str, float]:
        """Seconds by phase."""
        return dict(self.document["timing"])

    @property
    def seconds(self) -> float:
        """Seconds from the statement to the checked answer."""
        return float(self.document["timing"]["total_seconds"])

    def json(self, **options: Any) -> str:
        """The document as JSON."""
        return json.dumps(self.document, **options)


class Answer(_Documented):
    """The answer of :func:`satranj.solve`; true if it has a solution.

    In a notebook it shows a page that plays the solution, or a picture.

    >>> import satranj
    >>> answer = satranj.solve("tour 5x5 --start a1")
    >>> bool(answer), answer.path[0], len(answer.path), answer.verified
    (True, 'a1', 25, True)
    >>> print(satranj.solve("route 3x3 a1 c2"))
    shortest knight's route from a1 to c2 on 3x3
    <BLANKLINE>
    3  .  .  .
    2  .  .  1
    1  0  .  .
       a  b  c
    """

    def __bool__(self) -> bool:
        return bool(self.solutions)

    def __repr__(self) -> str:
        what = self.status if self.reason is None else f"{self.status}, {self.reason}"
        if self.status == "unsatisfiable" and not self.verified:
            what += ", not verified"
        return f"<satranj.Answer {self.puzzle.statement['kind']}: {what}, by {self.method}>"

    def __str__(self) -> str:
        # For a graph: its nodes in one line, or one line per colour; `text` has its matrix.
        if "graph" in self.puzzle.statement and self.solution is not None:
            lines = self.classes or [self.path or self.vertices or []]
            return "\n".join(" ".join(map(str, nodes)) for nodes in lines)
        try:
            return self.text()
        except SatranjError:
            return repr(self)

    @property
    def solutions(self) -> List[Dict[str, Any]]:
        """The solutions in the form of documents."""
        several = self.document.get("solutions")
        if several is not None:
            return list(several)
        one = self.document.get("solution")
        return [] if one is None else [one]

    @property
    def solution(self) -> Optional[Dict[str, Any]]:
        """The solution, or the first of several."""
        return next(iter(self.solutions), None)

    def __len__(self) -> int:
        return len(self.solutions)

    def __iter__(self) -> Iterator["Answer"]:
        """Each solution as an answer of its own.

        >>> import satranj
        >>> [one.squares for one in satranj.queens(4).solve(all=True)]
        [['a2', 'b4', 'c1', 'd3'], ['a3', 'b1', 'c4', 'd2']]
        """
        if len(self) == 1:
            return iter([self])
        # Fields about all solutions are not about one.
        names = ("schema", "version", "instance", "puzzle", "method", "solver", "seed", "verified", "statistics", "timing")
        known = {name: self.document[name] for name in names if name in self.document}
        return (Answer({**known, "status": "satisfied", "solution": one}, self.puzzle) for one in self.solutions)

    def _of(self, solution: Optional[Mapping[str, Any]], name: str) -> Optional[List[Any]]:
        found = None if solution is None else solution.get(name)
        return None if found is None else [self.puzzle.node(item) for item in found]

    @property
    def path(self) -> Optional[List[Any]]:
        """The squares, or the nodes of the graph, in the order of the visit."""
        return self._of(self.solution, "path")

    @property
    def paths(self) -> List[List[Any]]:
        """The paths of all solutions."""
        return [path for path in (self._of(one, "path") for one in self.solutions) if path is not None]

    @property
    def agents(self) -> Optional[List[List[Any]]]:
        """The places of each agent of a plan at the times 0, 1, 2, …"""
        found = None if self.solution is None else self.solution.get("paths")
        return None if found is None else [[self.puzzle.node(name) for name in path] for path in found]

    @property
    def squares(self) -> Optional[List[str]]:
        """The squares of the pieces of a placement."""
        return self._of(self.solution, "squares")

    @property
    def pieces(self) -> Optional[List[str]]:
        """For several kinds of pieces: the piece on each of ``squares``."""
        found = None if self.solution is None else self.solution.get("pieces")
        return None if found is None else list(found)

    @property
    def vertices(self) -> Optional[List[Any]]:
        """The nodes of a set of vertices of a graph."""
        return self._of(self.solution, "vertices")

    @property
    def classes(self) -> Optional[List[List[Any]]]:
        """The nodes of each colour of a colouring."""
        found = None if self.solution is None else self.solution.get("classes")
        return None if found is None else [[self.puzzle.node(name) for name in names] for names in found]

    @property
    def colours(self) -> Optional[Dict[Hashable, int]]:
        """The colour of each node of a colouring, counted from 1 like in ``given``."""
        classes = self.classes
        if classes is None:
            return None
        return {node: colour for colour, nodes in enumerate(classes, 1) for node in nodes}

    @property
    def moves(self) -> Optional[List[List[str]]]:
        """The moves of an exchange."""
        found = None if self.solution is None else self.solution.get("moves")
        return None if found is None else list(found)

    @property
    def objective(self) -> Optional[int]:
        """The value of the best solution, if the puzzle asks for the best."""
        return self.document.get("objective")

    @property
    def certificate(self) -> Optional[Dict[str, Any]]:
        """The proof of a "no", or of an optimum."""
        found = self.document.get("certificate")
        if found is None or self.puzzle.nodes is None:
            return found
        mapped = self._nodes(found)
        return mapped if isinstance(mapped, dict) else None

    def _nodes(self, value: Any, key: str = "") -> Any:
        if isinstance(value, dict):
            return {name: self._nodes(part, name) for name, part in value.items()}
        if isinstance(value, list):
            return [self._nodes(part, key) for part in value]
        return self.puzzle.node(value) if isinstance(value, str) and key != "kind" else value

    @property
    def portfolio(self) -> List[Dict[str, Any]]:
        """For ``auto``: the methods that had a turn; the last one answered."""
        return list(self.document.get("portfolio", ()))

    def text(self) -> str:
        """The board, or the matrix of the graph, as text."""
        return _commands.printed(["draw", "-"], self._input()).decode().rstrip("\n")

    def svg(self) -> str:
        """The picture as SVG."""
        return self.picture("svg").decode()

    def html(self) -> str:
        """A page that plays the solution."""
        return self.picture("html").decode()

    def picture(self, format: str) -> bytes:
        """The picture, after the answer was checked: ``svg``, ``html``, ``txt`` or ``csv``."""
        with tempfile.TemporaryDirectory() as folder:
            file = os.path.join(folder, f"answer.{format}")
            only = ["--solution=1"] if format in ("html", "csv") and len(self.solutions) > 1 else []
            _commands.printed(["draw", "-", "-o", file, *only], self._input())
            with open(file, "rb") as picture:
                return picture.read()

    def verify(self, **options: Any) -> "Verdict":
        """Like :func:`satranj.verify`."""
        return verify(self, **options)

    def _input(self) -> bytes:
        return _commands.json_of(self.document)

    def _repr_svg_(self) -> Optional[str]:
        try:
            return self.svg()
        except SatranjError:
            return None

    def _repr_html_(self) -> Optional[str]:
        if len(self) > 1:
            return None  # The picture shows them all.
        try:
            page = self.html()
        except SatranjError:
            return None
        frame = "width:100%;max-width:34rem;height:40rem;border:0"
        name = html.escape(repr(self))
        return f'<iframe title="{name}" sandbox="allow-scripts" style="{frame}" srcdoc="{html.escape(page)}"></iframe>'


class Count(_Documented, int):
    """The answer of :func:`satranj.count`: a number with its document.

    >>> import satranj
    >>> count = satranj.count("queens 8", up_to_symmetry=True)
    >>> count, count.up_to_symmetry, count.method
    (92, 12, 'native:bitmask')
    """

    def __new__(cls, document: Mapping[str, Any], puzzle: Optional[Puzzle] = None) -> "Count":
        value = document.get("count")
        return int.__new__(cls, int(document.get("at_least") or 0 if value is None else value))

    def __init__(self, document: Mapping[str, Any], puzzle: Optional[Puzzle] = None) -> None:
        super().__init__(document, puzzle)

    def __getnewargs__(self) -> Tuple[Dict[str, Any], Puzzle]:  # type: ignore[override]
        # Without this, a copy or pickle of an `int` has only its number.
        return self.document, self.puzzle

    @property
    def up_to_symmetry(self) -> Optional[int]:
        """The number of classes, if requested."""
        found = self.document.get("up_to_symmetry")
        return None if found is None else int(found)

    @property
    def by_size(self) -> Optional[List[int]]:
        """For ``counts_by_k``: the numbers of placements with 0, 1, 2, … pieces."""
        found = self.document.get("counts_by_k")
        return None if found is None else [int(number) for number in found]

    @property
    def counted_again_by(self) -> Optional[str]:
        """The method that counted a second time, with the same result."""
        found: Optional[str] = self.document.get("counted_again_by")
        return found


class Verdict(_Documented):
    """The answer of :func:`satranj.verify`: what was checked."""

    @property
    def valid(self) -> Optional[bool]:
        """Whether the document is right; ``None`` if nothing is wrong but a claim was not checked."""
        valid: Optional[bool] = self.document["valid"]
        return valid

    @property
    def completeness_checked(self) -> bool:
        """Whether the checker's own search showed that nothing is missing."""
        return bool(self.document["completeness_checked"])

    @property
    def optimality_checked(self) -> bool:
        """Whether it was shown that no solution is better."""
        return bool(self.document["optimality_checked"])

    def __bool__(self) -> bool:
        return bool(self.valid)

    def __repr__(self) -> str:
        if self.valid is None:
            return "<satranj.Verdict not checked>"
        holds = "it holds" if self.document["checked"] else "nothing in it was checked"
        return f"<satranj.Verdict {holds if self.valid else self.document['problem']}>"


def verify(document: Any, *, time_limit: Any = None) -> Verdict:
    """Checks a document: an answer, a dict, or JSON.

    Raises :class:`satranj.CheckError` if it is wrong, :class:`satranj.Undecided` if the check does not
    end in time.

    >>> import satranj
    >>> satranj.verify(satranj.solve("queens 6"))
    <satranj.Verdict it holds>
    >>> satranj.verify({"puzzle": {"kind": "queens", "n": 2}, "solution": {"squares": ["a1", "b2"]}})
    Traceback (most recent call last):
        ...
    satranj.errors.CheckError: the queens on a1 and b2 attack one another
    """
    if isinstance(document, _Documented):
        text = _commands.json_of(document.document)
    elif isinstance(document, Mapping):
        text = _commands.json_of(dict(document))
    elif isinstance(document, (str, bytes)):
        text = document.encode() if isinstance(document, str) else document
    else:
        raise UsageError(f"a {type(document).__name__} is not a document: give an answer, a dict or JSON")
    words = ["verify", "-", *_commands.options({"time_limit": time_limit})]
    code, found, told = _commands.document(words, "satranj.verdict/1", text)
    verdict = Verdict(found)
    if code == 4:
        raise CheckError(told, verdict)
    if code == _commands.UNDECIDED:
        raise Undecided(told)
    return verdict
