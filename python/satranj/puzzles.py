"""Puzzles of boards: state once, then solve, count, compare, encode or export."""

from __future__ import annotations

import os
import shlex
from numbers import Integral
from typing import TYPE_CHECKING, Any, Callable, Dict, Hashable, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from . import _commands
from .errors import UsageError

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .answers import Answer, Count
    from .comparisons import Comparison
    from .encodings import Encoded
    from .options import CompareOptions, CountOptions, EncodeOptions, ExportOptions, SolutionsOptions, SolveOptions

Square = Union[str, Tuple[int, int]]
"""A square: ``"a1"`` is the lower left one, ``(0, 0)``, a row and a column, the upper left one."""


class Puzzle:
    """A puzzle; its ``statement`` is the field ``puzzle`` of documents.

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
        """The node with this name in documents; for a graph from Python, the original object."""
        return name if self.nodes is None else self.nodes.get(name, name)

    def solve(self, **options: Unpack[SolveOptions]) -> Answer:
        """Like :func:`satranj.solve`."""
        from .calls import solve

        return solve(self, **options)

    def solutions(self, **options: Unpack[SolutionsOptions]) -> Iterator[Answer]:
        """Like :func:`satranj.solutions`."""
        from .calls import solutions

        return solutions(self, **options)

    def count(self, **options: Unpack[CountOptions]) -> Count:
        """Like :func:`satranj.count`."""
        from .calls import count

        return count(self, **options)

    def compare(self, **options: Unpack[CompareOptions]) -> Comparison:
        """Like :func:`satranj.compare`."""
        from .calls import compare

        return compare(self, **options)

    def encode(self, **options: Unpack[EncodeOptions]) -> Encoded:
        """Like :func:`satranj.encode`."""
        from .encodings import encode

        return encode(self, **options)

    def export(self, format: str, **options: Unpack[ExportOptions]) -> str:
        """Like :func:`satranj.export`."""
        from .calls import export

        return export(self, format, **options)


Stated = Union[str, Sequence[str], Mapping[str, Any], Puzzle]
"""A puzzle in any form: the words of the command line, a statement or a document, a :class:`Puzzle`."""


def words_of(puzzle: Stated) -> Tuple[List[str], bytes, Optional[Puzzle]]:
    """A puzzle as words and standard input of a command.

    Raises :class:`UsageError` for anything that :data:`Stated` does not name, for example a graph alone.
    """
    if isinstance(puzzle, str):
        if puzzle.lstrip().startswith("{"):
            return ["--from", "-"], puzzle.encode(), None
        try:
            return shlex.split(puzzle), b"", None
        except ValueError as error:
            raise UsageError(f"{puzzle!r}: {error}") from None
    # Answers, counts and comparisons have a puzzle.
    own = puzzle if isinstance(puzzle, Puzzle) else getattr(puzzle, "puzzle", None)
    if isinstance(own, Puzzle):
        return ["--from", "-"], _commands.json_of(own.statement), own
    if isinstance(puzzle, Mapping) and all(isinstance(key, str) for key in puzzle):
        return ["--from", "-"], _commands.json_of(dict(puzzle)), None
    words = list(puzzle) if isinstance(puzzle, (list, tuple)) else [None]
    if all(isinstance(word, (str, os.PathLike, Integral)) for word in words):
        return [str(word) for word in words], b"", None
    raise UsageError(
        f"a {type(puzzle).__name__} states no puzzle: give the words of the command line, a document, or "
        "satranj.tour(…) and its like; of a graph, say what is asked, for example satranj.hamilton(graph)"
    )


def _letters(column: int) -> str:
    name = ""
    rest = column + 1
    while rest > 0:
        name = chr(97 + (rest - 1) % 26) + name
        rest = (rest - 1) // 26
    return name


def _square(square: Square, rows: int) -> str:
    if isinstance(square, str):
        return str(square)
    try:
        row, column = (_commands.whole("a square", number) for number in square)
    except (TypeError, ValueError):
        raise UsageError(f"{square!r} is not a square: write \"a1\", or (row, column) from the upper left, from 0") from None
    if row < 0 or column < 0 or row >= rows:
        raise UsageError(f"({row}, {column}) is not a square: rows are counted from the top, from 0 to {rows - 1}")
    return f"{_letters(column)}{rows - row}"


def _listed(name: str, values: Union[None, str, Iterable[Any]]) -> List[Any]:
    """The items of an argument; a text separates them like the command line, for example ``a1,c2``."""
    if isinstance(values, str):
        return values.replace(",", " ").split()
    try:
        return [] if values is None else list(values)
    except TypeError:
        raise UsageError(f"{name}: {values!r} is not a list") from None


def _squares(name: str, squares: Union[None, str, Iterable[Square]], rows: int) -> List[str]:
    return [_square(square, rows) for square in _listed(name, squares)]


def _move(move: Union[str, Tuple[Square, Square]], rows: int) -> List[str]:
    ends = move.split("-") if isinstance(move, str) else _listed("given", move)
    if len(ends) != 2:
        raise UsageError(f"given: {move!r} is not a move: write (\"a1\", \"b3\")")
    return [_square(end, rows) for end in ends]


def times_of(times: Optional[Mapping[Any, int]], name: Callable[[Any], str]) -> Optional[Dict[str, int]]:
    """The times of visits by the names of their places."""
    if times is not None and not isinstance(times, Mapping):
        raise UsageError(f"times: {times!r} is not a dict from places to times")
    return {name(place): _commands.whole("times", time) for place, time in (times or {}).items()} or None


def _board(rows: int, columns: int, blocked: Iterable[Square], surface: str) -> Dict[str, Any]:
    blocked_squares = _squares("blocked", blocked, _commands.whole("rows", rows))
    sides = {"rows": _commands.whole("rows", rows), "columns": _commands.whole("columns", columns)}
    return {**sides, "blocked": blocked_squares, **({} if surface == "plane" else {"surface": surface})}


def number_of(name: str, count: Union[None, int, str]) -> Union[None, int, str]:
    """A number of pieces, vertices or colours, or ``max`` or ``min`` like on the command line."""
    return count if count is None or isinstance(count, str) else _commands.whole(name, count)


def stated(kind: str, **fields: Any) -> Puzzle:
    """A puzzle of a kind, without the fields that are ``None`` or ``False``."""
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
    times: Optional[Mapping[Square, int]] = None,
    surface: str = "plane",
    symmetry: Optional[str] = None,
    longest: Union[bool, Mapping[str, Any]] = False,
) -> Puzzle:
    """Visit every square once; ``given`` are moves that must be made, in any direction, and ``times``
    the numbers on squares, from 1.

    ``surface`` joins borders of the board: ``"cylinder"``, ``"torus"`` and others of ``--surface``. ``symmetry`` asks for a
    tour that a ``"half-turn"``, ``"quarter-turn"``, ``"mirror"`` or ``"flip"`` of the board maps onto itself. ``longest`` asks
    for a longest path instead, which may leave out squares: ``True``, or a dict with ``uncrossed``, ``induced``, ``at_least``.

    >>> tour(3, 4, start="a1", blocked=[(0, 3)]).statement["board"]["blocked"]
    ['d3']
    >>> tour(3, 3, piece="king", closed=True, surface="torus").solve().verified
    True
    >>> tour(2, 2, piece="wazir", times={"a1": 2, (0, 0): 1}).solve().path
    ['a2', 'a1', 'b1', 'b2']
    >>> tour(4, 4, longest={"uncrossed": True}).solve().objective
    5
    """
    board = _board(rows, columns, blocked, surface)
    return stated(
        "tour",
        board=board,
        piece=piece,
        closed=bool(closed),
        start=None if start is None else _square(start, board["rows"]),
        end=None if end is None else _square(end, board["rows"]),
        given=[_move(move, board["rows"]) for move in _listed("given", given)] or None,
        times=times_of(times, lambda square: _square(square, board["rows"])),
        symmetry=symmetry,
        longest=longest_of(longest),
    )


def longest_of(longest: Union[bool, Mapping[str, Any]]) -> Optional[Dict[str, Any]]:
    """What is asked of a longest path, if one is."""
    if isinstance(longest, Mapping):
        return dict(longest)
    return {} if longest else None


def queens(
    n: int,
    *,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    surface: str = "plane",
) -> Puzzle:
    """Place n queens on an n x n board, no two on a line.

    >>> queens(7, surface="torus").count()
    28
    """
    n = _commands.whole("n", n)
    given_squares, blocked_squares = _squares("given", given, n), _squares("blocked", blocked, n)
    return stated(
        "queens",
        n=n,
        given=given_squares or None,
        blocked=blocked_squares or None,
        surface=None if surface == "plane" else surface,
    )


Army = Union[Mapping[str, Optional[int]], Iterable[str]]
"""Kinds of pieces: ``{"queen": 4, "knight": 2}``, or with sides ``["white:queen", "black:queen"]``."""


def _army(army: Army) -> List[Dict[str, Any]]:
    if isinstance(army, str):
        raise UsageError(f"army: {army!r} is a text: write {{\"queen\": 4}}, or [\"white:queen\", \"black:queen\"]")
    kinds = army if isinstance(army, Mapping) else dict.fromkeys(_listed("army", army))
    parts = []
    for name, count in kinds.items():
        side, separator, piece = str(name).partition(":")
        part = {"side": side, "piece": piece} if separator and side in ("white", "black") else {"piece": str(name)}
        parts.append(part if count is None else {**part, "count": _commands.whole(f"army: {name}", count)})
    return parts


def _standing(given: Union[str, Tuple[str, Square], Square], rows: int) -> str:
    """A square, or for an army a piece and its square."""
    if isinstance(given, (tuple, list)) and len(given) == 2 and isinstance(given[0], str):
        return f"{given[0]}@{_square(given[1], rows)}"
    return _square(given, rows)


def place(
    rows: int,
    columns: int,
    piece: Optional[str] = None,
    *,
    army: Optional[Army] = None,
    count: Union[None, int, str] = None,
    given: Iterable[Union[Square, Tuple[str, Square]]] = (),
    blocked: Iterable[Square] = (),
    surface: str = "plane",
) -> Puzzle:
    """Place ``count`` pieces, or as many as possible, so that none attacks another.

    ``army`` has several kinds of pieces instead of one ``piece``: each with its number, or with
    ``count`` of each, or as many of each as possible. Pieces of one side do not attack one another.
    ``given`` names a piece of an army with its square: ``("queen", "a1")``.

    >>> place(5, 5, "knight").solve().objective
    13
    >>> armies = place(5, 5, army=["white:queen", "black:queen"]).solve()
    >>> armies.objective, len(armies.squares), armies.pieces.count("white:queen")
    (4, 8, 4)
    """
    board = _board(rows, columns, blocked, surface)
    return stated(
        "place",
        board=board,
        piece=piece,
        army=None if army is None else _army(army),
        count=number_of("count", count),
        given=[_standing(one, board["rows"]) for one in _listed("given", given)] or None,
    )


def dominate(
    rows: int,
    columns: int,
    piece: str,
    *,
    count: Union[None, int, str] = None,
    independent: bool = False,
    total: bool = False,
    perfect: bool = False,
    given: Iterable[Square] = (),
    blocked: Iterable[Square] = (),
    surface: str = "plane",
) -> Puzzle:
    """Place ``count`` pieces, or as few as possible, so that every square is attacked or occupied.

    With ``perfect`` no free square is attacked twice. A ``count`` of ``"max"`` asks for the most pieces of which none
    can be spared.

    >>> dominate(5, 5, "queen").solve().objective
    3
    """
    board = _board(rows, columns, blocked, surface)
    return stated(
        "dominate",
        board=board,
        piece=piece,
        count=number_of("count", count),
        independent=bool(independent),
        total=bool(total),
        perfect=bool(perfect) or None,
        given=_squares("given", given, board["rows"]) or None,
    )


def route(
    rows: int,
    columns: int,
    from_: Square,
    to: Square,
    *,
    piece: str = "knight",
    weights: Optional[Iterable[Union[str, Iterable[int]]]] = None,
    at_most: Optional[int] = None,
    blocked: Iterable[Square] = (),
    surface: str = "plane",
) -> Puzzle:
    """Find a shortest route between two squares, or a route with a cost of ``at_most``.

    ``weights`` are rows from the top, with numbers from 1 to 9: the cost of entering each square.

    >>> route(8, 8, "a1", "h8").solve().objective
    6
    >>> route(3, 3, "a1", "c3", piece="king", weights=[[1, 1, 1], [9, 9, 1], [1, 1, 1]]).solve().path
    ['a1', 'b1', 'c2', 'c3']
    """
    board = _board(rows, columns, blocked, surface)
    return stated(
        "route",
        board=board,
        piece=piece,
        weights=None if weights is None else [_weights(row) for row in weights],
        at_most=None if at_most is None else _commands.whole("at_most", at_most),
        **{"from": _square(from_, board["rows"]), "to": _square(to, board["rows"])},
    )


def _weights(row: Union[str, Iterable[int]]) -> str:
    if isinstance(row, str):
        return row
    numbers = [_commands.whole("weights", number) for number in _listed("weights", row)]
    for number in numbers:
        if not 1 <= number <= 9:
            raise UsageError(f"weights: {number} is not a weight of a square, which is 1 to 9")
    return "".join(map(str, numbers))


def meet(
    rows: int,
    columns: int,
    riders: Mapping[Square, int],
    *,
    piece: str = "knight",
    at_most: Optional[int] = None,
    blocked: Iterable[Square] = (),
    surface: str = "plane",
) -> Puzzle:
    """Bring knights together in the fewest turns, or in ``at_most`` turns.

    ``riders`` gives the jumps per turn of each.

    >>> meet(8, 8, {"a1": 1, "h8": 2}).solve().objective
    3
    """
    board = _board(rows, columns, blocked, surface)
    if not isinstance(riders, Mapping):
        raise UsageError(f"riders: {riders!r} is not a dict of squares and jumps a turn")
    standing = [
        {"square": _square(square, board["rows"]), "jumps_per_turn": _commands.whole("riders", jumps)}
        for square, jumps in riders.items()
    ]
    most = None if at_most is None else _commands.whole("at_most", at_most)
    return stated("meet", board=board, piece=piece, riders=standing, at_most=most)


def exchange(
    start: Union[str, Sequence[str]],
    goal: Union[None, str, Sequence[str]] = None,
    *,
    parallel: bool = False,
    at_most: Optional[int] = None,
) -> Puzzle:
    """Let pieces trade places in the fewest moves, or in ``at_most`` moves.

    Boards are rows of ``.``, ``#`` and pieces from the top; without a goal the colours trade
    places. ``parallel`` lets several pieces move in one step.

    >>> exchange(["n.n", "...", "N.N"]).solve().objective
    16
    """
    most = None if at_most is None else _commands.whole("at_most", at_most)
    goal_rows = None if goal is None else _listed("goal", goal)
    return stated("exchange", start=_listed("start", start), goal=goal_rows, parallel=bool(parallel), at_most=most)
