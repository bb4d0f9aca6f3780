#!/usr/bin/env python3
"""The page of measurements says of each miss why it is one: measurements_test.py."""

import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "bench"))
import measurements  # noqa: E402

HEAD = "\t".join(measurements.COLUMNS) + "\n"


def page_of(rows, goals, of_all=""):
    """The page of one section; the words of SystemExit if it is refused."""
    with tempfile.TemporaryDirectory() as folder:
        measurements.FOLDER = pathlib.Path(folder)
        lines = "".join(f"2026-11-29 06:00\tabc\ta machine\t{work}\t{value}\t%\n" for work, value in rows)
        (measurements.FOLDER / "some.tsv").write_text(HEAD + lines, encoding="utf-8")
        (measurements.FOLDER / "goals.toml").write_text(
            f'introduction = "# Page"\n[[section]]\nfile = "some.tsv"\ntitle = "Some"\ncommand = "measure"\nwhat = "It."\n'
            f"{of_all}\n[section.goals]\n{goals}\n", encoding="utf-8")
        try:
            return measurements.page()
        except SystemExit as refused:
            if refused.code == 77:
                raise
            return f"refused: {refused}"


CASES = [
    ("a goal that is met", [("copy", 95)], '"copy" = ">= 90"', "", "| copy | >= 90 | 95 % | a machine | 2026-11-29 06:00, abc | yes |"),
    ("the last row counts", [("copy", 95), ("copy", 80)], '"copy" = { goal = ">= 90", reason = "Narrow loads." }', "",
     "| 80 % | a machine | 2026-11-29 06:00, abc | **no**: Narrow loads. |"),
    ("a reason for a whole section", [("copy", 80)], '"copy" = ">= 90"', 'reason = "Left to do."', "| **no**: Left to do. |"),
    ("its own reason comes first", [("copy", 80)], '"copy" = { goal = ">= 90", reason = "Narrow." }', 'reason = "Left to do."',
     "| **no**: Narrow. |"),
    ("no goal", [("copy", 80)], '"copy" = ""', "", "| copy | - | 80 % | a machine | 2026-11-29 06:00, abc | - |"),
    ("nothing measured", [("sum", 1)], '"copy" = ">= 90"', "", "| copy | >= 90 | not measured | | | |"),
    ("a miss without a reason", [("copy", 80)], '"copy" = ">= 90"', "",
     "refused: goals.toml: copy: 80 % is not >= 90, and there is no reason"),
    ("a reason for what is met", [("copy", 95)], '"copy" = { goal = ">= 90", reason = "Narrow." }', "",
     "refused: goals.toml: copy: there is a reason for a miss, and none is recorded"),
    ("a reason for what was not measured", [("sum", 1)], '"copy" = { goal = ">= 90", reason = "Narrow." }', "", "refused: "),
]

problems = []
for name, rows, goals, of_all, words in CASES:
    page = page_of(rows, goals, of_all)
    if words not in page:
        problems.append(f"{name}: no \"{words}\" in:\n{page}")
print("\n".join(problems) or f"{len(CASES)} pages are right.")
sys.exit(bool(problems))
