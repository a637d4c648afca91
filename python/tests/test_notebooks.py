"""The lessons run from top to bottom, with their pictures."""

import pathlib
import time

import pytest

nbclient = pytest.importorskip("nbclient")
nbformat = pytest.importorskip("nbformat")

LESSONS = pathlib.Path(__file__).parent.parent / "lessons"


@pytest.mark.parametrize("lesson", sorted(LESSONS.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_lesson_runs_from_top_to_bottom(lesson, tmp_path):
    notebook = nbformat.read(lesson, as_version=4)
    nbformat.validate(notebook)
    started = time.monotonic()
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": str(tmp_path)}}).execute()
    print(f"{lesson.stem}: {time.monotonic() - started:.1f} s")
    shown = [output.get("data", {}) for cell in notebook.cells for output in cell.get("outputs", ())]
    pictures = [data for data in shown if "image/svg+xml" in data]
    players = [data for data in shown if "<iframe" in data.get("text/html", "")]
    assert len(pictures) >= 3 and len(players) >= 3
    assert any("<table" in data.get("text/html", "") for data in shown)
