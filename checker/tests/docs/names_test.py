#!/usr/bin/env python3
"""The files and functions that the documents name exist: names_test.py.

In docs/architecture.md and docs/contributing.md a row of a table that begins with a file and a function, "| `a/b.cpp` |
`f` |", says that the file defines the function, and so does "`f` in `a/b.cpp`" or "`f` and `g` in `a/b.cpp`"; every other
`path/with/slashes` must be there, too.
docs/reference/harness.md has a row for each promise of checker/harness/promises.hpp.
The screens in docs/watch.md are lines of the recorded session. README.md's board has the lessons that there are.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
ROW = re.compile(r"^\| `([\w./]+)` \| `(\w+)` \|", re.M)
IN = re.compile(r"`(\w+)`(?: and `(\w+)`)? in `(checker/[\w./]+)`")
PATH = re.compile(r"`((?:checker|docs|exercises|solutions)/[\w./-]*\w/?)`")


def defines(text, function):
    """A line begins with a type and the function's name, and is no statement."""
    return re.search(rf"^ *(?!return|else|throw)[\w:<>,&*\[\]]+(?: [\w:<>,&*\[\]]+)* [&*]*(?:\w+::)*{function}\((?!.*;$)",
                     text, re.M)


def problems_of(document):
    text = (ROOT / document).read_text(encoding="utf-8")
    for path in sorted(set(PATH.findall(text))):
        if not (ROOT / path).exists():
            yield f"{document}: there is no {path}"
    named = ROW.findall(text)
    named += [(path, function) for *functions, path in IN.findall(text) for function in functions if function]
    for path, function in named:
        file = ROOT / path
        if file.exists() and not defines(file.read_text(encoding="utf-8"), function):
            yield f"{document}: {path} does not define {function}"


def lines_not_recorded():
    """Lines of a screen in docs/watch.md that the session (record_session.sh) does not have."""
    recorded = (ROOT / "checker/tests/course/sessions/three_lessons.screens").read_text(encoding="utf-8").splitlines()
    for kind, block in re.findall(r"^```(\w*)\n(.*?)^```$", (ROOT / "docs/watch.md").read_text(encoding="utf-8"),
                                  re.M | re.S):
        for line in block.splitlines():
            if kind == "" and line not in recorded:
                yield f"docs/watch.md: no screen of the recorded session has the line: {line}"


def board_of_the_readme():
    """README.md's board: its sums are those of its rows, and these are the lessons that there are."""
    board = (ROOT / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^ +\[ \] (\w+) +not started +0 / +(\d+)$", board, re.M)
    there = {folder.name for folder in (ROOT / "exercises").glob("*/[0-9]*_*") if folder.is_dir()}
    for name in sorted({name for name, _ in rows} ^ there):
        yield f"README.md: its board and exercises/ differ in {name}"
    sums = f"0 of {len(rows)} lessons, 0 of {sum(int(points) for _, points in rows)} points"
    if sums not in board:
        yield f"README.md: its board should end with {sums}"


def promises_without_a_row():
    """Promises that docs/reference/harness.md does not explain."""
    header = (ROOT / "checker/harness/promises.hpp").read_text(encoding="utf-8")
    members = re.search(r"^enum class Promise[^{]*\{(.*?)^\};", header, re.M | re.S)
    promises = re.findall(r"^    (\w+),", members[1] if members else "", re.M)
    rows = (ROOT / "docs/reference/harness.md").read_text(encoding="utf-8")
    if not promises:
        yield "checker/harness/promises.hpp: there is no enum class Promise with a member on each line"
    for promise in promises:
        if f"\n| `{promise}` |" not in rows:
            yield f"docs/reference/harness.md: its table of promises has no row for {promise}"


def main():
    documents = ["docs/architecture.md", "docs/contributing.md"]
    problems = [*lines_not_recorded(), *board_of_the_readme(), *promises_without_a_row()]
    problems += [problem for document in documents for problem in problems_of(document)]
    rows = len(ROW.findall((ROOT / documents[0]).read_text(encoding="utf-8")))
    if rows < 20:  # a table that was written otherwise would be no test
        problems.append(f"{documents[0]}: its three walks have only {rows} rows of a file and a function")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
