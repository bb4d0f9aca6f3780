#!/usr/bin/env python3
"""Grades many submissions in a loop: stubs, solutions, accepted programs, mistakes and attacks. By hand: half an hour.

    grade_many.py BUILD [--count 100] [--seed 1] [--from N] [-- words for `workbook grade`]

BUILD is a folder such as build/learner. Each submission must get the grade that its files promise: a stub is not
started, a solution and an accepted program have all points, a mistake has the verdict that its first lines name and an
attack one of those that it names, neither of them full points. After each one nothing may be running, TMPDIR is empty
and the submission is as it was; at the end the build folder holds what it held after the first. Exit code 1 if anything
was otherwise.
"""

import argparse
import collections
import ctypes
import hashlib
import json
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
MISTAKES = HERE.parent / "mistakes"
ACCEPTED = HERE.parent / "accepted"
RIGHT = ("solution", "accepted")
sys.path[:0] = [str(MISTAKES), str(MISTAKES.parents[1] / "bench")]
import measurements  # noqa: E402
import submissions
ATTACKS = HERE / "attacks"
# Short ones, of several kinds; attacks are written for lesson 03.
LESSONS = ["02_first_kernel", "03_square_port", "24_counter_race", "28_shared_reverse"]
# What "any" means in the head of an attack.
ANY = ("not_started or forbidden or too_much_output or out_of_memory or crashed or exited or timed_out or fault or "
       "wrong_answer or requirement or too_much_traffic or needs_gpu")
PR_SET_CHILD_SUBREAPER = 36

Part = collections.namedtuple("Part", "lesson kind source verdicts")


def promised(path, word):
    """The value of a line "// Verdict: ..." at the top of a file."""
    for line in path.read_text(encoding="utf-8", errors="replace").splitlines()[:12]:
        if line.startswith(f"// {word}:"):
            return line.split(":", 1)[1].strip()
    return ""


def part_of(kind, name, lesson, chosen):
    if kind == "solution":
        return Part(name, kind, pathlib.Path(lesson["solution"]), ["passed"])
    if kind == "accepted":
        return Part(name, kind, chosen.choice(sorted((ACCEPTED / name).glob("*.cu"))), ["passed"])
    if kind == "mistake":
        files = [path for path in sorted((MISTAKES / name).glob("*.cu")) if promised(path, "Verdict")]
        path = chosen.choice(files)
        return Part(name, kind, path, [promised(path, "Verdict")])
    if kind == "attack":
        # Those that are whole files, on this lesson, and need nothing else of the grader; with --unsandboxed, too.
        files = [path for path in sorted(ATTACKS.glob("*/*.cu"))
                 if promised(path, "Stage").removesuffix(", slow") in ("run", "program", "compile")
                 and not promised(path, "Lesson") and promised(path, "Needs") != "sandbox"
                 and not promised(path, "Environment") and '#include "tests/' not in path.read_text(errors="replace")]
        path = chosen.choice(files)
        # Without a sandbox a file is refused for what it has the compiler read.
        promises = promised(path, "Verdict").replace(",", " or ").replace("any", ANY).split(" or ")
        return Part(name, kind, path, [*promises, "forbidden"])
    return Part(name, kind, HERE.parents[1] / "stubs" / f"{name}.stub", ["not_started"])


def submission(index, lessons, seed):
    """What the submission with this number holds; the same on every machine."""
    chosen = random.Random(seed * 100_000 + index)
    parts = []
    for name in LESSONS:
        kinds = ["stub", "solution", "accepted", "mistake"]
        if name == "03_square_port" and ATTACKS.is_dir():
            kinds += ["attack", "attack"]
        parts.append(part_of(chosen.choice(kinds), name, lessons[name], chosen))
    return parts


def files_of(folder):
    found = {}
    for path in sorted(folder.rglob("*")):
        found[str(path.relative_to(folder))] = "" if path.is_dir() else hashlib.sha256(path.read_bytes()).hexdigest()
    return found


def names_of(folder):
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def children():
    """Processes that are ours: all that was started and has lost its parent comes to us."""
    found = []
    for task in pathlib.Path("/proc/self/task").iterdir():
        found += (task / "children").read_text(encoding="ascii").split()
    return found


def left_running():
    """The names of processes that are still there a second later; they are ended."""
    for _ in range(20):
        while os.waitpid(-1, os.WNOHANG)[0] if children() else 0:
            pass
        if not children():
            return []
        time.sleep(0.05)
    left = []
    for process in children():
        left.append(pathlib.Path(f"/proc/{process}/comm").read_text(encoding="utf-8", errors="replace").strip())
        os.kill(int(process), 9)
    return left


