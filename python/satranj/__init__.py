"""Board and graph puzzles by SAT, graph algorithms and native search: solved, checked, compared, exported.

A puzzle is stated by the words of the command line, or by :func:`tour` and its like:

>>> import satranj
>>> answer = satranj.solve("tour 8x8 --closed")
>>> answer
<satranj.Answer tour: satisfied, by auto>
>>> satranj.tour(8, 8, closed=True, blocked=["a1", "h8"]).solve().verified
True

In a notebook an answer draws itself. Graphs of networkx, igraph and scipy go in, and their nodes
come out (:func:`hamilton`, :func:`path`, :func:`colouring` and the other puzzles of graphs); formulas go to PySAT, and its
models come back (:func:`encode`).
"""

from ._commands import Progress
from ._satranj import __version__
from .agents import mapf
from .answers import Answer, Count, Statistics, Verdict, verify
from .calls import compare, count, export, methods, solutions, solve
from .comparisons import Comparison
from .encodings import Encoded, encode
from .errors import CheckError, ForbiddenFileError, InputError, MissingFileError, SatranjError, Undecided, UsageError
from .graph_puzzles import clique, colouring, dominating_set, hamilton, independent_set, path, vertex_cover
from .puzzles import Puzzle, dominate, exchange, meet, place, queens, route, tour

__all__ = [
    "Answer",
    "CheckError",
    "Comparison",
    "Count",
    "Encoded",
    "ForbiddenFileError",
    "InputError",
    "MissingFileError",
    "Progress",
    "Puzzle",
    "SatranjError",
    "Statistics",
    "Undecided",
    "UsageError",
    "Verdict",
    "__version__",
    "clique",
    "colouring",
    "compare",
    "count",
    "dominate",
    "dominating_set",
    "encode",
    "exchange",
    "export",
    "hamilton",
    "independent_set",
    "mapf",
    "meet",
    "methods",
    "path",
    "place",
    "queens",
    "route",
    "solutions",
    "solve",
    "tour",
    "verify",
    "vertex_cover",
]
