"""Comparisons: methods side by side, as rows and as tables of pandas."""

from __future__ import annotations

import html
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence

from .puzzles import Puzzle


class Comparison(Sequence[Dict[str, Any]]):
    """The answer of :func:`satranj.compare`: a row a method, which ``frame()`` has as a table of pandas."""

    def __init__(self, document: Mapping[str, Any], puzzle: Optional[Puzzle] = None) -> None:
        self.document: Dict[str, Any] = dict(document)
        self.puzzle: Puzzle = puzzle or Puzzle(self.document["puzzle"])

    @property
    def agreement(self) -> bool:
        """Whether no two methods contradict one another."""
        return bool(self.document["agreement"])

    @property
    def fastest(self) -> Optional[str]:
        """The fastest method."""
        return self.document.get("fastest")

    def _rows(self) -> List[Dict[str, Any]]:
        names = ("method", "solver", "status", "reason", "verified", "median_seconds", "minimum_seconds")
        more = ("maximum_seconds", "median_cpu_seconds", "peak_memory_bytes", "error")
        return [{name: run.get(name) for name in names + more} for run in self.document["runs"]]

    def __len__(self) -> int:
        return len(self.document["runs"])

    def __getitem__(self, index: Any) -> Any:
        return self._rows()[index]

    def __iter__(self) -> Iterator[Dict[str, Any]]:
        return iter(self._rows())

    def __repr__(self) -> str:
        return f"<satranj.Comparison of {len(self)} methods, fastest {self.fastest}>"

    def frame(self) -> Any:
        """A ``pandas.DataFrame`` with a row a method; pandas must be there."""
        import pandas

        return pandas.DataFrame(self._rows()).set_index("method")

    def times(self) -> Any:
        """A ``pandas.DataFrame`` with a row a run: ``method`` and ``seconds``; pandas must be there."""
        import pandas

        runs = [
            {"method": run["method"], "seconds": seconds}
            for run in self.document["runs"]
            for seconds in run["times_seconds"]
        ]
        return pandas.DataFrame(runs)

    def _repr_html_(self) -> str:
        rows = self._rows()
        shown = ("method", "status", "reason", "median_seconds", "median_cpu_seconds", "peak_memory_bytes")
        head = "".join(f"<th>{name.replace('_', ' ')}</th>" for name in shown)
        body = "".join(
            "<tr>" + "".join(f"<td>{_cell(row[name])}</td>" for name in shown) + "</tr>" for row in rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if value is None:
        return ""
    return html.escape(f"{value:.4g}" if isinstance(value, float) else str(value))
