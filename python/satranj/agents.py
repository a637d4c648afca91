"""Plans for agents on a board or a graph: multi-agent path finding."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Optional, Tuple

from . import _commands
from .errors import UsageError
from .graph_puzzles import _Named
from .puzzles import Puzzle, Square, _board, _listed, _square, stated


def mapf(
    ground: Any,
    agents: Iterable[Tuple[Hashable, Hashable]],
    *,
    objective: str = "sum-of-costs",
    anonymous: bool = False,
    one_at_a_time: bool = False,
    no_following: bool = False,
    at_most: Optional[int] = None,
    piece: Optional[str] = None,
    blocked: Iterable[Square] = (),
    vertices: Optional[Iterable[Hashable]] = None,
    surface: str = "plane",
) -> Puzzle:
    """Let agents walk to their goals at the same time without collisions, at the least cost or a cost of ``at_most``.

    ``ground`` is ``(rows, columns)`` of a board, on which agents move as a ``piece`` (a wazir by default), or a graph
    as in :func:`hamilton`. Each agent is a pair: its start and its goal. The cost is the sum of the steps of all
    agents, or with ``objective="makespan"`` the time of the last arrival. ``anonymous`` agents may go to any goal.

    >>> plan = mapf((2, 3), [("a1", "c1"), ("c1", "a1")]).solve()
    >>> plan.objective, len(plan.agents)
    (6, 2)
    >>> mapf([("depot", "a"), ("a", "b"), ("a", "c")], [("b", "c"), ("c", "b")]).solve().agents[0][-1]
    'c'
    """
    pairs = [_pair(agent) for agent in _listed("agents", agents)]
    rules = {
        "objective": objective,
        "anonymous": bool(anonymous),
        "one_at_a_time": bool(one_at_a_time),
        "no_following": bool(no_following),
        "at_most": None if at_most is None else _commands.whole("at_most", at_most),
        "piece": piece,
    }
    if isinstance(ground, tuple) and len(ground) == 2 and not any(isinstance(part, (tuple, list)) for part in ground):
        board = _board(*ground, blocked, surface)
        ends = [[_square(end, board["rows"]) for end in pair] for pair in pairs]
        return stated("mapf", board=board, agents=_ends(ends), **rules)
    if _listed("blocked", blocked):
        raise UsageError("blocked: a graph has no squares; leave out vertices instead")
    if surface != "plane":
        raise UsageError(f"surface: {surface!r} applies to boards, but this is a graph")
    named = _Named(ground, vertices, None)
    return named.puzzle("mapf", agents=_ends([[named.name(end) for end in pair] for pair in pairs]), **rules)


def _pair(agent: Any) -> Tuple[Any, Any]:
    try:
        start, goal = agent
    except (TypeError, ValueError):
        raise UsageError(f"agents: {agent!r} is not an agent: write (start, goal)") from None
    return start, goal


def _ends(pairs: Any) -> Any:
    return [{"from": start, "to": goal} for start, goal in pairs]
