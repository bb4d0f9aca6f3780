#!/usr/bin/env bash
# `grade` on a machine that has a GPU: the virtual GPU's verdicts, and the values of both.
#
#     grade_both.sh BUILD_FOLDER [DEVICE [WORDS...]]   (of the dev preset, built; DEVICE: auto if not given; WORDS for
#                                                       grade, such as --unsandboxed where Bubblewrap is missing)
#
# Hands in three submissions: all solutions; of each lesson a mistake with wrong values; of each lesson one whose values
# are right, computed in another way than the lesson asks for. Prints a table, tab separated: submission, lesson, what
# its file promises, the verdict, points, the devices, and what went wrong on the GPU alone. Exit code 1 if a solution has
# not passed, a mistake has passed or is not told with the verdict that it promises (its lesson's may be a heavier one, of
# another case), or the GPU was not asked where something passed and the lesson has no note that says why.
set -u
build=$(cd "${1:?"usage: grade_both.sh BUILD_FOLDER [DEVICE [WORDS...]]"}" && pwd) device=${2:-auto}
shift $(($# < 2 ? $# : 2))
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$here/../mistakes
python3 - "$build" "$work" << 'END' || exit 1
import json, pathlib, sys
import programs, submissions
build, work = map(pathlib.Path, sys.argv[1:])
with open(work / "promised.tsv", "w") as promised:
    for row in json.loads((build / "lessons.json").read_text())["lessons"]:
        lesson = row["name"]
        for name, source in (("solutions", pathlib.Path(row["solution"])),
                             ("values", submissions.first_mistake(lesson, ["wrong_answer"])),
                             ("requirements", submissions.first_mistake(lesson, ["requirement", "too_much_traffic"]))):
            if source is None:
                continue
            submissions.hand_in(work / name, row, source)
            verdict = "passed" if name == "solutions" else programs.promised(lesson, source.stem)["Verdict"][0]
            print(name, lesson, source.stem, verdict, sep="\t", file=promised)
END

status=0
for name in solutions values requirements; do
    began=$(date +%s)
    "$build/bin/workbook" --build "$build" --device "$device" --seed 20261120 grade --submission "$work/$name" \
        "$@" --format json > "$work/$name.json" 2> "$work/$name.log" || { status=1; cat "$work/$name.log"; }
    echo "$name: $(($(date +%s) - began)) s" >&2
done
python3 - "$work" "$device" << 'END' || status=1
import json, pathlib, sys
work = pathlib.Path(sys.argv[1])
reports = {name: json.loads((work / f"{name}.json").read_text()) for name in ("solutions", "values", "requirements")}
for name, report in reports.items():
    print(f"# {name}: {report['points']} of {report['max_points']} points, on {report['device']['name']}",
          *report["warnings"], report["incomplete_reason"])
graded = {(name, lesson["lesson"]): lesson for name, report in reports.items() for lesson in report["lessons"]}
wrong = 0
print("submission", "lesson", "program", "promised", "verdict", "points", "devices", "on the GPU alone", sep="\t")
for line in (work / "promised.tsv").read_text().splitlines():
    name, lesson, program, promised = line.split("\t")
    row = graded[name, lesson]
    alone = [message["text"].splitlines()[0] for message in row["messages"] if "not on the virtual GPU" in message["text"]]
    asked = (row["device"]["kind"] == "both" or sys.argv[2] != "auto" or not any(case["passed"] for case in row["cases"])
             or any("was not asked for its values" in note for note in row["notes"]))
    told = {row["verdict"]} | {message["verdict"] for message in row["messages"]}
    good = asked and promised in told and (row["verdict"] == "passed") == (promised == "passed")
    wrong += not good
    print(name, lesson, program, promised, row["verdict"] + ("" if good else " (!)"), f"{row['points']}/{row['max_points']}",
          row["device"]["name"], "; ".join(alone), sep="\t")
print(f"# {wrong} not as they should be")
sys.exit(wrong > 0)
END
exit $status
