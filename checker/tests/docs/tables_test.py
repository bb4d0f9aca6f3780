#!/usr/bin/env python3
"""Each table of a document is one table: tables_test.py.

Lines that begin with "|" are a table only if the second of them is the rule below its head. Behind an empty line the rest of
a table is a paragraph full of bars, in a browser as on GitHub.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
RULE = re.compile(r"^\s*\|(\s*:?-+:?\s*\|)+\s*$")


def problems_of(lines):
    """The numbers of lines at which something begins that looks like a table and is none."""
    in_code, last = False, 0
    for number, line in enumerate(lines, 1):
        if line.lstrip().startswith("```"):
            in_code = not in_code
        if in_code or not line.lstrip().startswith("|"):
            continue
        if last != number - 1 and not (number < len(lines) and RULE.match(lines[number])):
            yield number
        last = number


def main():
    assert list(problems_of(["| a |", "|---|", "| b |", "", "| c |"])) == [5]
    assert not list(problems_of(["| a |", "|:--|", "| b |", "```", "| c |", "```"]))
    documents = [path for where in ("*.md", "docs/**/*.md", "exercises/**/*.md") for path in sorted(ROOT.glob(where))]
    problems = [f"{document.relative_to(ROOT)}:{number}: no table begins here: the line below has no |---|"
                for document in documents for number in problems_of(document.read_text(encoding="utf-8").splitlines())]
    print("\n".join(problems) or f"the tables of {len(documents)} documents are whole")
    return 1 if problems or len(documents) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
