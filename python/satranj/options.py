"""The options of calls as types, by which a type checker finds a misspelt one."""

from __future__ import annotations

import threading
from typing import Callable, Iterable, Optional, Sequence, TypedDict, Union

from ._commands import Progress

Time = Union[None, float, str]
"""Seconds, or a text with a unit: ``"500ms"``."""
Size = Union[None, int, str]
"""Bytes, or a text with a unit: ``"2GiB"``."""
Names = Union[None, str, Sequence[str]]
"""Names in a list, or in a text with commas."""


class PuzzleOptions(TypedDict, total=False):
    """The options of a puzzle in words, as `satranj solve tour --help` explains them: `solve("tour 8x8", closed=True)`."""

    agents: Names
    anonymous: bool
    army: Names
    as_: Optional[str]
    at: Names
    at_least: Optional[int]
    at_most: Optional[int]
    block: Names
    closed: bool
    colours: Union[None, int, str]
    columns: Names
    conflicts: Names
    count: Union[None, int, str]
    cycle: bool
    efficient: bool
    end: Union[None, int, str]
    from_: Union[None, int, str]
    given: Names
    independent: bool
    induced: bool
    input_format: Optional[str]
    least: bool
    longest: bool
    most: bool
    moves: Optional[str]
    objective: Optional[str]
    parallel: bool
    path: bool
    perfect: bool
    piece: Optional[str]
    scenario: Optional[str]
    start: Union[None, int, str]
    symmetry: Optional[str]
    surface: Optional[str]
    to: Union[None, int, str]
    total: bool
    uncrossed: bool
    unweighted: bool
    weighted: bool


class Tuning(TypedDict, total=False):
    """How a search or a formula is set up; `satranj solve --help` explains each."""

    case: Optional[int]
    order: Optional[str]
    restarts: Optional[int]
    solver: Optional[str]
    amo: Names
    reductions: Names
    precheck: Optional[str]


class SearchOptions(Tuning, total=False):
    """The options of searches."""

    method: Optional[str]
    up_to_symmetry: bool
    seed: Union[None, int, str]
    time_limit: Time
    node_limit: Optional[int]
    memory_limit: Size
    threads: Optional[int]
    check: Optional[str]


class SolutionsOptions(SearchOptions, total=False):
    """The options of :meth:`satranj.Puzzle.solutions`."""

    number: Optional[int]
    stop: Optional[threading.Event]


class SolveOptions(SolutionsOptions, total=False):
    """The options of :meth:`satranj.Puzzle.solve`."""

    all: bool
    sample: Optional[int]
    diverse: bool
    suboptimal: Union[None, float, str]
    progress: Optional[Callable[[Progress], object]]


class CountChoices(Tuning, total=False):
    """Options of counts."""

    seed: Union[None, int, str]
    node_limit: Optional[int]
    directed: bool
    undirected: bool
    counts_by_k: bool
    checkpoint: Optional[str]


class CountOptions(CountChoices, total=False):
    """The options of :meth:`satranj.Puzzle.count`."""

    method: Optional[str]
    up_to_symmetry: bool
    time_limit: Time
    memory_limit: Size
    threads: Optional[int]
    check: Optional[str]
    stop: Optional[threading.Event]
    progress: Optional[Callable[[Progress], object]]


class CompareChoices(Tuning, total=False):
    """Options of comparisons."""

    seed: Union[None, int, str]
    node_limit: Optional[int]
    memory_limit: Size
    threads: Optional[int]
    encodings: Names
    solvers: Names
    amos: Names
    jobs: Optional[int]
    program: Optional[str]


class CompareOptions(CompareChoices, total=False):
    """The options of :meth:`satranj.Puzzle.compare`."""

    methods: Union[None, str, Iterable[str]]
    runs: int
    warmup: int
    time_limit: Time
    counting: bool


class EncodeChoices(TypedDict, total=False):
    """Options of formulas."""

    case: Optional[int]
    seed: Union[None, int, str]
    time_limit: Time
    memory_limit: Size
    amo: Names
    reductions: Names
    projection: bool
    cubes: Optional[int]
    better: bool
    cover: bool


class EncodeOptions(EncodeChoices, total=False):
    """The options of :meth:`satranj.Puzzle.encode`."""

    encoding: Optional[str]
    maxsat: bool


class ExportOptions(EncodeChoices, total=False):
    """The options of :meth:`satranj.Puzzle.export`."""

    encoding: Optional[str]


class SolveWords(Tuning, PuzzleOptions, total=False):
    """The further options of :func:`satranj.solve`."""


class SolutionsWords(SearchOptions, PuzzleOptions, total=False):
    """The further options of :func:`satranj.solutions`."""


class CountWords(CountChoices, PuzzleOptions, total=False):
    """The further options of :func:`satranj.count`."""


class CompareWords(CompareChoices, PuzzleOptions, total=False):
    """The further options of :func:`satranj.compare`."""


class ExportWords(ExportOptions, PuzzleOptions, total=False):
    """The further options of :func:`satranj.export`."""


class EncodeWords(EncodeChoices, PuzzleOptions, total=False):
    """The further options of :func:`satranj.encode`."""
