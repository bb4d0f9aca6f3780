#!/usr/bin/env python3
"""What the virtual GPU's process costs: programs from start to end, calls, copies, verdicts. By hand: half a minute.

    cmake --build --preset dev --target engine_costs && checker/bench/engine_costs.py build/dev [--rounds 101] [--record FILE.tsv]

Each figure is a median. Nothing is checked where bytes move
(WORKBOOK_CHECKS=none); the verdicts are those of solved lessons, with all checks, as `grade` has them: confined. They take
the lessons' tests, which `cmake --build --preset dev` builds.
"""

import argparse
import json
import os
import pathlib
import statistics
import subprocess
import time

import measurements

LESSONS = ["01_device_query", "02_first_kernel", "03_square_port", "04_guard_ceil_div", "05_error_check",
           "06_coverage_lab"]


def milliseconds(command, environment, rounds):
    """Of a process from its start to its end, as a parent sees it."""
    words = [str(word) for word in command]
    null = [(os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_RDWR, 0) for descriptor in (0, 1, 2)]
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        process = os.posix_spawn(words[0], words, environment, file_actions=null)
        _, status = os.waitpid(process, 0)
        times.append((time.perf_counter() - began) * 1000)
        if status != 0:
            raise SystemExit(f"{words} ended with status {status}")
    return statistics.median(times)


def solved(build, lesson):
    """The lesson's solution as the tests of mistakes build it."""
    return build / "checker/tests/mistakes" / f"solution_{lesson}" / "learner"


def verdict(build, course, lesson, rounds):
    folder = build / "lessons" / lesson
    confines = subprocess.run([folder / "check", "--can-confine"], check=False).returncode == 0
    command = [folder / "check", "--lesson", lesson, "--learner", solved(build, lesson), "--points", "1", "--device",
               "virtual", "--vgpu-lib", course["virtual_runtime"], "--cuda-lib", course["cuda_libraries"], "--reference",
               folder / "reference", "--seed", "1"]
    return milliseconds(command + ["--confine"] * confines, os.environ, rounds)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=101)
    parser.add_argument("--record", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    course = json.loads((build / "lessons.json").read_text(encoding="utf-8"))
    program = build / "checker/bench/engine_costs"
    environment = {**os.environ, "LD_LIBRARY_PATH": course["virtual_runtime"], "WORKBOOK_CHECKS": "none"}
    print(time.strftime("%Y-%m-%d %H:%M"), "load", os.getloadavg()[0])
    rows = []
    for word, what in (("devices", "an empty program that asks for the devices"), ("nothing", "a program that calls nothing")):
        rows.append((f"{what}, from start to end", milliseconds([program, word], environment, options.rounds), "ms"))
    printed = subprocess.run([program], env=environment, check=True, capture_output=True, text=True).stdout
    for line in printed.splitlines():  # "a launch and the wait for it: 10.2 us"
        what, _, figure = line.rpartition(": ")
        value, _, unit = figure.partition(" ")
        rows.append((what, float(value), unit))
    for lesson in LESSONS:
        if not solved(build, lesson).exists():
            print(f"no verdict of {lesson}: cmake --build --preset dev builds its solution")
        else:
            rows.append((f"verdict of {lesson}", verdict(build, course, lesson, max(3, options.rounds // 15)), "ms"))
    for what, value, unit in rows:
        print(f"{what}: {value:.4g} {unit}")
    if options.record:
        measurements.append(options.record, rows)


if __name__ == "__main__":
    main()
