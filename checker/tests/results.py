#!/usr/bin/env python3
"""Says at the end of a run of ctest what failed and what was skipped: results.py RESULTS.xml, which ctest
--output-junit writes. In CI (CI=true) a skip that is not in allowed_skips.txt beside this script is an error. The exit
code is 1 for such a skip only: what failed, ctest's own exit code says."""
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

FAILED_SHOWN = 5
LINES_SHOWN = 12


def last_lines(case):
    output = re.sub(r"\[NON-XML-CHAR-0x\w\w\](\[[\d;]*m)?", "", case.findtext("system-out") or "")
    lines = [line.rstrip() for line in output.splitlines() if line.strip()]
    return lines[-LINES_SHOWN:] or ["(it printed nothing)"]


def failures(cases):
    failed = [case for case in cases if case.get("status") == "fail"]
    for case in failed[:FAILED_SHOWN]:
        yield f"{case.get('name')} failed after {float(case.get('time')):.0f} s. Its last lines:"
        yield from ("    " + line for line in last_lines(case))
    if len(failed) > FAILED_SHOWN:
        yield "Failed, too: " + " ".join(case.get("name") for case in failed[FAILED_SHOWN:])


def main():
    cases = ElementTree.parse(sys.argv[1]).getroot().findall("testcase")
    skipped = [case.get("name") for case in cases if case.get("status") == "notrun"]
    if skipped:
        print(f"Skipped: {len(skipped)} tests, so nothing is known of what they test:")
        print("".join(f"    {name}\n" for name in skipped), end="")
    print("".join(f"{line}\n" for line in failures(cases)), end="")
    if os.environ.get("CI") != "true":
        return 0
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "allowed_skips.txt"), encoding="utf-8") as file:
        allowed = {line.split("  ")[0] for line in file}
    unexpected = [name for name in skipped if name not in allowed]
    if unexpected:
        print(f"In CI none of these may be skipped (checker/tests/allowed_skips.txt): {' '.join(unexpected)}")
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
