#!/usr/bin/env python3
"""docs/redteam.md against the attacks: redteam_test.py.

Each attack has a row with its file's sentence, its lesson's number and a verdict that the file allows; each row has an
attack; the headings' counts are right; and each claim, and each of what an earlier grader was fooled with, names attacks
or tests that are there.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
TESTS = ROOT / "checker/tests"
ATTACKS = TESTS / "redteam/attacks"


def attack_of(text):
    """What the first lines of an attack's file say: its sentence, the number of its lesson, its verdicts."""
    sentence = re.search(r"^// Attack: (.*(?:\n//  +.*)*)", text, re.M)[1]
    lesson = re.search(r"^// Lesson: (\d\d)", text, re.M)
    verdict = re.search(r"^// Verdict: (.*)", text, re.M)[1].strip()
    return re.sub(r"\s*\n//\s+", " ", sentence).strip(), lesson[1] if lesson else "", re.split(r" or |, ", verdict)


def rows_of(part):
    for line in part.splitlines():
        row = re.fullmatch(r"\| (\w+)(?: \((\d\d)\))? \| (.*) \| (\w+) \|", line)
        if row and row[1] != "attack":
            yield row[1], (row[3], row[2] or "", row[4])


def problems_of_part(heading, rows, attacks):
    stage, count = re.search(r"\((?:`(\w+)/`, )?(\d+)", heading).groups()
    if int(count) != len(rows):
        yield f'"{heading}" has {len(rows)} rows'
    if stage is None:
        script = (ATTACKS / "submit_attacks.sh").read_text()
        yield from (f"submit_attacks.sh makes no {name}" for name in rows if not re.search(rf"\b{name}\b", script))
        return
    yield from (f"no row for {stage}/{name}.cu" for name in attacks[stage].keys() - rows.keys())
    yield from (f"no file for {name} in {stage}/" for name in rows.keys() - attacks[stage].keys())
    for name in rows.keys() & attacks[stage].keys():
        (sentence, lesson, verdict), (of_file, of_lesson, verdicts) = rows[name], attacks[stage][name]
        if (sentence, lesson) != (of_file, of_lesson):
            yield f"the row of {name} says ({lesson}) {sentence}; its file says ({of_lesson}) {of_file}"
        if verdict not in verdicts and verdicts != ["any"]:
            yield f"the row of {name} ends with {verdict}; its file allows {', '.join(verdicts)}"


def main():
    text = (ROOT / "docs/redteam.md").read_text(encoding="utf-8")
    attacks = {stage: {path.stem: attack_of(path.read_text(encoding="utf-8", errors="replace"))
                       for path in (ATTACKS / stage).glob("*.cu")} for stage in ("run", "early", "program", "compile")}
    parts = re.split(r"^### (.*)$", text[text.index("<!-- tables -->"):text.index("<!-- end of tables -->")], flags=re.M)[1:]
    parts = {heading: dict(rows_of(part)) for heading, part in zip(parts[::2], parts[1::2])}
    problems = [problem for heading, rows in parts.items() for problem in problems_of_part(heading, rows, attacks)]

    asked = re.search(r"^## Claims and their tests.*?(?=^## What is tried)", text, re.M | re.S)[0]
    known = {name for rows in parts.values() for name in rows}
    known |= {path.name for path in TESTS.rglob("*") if path.suffix in (".cpp", ".sh", ".py")}
    known |= set(re.findall(r"add_test\(NAME ([\w.]+)", "".join(path.read_text() for path in TESTS.rglob("CMakeLists.txt"))))
    known |= {f"course.{path.stem}" for path in (TESTS / "course/scenarios").glob("*.cmake")}
    tested = [(line, re.findall(r"`([\w.]+)`", line.split("|")[2])) for line in asked.splitlines()
              if line.startswith("| ") and not line.endswith(" by |")]
    problems += [f"no test is named: {line}" for line, names in tested if not names]
    problems += [f"a row names {name}, which is no attack and no test" for _, names in tested for name in names
                 if name not in known]
    print("\n".join(sorted(problems)) or f"{sum(map(len, parts.values()))} attacks and {len(tested)} claims and old tricks")
    return 1 if problems or len(parts) != 5 or len(tested) < 45 else 0


if __name__ == "__main__":
    sys.exit(main())
