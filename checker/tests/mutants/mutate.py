#!/usr/bin/env python3
"""Wrong programs made from the solutions by a machine, and whether the checks find them.

    mutate.py BUILD [LESSON...]            makes, compiles and checks the mutants of all lessons or these
    mutate.py generate BUILD [LESSON...] --output FOLDER      the first step alone; needs tree-sitter
    mutate.py run FOLDER BUILD [LESSON...]                    the others; need nvcc, the build, nothing else

BUILD is a build folder with the checkers (of any preset). A survivor either leads to a better check, or it is right
after all: then it stands, with the reason, in equivalent/<lesson>.txt. Exit code: 0 if all is as it should be, 1 if a
survivor is not listed or an entry of the list does not hold, 2 if something went wrong, 77 without the parser.
"""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

import building
import generate
import run
import survivors
import syntax
import table

HERE = pathlib.Path(__file__).resolve().parent


def parse(words):
    step = words.pop(0) if words and words[0] in ("generate", "run") else "all"
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    if step == "run":
        parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("lessons", nargs="*")
    parser.add_argument("--output", type=pathlib.Path, help="generate: the folder; else the table, .md or .json")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--limit", type=float, default=0, help="seconds after which nothing new is begun")
    parser.add_argument("--resume", action="store_true", help="goes on from the results that are there")
    parser.add_argument("--survivors", action="store_true", help="checks again only what survived, and what is new")
    parser.add_argument("--per-lesson", type=int, default=0, help="a sample of so many of each lesson")
    parser.add_argument("--sample", type=int, default=1, help="which sample")
    parser.add_argument("--parts", type=int, default=1, help="of so many parts of the lessons that one whose turn it is")
    parser.add_argument("--seed", type=int, default=20261120, help="of the checks' random data")
    parser.add_argument("--time-scale", type=float, default=1)
    parser.add_argument("--compile-seconds", type=float, default=300,
                        help="that a batch may take, before it is halved; more where others use the processors, too")
    parser.add_argument("--write-survivors", type=pathlib.Path, help="a folder for lists of those without a reason")
    options = parser.parse_args(words)
    options.step = step
    return options


def generate_all(build, names, folder):
    total = 0
    for name in names:
        lesson = build.lesson(name)
        text = pathlib.Path(lesson.row["solution"]).read_text()
        found, _ = generate.write_lesson(folder / name, name, text)
        total += len(found)
    print(f"{total} mutants of {len(names)} lessons", file=sys.stderr)


def report(lesson_runs, options):
    """Prints the table and what is not as it should be; whether there is anything."""
    rows = [table.summary(lesson_run) for lesson_run in lesson_runs]
    bad = []
    for row in rows:
        bad += [f"{row['lesson']}: survived: {mutant.operator}, {mutant.function}: {mutant.before}\n    -> "
                f"{mutant.after}" for mutant in row["unlisted"]]
        bad += [f"{row['lesson']}: {sentence}" for sentence in row["wrong"]]
        if row["not_judged"]:
            bad.append(f"{row['lesson']}: {row['not_judged']} not judged: the checker itself failed")
        if options.write_survivors:
            options.write_survivors.mkdir(parents=True, exist_ok=True)
            (options.write_survivors / f"{row['lesson']}.txt").write_text(
                "\n".join(survivors.block(mutant) for mutant in sorted(row["unlisted"], key=survivors.by_operator)))
    text = table.markdown(rows)
    print(text)
    if options.output:
        options.output.write_text(table.as_json(rows, lesson_runs) if options.output.suffix == ".json" else text)
    if bad:
        print("NOT AS IT SHOULD BE\n" + "\n".join(bad))
    return bool(bad)


def main(words):
    options = parse(words)
    build = building.Build(options.build)
    names = build.named(options.lessons)
    if options.parts > 1:
        turn = subprocess.run([HERE.parent / "turn.sh", str(options.parts)], capture_output=True, text=True, check=True)
        names = names[int(turn.stdout)::options.parts]
    if options.step == "generate":
        if not options.output:
            raise SystemExit("generate wants --output FOLDER")
        generate_all(build, names, options.output)
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants.") as scratch:
        folder = options.folder if options.step == "run" else pathlib.Path(scratch)
        if options.step == "all":
            generate_all(build, names, folder)
        folders = [(folder / name).resolve() for name in names if (folder / name).is_dir()]
        lesson_runs, done = run.run_all(build, folders, options)
        return 1 if report(lesson_runs, options) else 0 if done else 2


if __name__ == "__main__":
    try:
        raise SystemExit(main(sys.argv[1:]))
    except syntax.NoParser:
        syntax.start_again_with_parser()
        print("tree-sitter and tree-sitter-cuda are not there: ./workbook setup --with-tests fetches them",
              file=sys.stderr)
        raise SystemExit(77)
    except subprocess.CalledProcessError as problem:
        print(problem, problem.stderr, file=sys.stderr)
        raise SystemExit(2)
