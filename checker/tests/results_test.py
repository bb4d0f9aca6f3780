#!/usr/bin/env python3
"""What is said at the end of a run of ctest: results_test.py."""

import os
import pathlib
import subprocess
import sys
import tempfile

SCRIPT = pathlib.Path(__file__).resolve().parent / "results.py"


def case(name, status, output=""):
    return f'<testcase name="{name}" time="2.4" status="{status}"><system-out>{output}</system-out></testcase>'


def said(cases, in_ci):
    with tempfile.TemporaryDirectory() as folder:
        results = pathlib.Path(folder) / "results.xml"
        results.write_text(f"<testsuite>{''.join(cases)}</testsuite>", encoding="utf-8")
        run = subprocess.run([sys.executable, str(SCRIPT), str(results)], capture_output=True, text=True, check=False,
                             env={**os.environ, "CI": "true" if in_ci else ""})
    return run.returncode, run.stdout + run.stderr


SKIP = "Skipped: 1 tests, so nothing is known of what they test:\n    {}\n"
ALLOWED = "browser.book"
MANY = "".join(f"line {number}\n" for number in range(20))
CASES = [
    ("all is well", [case("a", "run")], True, 0, ""),
    ("the last lines of what failed, without escapes",
     [case("a", "fail", MANY + "\n  &lt;&amp;&gt; [NON-XML-CHAR-0x1B][1;31mred[NON-XML-CHAR-0x1B][0m")], False, 0,
     "a failed after 2 s. Its last lines:\n" + "".join(f"    line {number}\n" for number in range(9, 20)) + "      <&> red\n"),
    ("it printed nothing", [case("a", "fail")], True, 0,
     "a failed after 2 s. Its last lines:\n    (it printed nothing)\n"),
    ("of many, the names", [case(f"t{number}", "fail", "x") for number in range(7)], False, 0,
     "".join(f"t{number} failed after 2 s. Its last lines:\n    x\n" for number in range(5)) + "Failed, too: t5 t6\n"),
    ("a skip", [case("a", "notrun")], False, 0, SKIP.format("a")),
    ("a skip in CI", [case("a", "notrun")], True, 1,
     SKIP.format("a") + "In CI none of these may be skipped (checker/tests/allowed_skips.txt): a\n"),
    ("a skip that CI allows", [case(ALLOWED, "notrun")], True, 0, SKIP.format(ALLOWED)),
]


def main():
    failed = 0
    for name, cases, in_ci, code, text in CASES:
        found = said(cases, in_ci)
        if found != (code, text):
            failed += 1
            print(f"{name}:\n{found[0]}, {found[1]}\nexpected:\n{code}, {text}")
    print(f"{len(CASES)} cases, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
