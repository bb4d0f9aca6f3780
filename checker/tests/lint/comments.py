#!/usr/bin/env python3
"""What the sources say in comments and messages, and the docs in their text: comments.py [--counts].

A source that a comment names ("judge.cpp", "wire/cards.def") exists. The head of a class with many sources names each of
them. In a lesson's header the second line of a parameter stands under its first. Words and turns that docs/style.md
replaces become fewer: LEFT says how many each folder still has, and a number there only ever becomes smaller. A failure
lists the places; --counts prints what LEFT would be today.
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
# What is looked at of a file: comments and texts, or all of it.
CODE = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
SCRIPT = re.compile(r'"""(?:[^"\\]|\\.|"(?!""))*"""|"(?:[^"\\\n]|\\.)*"|(?:^|(?<=\s))#[^\n]*', re.S)
PROSE = re.compile(r"[^\n]+")
PARTS = {
    **dict.fromkeys([".cpp", ".hpp", ".cu", ".cuh", ".def", ".inc"], CODE),
    **dict.fromkeys([".cmake", ".txt", ".py", ".sh"], SCRIPT),
    **dict.fromkeys([".md", ".svg"], PROSE),
}
NOT_LOOKED_AT = {"docs/style.md", "checker/tests/lint/comments.py"}  # which say what not to write
NAME = re.compile(r"(?<![\w/.$*<])((?:\w[\w-]*/)*\w+\.(?:cpp|hpp|def))\b(?!\.in)")
EXAMPLES = {"file.hpp", "name.hpp"}
# Classes with many sources: the header whose head says what is where.
CLASSES = {
    "Interpreter": "checker/vgpu/exec/interpreter.hpp",
    "Lowering": "checker/vgpu/exec/lower/lowering_steps.hpp",
}
WORDS = {
    "nobody, somebody, anybody or whoever": re.compile(
        r"(?<!user )(?<!`)\b(?:no|some|any)body\b|\bwhoever\b", re.I),
    "a or an in place of per": re.compile(
        r"(?<!in )\b(?:one|a|two) (?:thread|block|warp|lane|row|column|file|line|word|bit|byte|value|sum|call|entry|party|"
        r"launch|element|copy|stream) an? (?:element|thread|block|warp|lane|row|column|lesson|file|line|value|call|"
        r"launch|party|word|tile|node|bin|kernel|key|student|submission|segment)\b|"
        r"\b(?:\d+|two|three|four|eight|sixteen|many|several) (?:sectors|bytes|instructions|threads|blocks|warps|words|"
        r"values) an? (?:thread|block|warp|lane|element|instruction|row|launch|multiprocessor|second|byte|bank)\b", re.I),
    '"Of" at the beginning of a sentence': re.compile(r"(?:^|^// |^# )Of [a-z]"),
    '"who" without its noun': re.compile(r"(?:^|^// |^# |[.;:,] |and |but )who\b", re.I),
}
# Of each folder, in the order of WORDS.
LEFT = {
    "checker/cli": (0, 0, 0, 3),
    "checker/cmake": (0, 0, 0, 1),
    "checker/harness": (0, 0, 0, 1),
    "checker/setup": (0, 0, 0, 1),
    "checker/tests": (3, 0, 0, 0),
    "checker/vgpu": (0, 0, 0, 2),
    "docs": (1, 0, 0, 2),
    "exercises": (1, 1, 0, 3),
}


def text_of(path):
    """As it was handed out, if a student may have solved it."""
    parts = path.split("/")
    copy = ROOT / "checker" / "stubs" / f"{parts[-2] if len(parts) > 1 else ''}.stub"
    is_stub = parts[0] == "exercises" and parts[-1] == f"{parts[-2].split('_', 1)[-1]}.cu" and copy.exists()
    return (copy if is_stub else ROOT / path).read_text(encoding="utf-8", errors="replace")


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def folder_of(path):
    return "/".join(path.split("/")[:2]) if path.startswith("checker/") else path.split("/")[0]


def missing_sources(path, text, files):
    for part in CODE.finditer(text):
        for name in NAME.findall(part[0]) if not part[0].startswith('"') else ():
            if name not in EXAMPLES and not any(f"/{file}".endswith(f"/{name}") for file in files):
                yield f"{path}:{line_of(text, part.start())}: there is no {name}"


def unnamed_sources(name, header, files):
    head = (ROOT / header).read_text(encoding="utf-8").split("#pragma once")[0]
    member = re.compile(rf"^(?=\S)[^/#\n]*\b{name}::~?\w+\(", re.M)
    folder = header.rsplit("/", 1)[0].removesuffix("/lower")
    for path in files:
        if path.startswith(folder) and path.endswith(".cpp") and (ROOT / path).exists():
            if member.search((ROOT / path).read_text(encoding="utf-8")) and path.rsplit("/", 1)[1] not in head:
                yield f"{header}: its head does not name {path}, which has members of {name}"


def broken_lists(path, text):
    """Lines that belong to the parameter before them and begin in the column of the names, as a formatter leaves them."""
    in_list = False
    for number, line in enumerate(text.splitlines(), 1):
        is_row = re.match(r"//   \S.*?  +\S", line)
        if in_list and not is_row and re.match(r"//   \S", line):
            yield f"{path}:{number}: this line stands in the column of the parameters' names"
        in_list = is_row or (in_list and line.startswith("//   "))


def main():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    problems = [line for name, header in CLASSES.items() for line in unnamed_sources(name, header, files)]
    found = collections.defaultdict(lambda: [[] for _ in WORDS])
    for path in files:
        suffix = pathlib.PurePath(path).suffix
        if suffix == ".txt" and not path.endswith("CMakeLists.txt"):
            continue
        if suffix not in PARTS or path in NOT_LOOKED_AT or not (ROOT / path).exists():
            continue
        text = text_of(path)
        if PARTS[suffix] is CODE:
            problems += missing_sources(path, text, files)
            problems += broken_lists(path, text) if path.startswith("exercises/") else ()
        for part in PARTS[suffix].finditer(text):
            for places, pattern in zip(found[folder_of(path)], WORDS.values()):
                places += [f"{path}:{line_of(text, part.start() + match.start())}: {match[0]}"
                           for match in pattern.finditer(part[0])]
    if sys.argv[1:] == ["--counts"]:
        for folder, places in sorted(found.items()):
            if any(places):
                print(f'    "{folder}": {tuple(map(len, places))},')
        return 0
    for folder, lists in sorted(found.items()):
        for places, allowed, what in zip(lists, LEFT.get(folder, (0,) * len(WORDS)), WORDS):
            if len(places) > allowed:
                problems += [f"{folder}: {len(places)} times {what}; {allowed} are allowed", *places]
    print("\n".join(problems) or f"{sum(len(places) for lists in found.values() for places in lists)} places are left")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
