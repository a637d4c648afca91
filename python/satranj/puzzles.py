"""Puzzles of boards: stated once, then solved, counted, compared, encoded or exported."""

from __future__ import annotations

import json
import shlex
from typing import Any, Dict, Hashable, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

Square = Union[str, Tuple[int, int]]
"""A square: ``"a1"`` is the lower left one, ``(0, 0)``, a row and a column, the upper left one."""


class Puzzle:
    """A puzzle that is stated: its ``statement`` is what documents hold under ``puzzle``.

    >>> import satranj
    >>> puzzle = satranj.queens(6)
    >>> puzzle.count()
    4
    >>> puzzle.solve().squares
    ['a5', 'b3', 'c1', 'd6', 'e4', 'f2']
    """

    def __init__(self, statement: Mapping[str, Any], nodes: Optional[Mapping[str, Hashable]] = None) -> None:
        self.statement: Dict[str, Any] = dict(statement)
        self.nodes: Optional[Mapping[str, Hashable]] = nodes

    def __repr__(self) -> str:
        return f"<satranj.Puzzle {self.statement['kind']}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Puzzle) and self.statement == other.statement

    __hash__ = None  # type: ignore[assignment]

    def node(self, name: str) -> Any:
        """The node of a name in documents: of a graph that was given its own object."""
        return name if self.nodes is None else self.nodes.get(name, name)

    def solve(self, **options: Any) -> "Any":
        """As :func:`satranj.solve`."""
        from .calls import solve

        return solve(self, **options)

    def count(self, **options: Any) -> "Any":
        """As :func:`satranj.count`."""
        from .calls import count

        return count(self, **options)

    def compare(self, **options: Any) -> "Any":
        """As :func:`satranj.compare`."""
        from .calls import compare

        return compare(self, **options)

    def encode(self, **options: Any) -> "Any":
        """As :func:`satranj.encode`."""
        from .encodings import encode

        return encode(self, **options)

    def export(self, format: str, **options: Any) -> str:
        """As :func:`satranj.export`."""
        from .calls import export

        return export(self, format, **options)


Stated = Union[str, Sequence[str], Mapping[str, Any], Puzzle]
"""A puzzle in any form: the words of the command line, a statement or a document, a :class:`Puzzle`."""


def words_of(puzzle: Stated) -> Tuple[List[str], bytes, Optional[Puzzle]]:
    """A puzzle as words and standard input of a command."""
    if isinstance(puzzle, str):
        if puzzle.lstrip().startswith("{"):
            return ["--from", "-"], puzzle.encode(), None
        return shlex.split(puzzle), b"", None
    if isinstance(puzzle, Puzzle):
        return ["--from", "-"], json.dumps(puzzle.statement).encode(), puzzle
    if isinstance(puzzle, Mapping):
        return ["--from", "-"], json.dumps(dict(puzzle)).encode(), None
    return list(puzzle), b"", None


def _letters(column: int) -> str:
    name = ""
    rest = column + 1
    while rest > 0:
        name = chr(97 + (rest - 1) % 26) + name
        rest = (rest - 1) // 26
    return name


def _square(square: Square, rows: int) -> str:
    if isinstance(square, str):
        return square
    row, column = square
    if row < 0 or column < 0 or row >= rows:
        raise ValueError(f"({row}, {column}) is no square: rows are counted from the top, from 0 to {rows - 1}")
    return f"{_letters(int(column))}{rows - int(row)}"


def _squares(squares: Iterable[Square], rows: int) -> List[str]:
    return [_square(square, rows) for square in squares]


def _board(rows: int, columns: int, blocked: Iterable[Square]) -> Dict[str, Any]:
    return {"rows": rows, "columns": columns, "blocked": _squares(blocked, rows)}


def stated(kind: str, **fields: Any) -> Puzzle:
    """A puzzle of a kind with the fields that say something."""
    known = {name: value for name, value in fields.items() if value is not None and value is not False}
    return Puzzle({"kind": kind, **known})


