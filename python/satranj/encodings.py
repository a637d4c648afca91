"""Formulas for other solvers, and their models as answers."""

from __future__ import annotations

import json
import os
import tempfile
from typing import TYPE_CHECKING, Any, Dict, Iterable, Iterator, List, Optional, Union

from . import _commands, _satranj
from .answers import Answer
from .errors import UsageError
from .puzzles import Puzzle, Stated, words_of

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import EncodeWords

Clause = List[int]


class Encoded:
    """A formula of a puzzle: clauses of literals as DIMACS numbers them, and the way back.

    It has ``clauses`` and ``nv`` like PySAT's ``CNF``, and can be used as a list of clauses. For MaxSAT,
    ``soft`` has the soft clauses.

    >>> import satranj
    >>> formula = satranj.encode("queens 4")
    >>> formula.nv, len(formula.clauses), formula.names[1]
    (84, 164, 'queen(a4)')
    """

    def __init__(self, dimacs: str, map: str, puzzle: Optional[Puzzle] = None) -> None:
        self.map: Dict[str, Any] = json.loads(map)
        self.puzzle: Puzzle = puzzle or Puzzle(self.map["puzzle"])
        self.dimacs: str = dimacs
        """The same as a file: DIMACS, or WCNF with soft clauses."""
        self.names: Dict[int, str] = {}
        """The names of variables, for example ``move(a1,b3)``."""
        self.clauses: List[Clause] = []
        """The clauses."""
        self.soft: List[Clause] = []
        """The soft clauses: as many as possible should hold, by weight."""
        self.weights: List[int] = []
        """The weight of each soft clause."""
        self.nv: int = int(self.map["variables"])
        """The number of variables."""
        self._map = map
        for line in dimacs.splitlines():
            first = line[:1]
            if first == "c":
                words = line.split(" ", 3)
                if words[1:2] == ["varname"]:
                    self.names[int(words[2])] = words[3]
            elif first and first != "p":
                self._read(line.split()[:-1])

    def _read(self, words: List[str]) -> None:
        if self.map["format"] != "wcnf":
            self.clauses.append([int(literal) for literal in words])
        elif words[0] == "h":
            self.clauses.append([int(literal) for literal in words[1:]])
        else:
            self.weights.append(int(words[0]))
            self.soft.append([int(literal) for literal in words[1:]])

    def __iter__(self) -> Iterator[Clause]:
        return iter(self.clauses)

    def __len__(self) -> int:
        return len(self.clauses)

    def __repr__(self) -> str:
        return f"<satranj.Encoded {self.map['encoding']}: {self.nv} variables, {len(self)} clauses>"

    @property
    def encoding(self) -> str:
        """The name of the encoding."""
        return str(self.map["encoding"])

    def cnf(self) -> Any:
        """The same as a ``pysat.formula.CNF``; PySAT must be there."""
        from pysat.formula import CNF

        formula = CNF(from_clauses=self.clauses)
        formula.nv = max(formula.nv, self.nv)
        return formula

    def wcnf(self) -> Any:
        """The same as a ``pysat.formula.WCNF``; PySAT must be there."""
        from pysat.formula import WCNF

        formula = WCNF()
        formula.extend(self.clauses)
        formula.extend(self.soft, weights=self.weights)
        formula.nv = max(formula.nv, self.nv)
        return formula

    def decode(self, model: Union[None, str, Iterable[int]]) -> Answer:
        """A solver's model as a verified answer; ``None``, PySAT's "no", is an unchecked claim.

        A model may also be a solver's output. Raises :class:`satranj.CheckError` if it breaks a
        clause or a rule of the puzzle.

        >>> import satranj
        >>> formula = satranj.encode("queens 1")
        >>> formula.decode([1]).squares
        ['a1']
        """
        if model is None:
            output = "s UNSATISFIABLE\n"
        elif isinstance(model, str):
            output = model
        elif not isinstance(model, Iterable):
            raise UsageError(f"a {type(model).__name__} is not a model: give a list of literals, what a solver printed, or None")
        else:
            numbers = [_commands.whole("a literal", literal) for literal in model]
            literals = " ".join(str(literal) for literal in numbers if abs(literal) <= self.nv)
            output = f"s SATISFIABLE\nv {literals} 0\n"
        code, said = _satranj.decode(self._map, output)
        if code != 0:
            raise _commands.failure(code, said)
        return Answer(json.loads(said), self.puzzle)


def encode(puzzle: Stated, encoding: Optional[str] = None, *, maxsat: bool = False, **choices: Unpack[EncodeWords]) -> Encoded:
    """A puzzle as clauses, by the named encoding or the one that solvers decide fastest.

    ``maxsat`` is for puzzles that ask for the best: ``soft`` has clauses for the most or the
    fewest. ``choices`` are further options of ``satranj export``, for example ``amo`` and ``reductions``.

    >>> import satranj
    >>> satranj.encode("tour 6x6 --closed", "position", amo="ladder")
    <satranj.Encoded position: ... variables, ... clauses>
    >>> satranj.vertex_cover([(1, 2), (2, 3)]).encode(maxsat=True).soft
    [[-1], [-2], [-3]]
    """
    words, input, stated = words_of(puzzle)
    format = "wcnf" if maxsat else "dimacs"
    options = _commands.options({"format": format, "encoding": encoding, "quiet": True, **choices})
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "formula." + ("wcnf" if maxsat else "cnf"))
        _commands.printed(["export", *words, *options, "-o", file], input)
        with open(file, encoding="utf-8") as formula, open(file + ".map.json", encoding="utf-8") as map:
            return Encoded(formula.read(), map.read(), stated)