class Course:
    def __init__(self, build, words):
        self.build = build.resolve()
        course = json.loads((self.build / "lessons.json").read_text(encoding="utf-8"))
        self.root = pathlib.Path(course["root"])
        self.lessons = {lesson["name"]: lesson for lesson in course["lessons"]}
        self.words = words

    def write(self, parts, folder):
        for part in parts:
            submissions.hand_in(folder, self.lessons[part.lesson], part.source)

    def grade(self, folder, work):
        """The report, what the tool printed, seconds, KiB of the largest process."""
        output, temporary = work / "report.json", work / "tmp"
        temporary.mkdir()
        command = [self.build / "bin/workbook", "--build", self.build, "--device", "virtual", "grade", "--submission",
                   folder, "--format", "json", "--output", output, *self.words, *LESSONS]
        began = time.monotonic()
        with open(work / "log", "wb") as log:
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                       env={**os.environ, "TMPDIR": str(temporary)})
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - began
        report = json.loads(output.read_text(encoding="utf-8")) if output.exists() else None
        return report, process.returncode, seconds, usage.ru_maxrss, names_of(temporary)


def judged(part, lesson):
    """What is wrong with a lesson's grade; nothing if it is as promised."""
    full = lesson["points"] >= lesson["max_points"]
    if lesson["verdict"] not in part.verdicts:
        return f"{lesson['verdict']}, not {' or '.join(part.verdicts)}"
    if part.kind in RIGHT and not full:
        return f"{part.kind}, with {lesson['points']} points"
    if part.kind not in RIGHT and full:
        return f"a {part.kind} with all points"
    if part.kind in ("stub", "attack") and lesson["points"] > 0:
        return f"a {part.kind} with {lesson['points']} points"
    return ""


def grade_one(course, parts, work):
    """Problems, seconds, KiB."""
    folder = work / "submission"
    course.write(parts, folder)
    before = files_of(folder)
    report, code, seconds, memory, temporary = course.grade(folder, work)
    problems = [f"left running: {name}" for name in left_running()]
    problems += [f"left in TMPDIR: {name}" for name in sorted(temporary)[:5]]
    if files_of(folder) != before:
        problems.append("the submission was changed")
    if report is None or code != 0 or not report["complete"]:
        text = (work / "log").read_text(encoding="utf-8", errors="replace")
        return problems + [f"exit code {code}, no complete report: {text[-500:]}"], seconds, memory
    for part, lesson in zip(parts, report["lessons"], strict=True):
        wrong = judged(part, lesson)
        if wrong:
            problems.append(f"{part.lesson}, {part.kind} {part.source.stem}: {wrong}")
    return problems, seconds, memory


def main():
    words = sys.argv[1:]
    for_grade = words[words.index("--") + 1:] if "--" in words else []
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE.tsv")
    parser.add_argument("--from", dest="first", type=int, default=0, help="number of the first submission")
    options = parser.parse_args(words[:words.index("--")] if "--" in words else words)
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    course = Course(options.build, for_grade)
    kinds, wrong, times, sizes, built = collections.Counter(), 0, [], [], None
    for index in range(options.first, options.first + options.count):
        parts = submission(index, course.lessons, options.seed)
        work = pathlib.Path(tempfile.mkdtemp(prefix="grade_many."))
        try:
            problems, seconds, memory = grade_one(course, parts, work)
        finally:
            shutil.rmtree(work)
        names = names_of(course.build)
        if built is not None and len(times) > 3:  # the first ones build the checkers
            problems += [f"left in the build folder: {name}" for name in sorted(names - built)[:5]]
        built = names
        kinds.update(part.kind for part in parts)
        times.append(seconds)
        sizes.append(memory)
        wrong += bool(problems)
        print(f"{index}: {'; '.join(f'{part.kind} {part.source.stem}' for part in parts)}: {seconds:.1f} s, "
              f"{memory / 1024:.0f} MiB{'' if problems else ', as expected'}", flush=True)
        for problem in problems:
            print(f"    NOT AS IT SHOULD BE: {problem}", flush=True)
    print(f"\n{len(times)} submissions, {wrong} not as they should be. "
          f"Of {sum(kinds.values())} lessons: " + ", ".join(f"{count} {kind}" for kind, count in kinds.items()))
    print(f"One submission of {len(LESSONS)} lessons: {statistics.median(times):.1f} s in the middle, at most "
          f"{max(times):.1f} s; its largest process {max(sizes) / 1024:.0f} MiB.")
    if options.record:
        of = f"a submission of {len(LESSONS)} lessons,"
        measurements.append(options.record, [(f"{of} median of {len(times)}", statistics.median(times), "s"),
                                             (f"{of} longest of {len(times)}", max(times), "s")])
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
