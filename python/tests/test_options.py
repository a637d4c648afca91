"""The options of calls have types, which know all options of the commands."""

import re
from pathlib import Path

import pytest
from mypy import api

import satranj
from satranj import _satranj, options

#: What a call sets itself, or what only a command line needs.
NOT_OF_CALLS = set(
    """all_cases all_encodings animate ascii color compress exit_code export_csv export_markdown force format from
    help html json json_stream only output png proof proof_format quiet seeds show_attacks sizes step svg
    time_limit_each tour trace verbose poster strip""".split()
)


def names_of(*words: str) -> "set[str]":
    _, help, _ = _satranj.run([*words, "--help"], b"", None)
    return {name.replace("-", "_") for name in re.findall(r"^ +(?:-\w, )?--([a-z-]+)", help.decode(), re.MULTILINE)}


@pytest.mark.parametrize(
    ("command", "types"),
    [
        ("solve", options.SolveOptions),
        ("count", options.CountOptions),
        ("compare", options.CompareOptions),
        ("export", options.ExportOptions),
    ],
)
def test_every_option_of_a_command_has_a_type(command: str, types: type) -> None:
    names = names_of(command)
    assert len(names) > 10
    assert names - NOT_OF_CALLS <= set(types.__annotations__)


@pytest.mark.parametrize("words", [options.SolveWords, options.CountWords, options.CompareWords, options.ExportWords])
def test_every_option_of_a_puzzle_has_a_type_of_words(words: type) -> None:
    command = words.__name__.replace("Words", "").lower()
    # `--from` before a puzzle names a document.
    of_command, of_puzzles = names_of(command) - {"from"}, set()
    for kind in "tour place dominate route meet exchange mapf hamilton independent-set dominating-set colouring path".split():
        of_puzzles |= names_of(command, kind) - of_command
    # `from` and `as` are keywords of Python.
    assert {{"from": "from_", "as": "as_"}.get(name, name) for name in of_puzzles} == set(options.PuzzleOptions.__annotations__)
    assert set(options.PuzzleOptions.__annotations__) < set(words.__annotations__)


def test_a_misspelt_option_is_found_by_a_type_checker(tmp_path: Path) -> None:
    calls = tmp_path / "calls.py"
    calls.write_text(
        "import satranj\n"
        "satranj.tour(8, 8).solve(seed=1, time_limit='2s', amo='ladder')\n"
        "satranj.tour(8, 8).solve(tme_limit=2)\n"
        "satranj.solve('queens 8', methd='native:dfs')\n"
        "satranj.queens(6).compare(methods=['native:dfs'], runs='many')\n"
        "reveal_type(satranj.queens(6).solve().path)\n"
        "satranj.solve('tour 8x8', closed=True, start='a1', time_limit=2)\n"
        "satranj.count('path petersen', from_=1, to='2', unweighted=True)\n"
        "satranj.export('place 5x5', 'dimacs', piece='queen', count=3)\n"
        "satranj.encode('dominate 5x5', piece='queen', count='min', amo='ladder')\n"
        "next(satranj.solutions('colouring petersen', colours=3))\n"
        "satranj.compare('tour 6x6', ['native:dfs'], closed=True)\n"
        "satranj.tour(8, 8).solve(closed=True)\n"
        "satranj.solve('tour 8x8', closd=True)\n"
    )
    said, errors, code = api.run(["--strict", "--cache-dir", str(tmp_path / "types"), str(calls)])
    assert code == 1 and errors == ""
    lines = [int(line.split(":")[1]) for line in said.splitlines() if ": error:" in line]
    assert lines == [3, 4, 5, 13, 14], said
    assert '"tme_limit"' in said and '"methd"' in said
    assert "did you mean" in said


def test_several_solutions_are_shown_as_several() -> None:
    answer = satranj.solve("queens 4", all=True)
    assert len(answer) == 2 and [one.squares for one in answer] == [one["squares"] for one in answer.solutions]
    assert all(len(one) == 1 and one.verify() for one in answer)
    assert answer._repr_html_() is None and answer._repr_svg_().count("<title>") >= 1
    assert next(iter(answer))._repr_html_() is not None
    coloured = satranj.colouring([(1, 2), (2, 3)], colours=2).solve(all=True)
    assert {node for one in coloured for node in one.colours} == {1, 2, 3}
