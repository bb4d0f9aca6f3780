#!/usr/bin/env python3
"""What `check --values-only` says, as `grade` runs it on a GPU besides the virtual one.

    checker/tests/mistakes/values_only.py BUILD_FOLDER     (of the dev preset, built)

Here it is run on the virtual GPU, whose notes it must not look at: what is only not done in the way that a lesson asks
for, and a fault that leaves the values right, passes; wrong values, crashes and what has not been begun do not.
"""

import concurrent.futures
import json
import os
import pathlib
import sys

import programs

PROGRAMS = [  # lesson, program, its verdict with --values-only
    ("02_first_kernel", "host_loop", "crashed"),
    ("03_square_port", "solution", "passed"),
    ("03_square_port", "stub", "wrong_answer"),
    ("03_square_port", "carried_there_and_back", "passed"),      # requirement
    ("03_square_port", "caret_is_not_power", "wrong_answer"),
    ("13_device_buffer", "solution", "passed"),
    ("13_device_buffer", "assignment_waits", "passed"),          # requirement
    ("15_float_literals", "double_constant", "passed"),          # requirement, by the PTX
    ("15_float_literals", "constant_of_three_digits", "wrong_answer"),
    ("18_managed_memory", "solution", "passed"),
    ("18_managed_memory", "both_prefetches_after", "passed"),    # requirement
    ("20_event_timer", "solution", "passed"),
    ("21_bandwidth_crossover", "solution", "passed"),
    ("21_bandwidth_crossover", "binary_gigabytes", "wrong_answer"),
    ("23_ptx_and_nvrtc", "solution", "passed"),
    ("24_counter_race", "block_scope", "passed"),                # fault: a race
    ("24_counter_race", "atomic_for_every_hit", "passed"),       # too_much_traffic
    ("34_transpose_tiled", "solution", "passed"),
    ("34_transpose_tiled", "stub", "wrong_answer"),
    ("34_transpose_tiled", "naive_load", "passed"),              # too_much_traffic
    ("34_transpose_tiled", "only_first_step", "wrong_answer"),
    ("71_reduce_in_order", "every_second_thread", "passed"),     # too_much_traffic
]


def main(build):
    course = json.loads((build / "lessons.json").read_text())
    rows = {row["name"]: row for row in course["lessons"]}
    known = {(lesson, name): (learner, names) for lesson, row in rows.items()
             for kind, name, learner, names in programs.of_lesson(build, row)}
    wrong = 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [(lesson, name, expected, pool.submit(programs.check, course, rows[lesson], *known[lesson, name],
                                                     "virtual", ["--values-only"]))
                for lesson, name, expected in PROGRAMS if lesson in rows]
        for lesson, name, expected, job in jobs:
            result = job.result()
            if result["verdict"] != expected:
                wrong += 1
                print(f"{lesson} {name}: {result['verdict']}, expected {expected}\n{result['log']}")
    print(f"{len(jobs)} programs, {wrong} not as they should be")
    return 1 if wrong or not jobs else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
