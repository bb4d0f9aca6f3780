#!/usr/bin/env python3
"""What the sources say in comments and messages: comments.py.

A source that a comment names ("judge.cpp", "wire/cards.def") exists. Words that docs/style.md replaces become fewer:
LEFT says how many each folder still has in comments and messages, and a number there only ever becomes smaller.
"""

import collections
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh", ".def", ".inc"}
TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
NAME = re.compile(r"(?<![\w/.$*<])((?:\w[\w-]*/)*\w+\.(?:cpp|hpp|def))\b(?!\.in)")
EXAMPLES = {"file.hpp", "name.hpp"}
NAMELESS, PER = "nobody, somebody, anybody or whoever", "a or an in place of per"
WORDS = {
    NAMELESS: re.compile(r"(?<!user )\b(?:no|some|any)body\b|\bwhoever\b", re.I),
    PER: re.compile(
        r"(?<!in )\b(?:one|a|two) (?:thread|block|warp|lane|row|column|file|line|word|bit|byte|value|sum|call|entry|party|"
        r"launch|element|copy|stream) an? (?:element|thread|block|warp|lane|row|column|lesson|file|line|value|call|"
        r"launch|party|word|tile|node|bin|kernel|key|student|submission|segment)\b", re.I),
}
LEFT = {
    ("checker/cli", NAMELESS): 1,
    ("checker/harness", NAMELESS): 1,
    ("checker/tests", NAMELESS): 122,
    ("checker/wire", NAMELESS): 4,
    ("exercises", NAMELESS): 4,
    ("exercises", PER): 2,
    ("solutions", NAMELESS): 17,
}


def line_of(text, place):
    return text.count("\n", 0, place) + 1


def folder_of(path):
    return "/".join(path.split("/")[:2]) if path.startswith("checker/") else path.split("/")[0]


def main():
    files = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    problems, found = [], collections.defaultdict(list)
    for path in files:
        if pathlib.PurePath(path).suffix not in SUFFIXES or not (ROOT / path).exists():
            continue
        text = (ROOT / path).read_text(encoding="utf-8", errors="replace")
        for part in TEXT.finditer(text):
            if not part[0].startswith('"'):
                for name in NAME.findall(part[0]):
                    if name not in EXAMPLES and not any(f"/{file}".endswith(f"/{name}") for file in files):
                        problems.append(f"{path}:{line_of(text, part.start())}: there is no {name}")
            for what, pattern in WORDS.items():
                for match in pattern.finditer(part[0]):
                    found[folder_of(path), what].append(
                        f"{path}:{line_of(text, part.start() + match.start())}: {match[0]}")
    for (folder, what), places in sorted(found.items()):
        allowed = LEFT.get((folder, what), 0)
        if len(places) > allowed:
            problems += [f"{folder}: {len(places)} times {what}; {allowed} are allowed", *places]
    print("\n".join(problems) or f"{sum(map(len, found.values()))} words are left")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