def tour(
    rows: int,
    columns: int,
    *,
    closed: bool = False,
    piece: str = "knight",
    start: Optional[Square] = None,
    end: Optional[Square] = None,
    blocked: Iterable[Square] = (),
    given: Iterable[Tuple[Square, Square]] = (),
) -> Puzzle:
    """Visit every square once; ``given`` are moves that must be made, in any direction.

    >>> tour(3, 4, start="a1", blocked=[(0, 3)]).statement["board"]["blocked"]
    ['d3']
    """
    return stated(
        "tour",
        board=_board(rows, columns, blocked),
        piece=piece,
        closed=closed,
        start=None if start is None else _square(start, rows),
        end=None if end is None else _square(end, rows),
        given=[_squares(move, rows) for move in given] or None,
    )


def queens(n: int, *, given: Iterable[Square] = (), blocked: Iterable[Square] = ()) -> Puzzle:
    """Place n queens on an n x n board, no two on a line."""
    return stated("queens", n=n, given=_squares(given, n) or None, blocked=_squares(blocked, n) or None)


def place(
    rows: int,
    columns: int,
    piece: str,
    *,
    count: Optional[int] = None,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
) -> Puzzle:
    """Place ``count`` pieces, or as many as possible, so that none attacks another.

    >>> place(5, 5, "knight").solve().objective
    13
    """
    board = _board(rows, columns, blocked)
    return stated("place", board=board, piece=piece, count=count, given=_squares(given, rows) or None)


def dominate(
    rows: int,
    columns: int,
    piece: str,
    *,
    count: Optional[int] = None,
    independent: bool = False,
    total: bool = False,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
) -> Puzzle:
    """Place ``count`` pieces, or as few as possible, so that every square is attacked or occupied.

    >>> dominate(5, 5, "queen").solve().objective
    3
    """
    return stated(
        "dominate",
        board=_board(rows, columns, blocked),
        piece=piece,
        count=count,
        independent=independent,
        total=total,
        given=_squares(given, rows) or None,
    )


def route(
    rows: int, columns: int, from_: Square, to: Square, *, piece: str = "knight", blocked: Iterable[Square] = ()
) -> Puzzle:
    """Find a shortest route between two squares.

    >>> route(8, 8, "a1", "h8").solve().objective
    6
    """
    board = _board(rows, columns, blocked)
    ends = {"from": _square(from_, rows), "to": _square(to, rows)}
    return stated("route", board=board, piece=piece, **ends)


def meet(
    rows: int,
    columns: int,
    riders: Mapping[Square, int],
    *,
    piece: str = "knight",
    at_most: Optional[int] = None,
    blocked: Iterable[Square] = (),
) -> Puzzle:
    """Bring knights together in the fewest turns, or in ``at_most`` so many.

    ``riders`` says how many jumps a turn each makes.

    >>> meet(8, 8, {"a1": 1, "h8": 2}).solve().objective
    3
    """
    standing = [{"square": _square(square, rows), "jumps_per_turn": jumps} for square, jumps in riders.items()]
    return stated("meet", board=_board(rows, columns, blocked), piece=piece, riders=standing, at_most=at_most)


def exchange(
    start: Union[str, Sequence[str]],
    goal: Union[None, str, Sequence[str]] = None,
    *,
    parallel: bool = False,
    at_most: Optional[int] = None,
) -> Puzzle:
    """Let pieces trade places in the fewest moves, or in ``at_most`` so many.

    Boards are rows of ``.``, ``#`` and pieces from the top; without a goal the colours trade
    places. ``parallel`` lets several pieces move in one step.

    >>> exchange(["n.n", "...", "N.N"]).solve().objective
    16
    """

    def rows(board: Union[str, Sequence[str]]) -> List[str]:
        return board.split() if isinstance(board, str) else list(board)

    goal_rows = None if goal is None else rows(goal)
    return stated("exchange", start=rows(start), goal=goal_rows, parallel=parallel, at_most=at_most)
