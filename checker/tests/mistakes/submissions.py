"""Submissions that are made of the workbook's own programs: solutions and mistakes, as students would hand them in."""

import pathlib
import re
import shutil
import subprocess

import programs

HERE = pathlib.Path(__file__).resolve().parent


def first_mistake(lesson, verdicts):
    """The first of a lesson's mistakes, by name, that has one of these verdicts and that any device can see; None if there
    is none."""
    for file in sorted((programs.SOURCES / lesson).glob("*.cu")):
        promises = programs.promised(lesson, file.stem)
        if promises["Verdict"][0] in verdicts and not promises["Only"]:
            return file
    return None


def write(source, row, place):
    """A lesson's file, whole: a mistake that is nothing but its differences, with the rest of the solution."""
    first = re.search(r"^ *(#include|// (?:Solution|Replaces))", pathlib.Path(source).read_text(errors="replace"), re.M)
    if not first or first[1] == "#include":
        shutil.copyfile(source, place)
    else:
        with open(place, "w") as file:
            subprocess.run(["awk", "-f", HERE.parent / "compose.awk", source, row["solution"]], stdout=file, check=True)


def hand_in(folder, row, source):
    """Puts a file into a submission, in the place of the lesson's own."""
    stub = pathlib.Path(row["stub"])
    place = folder.joinpath("exercises", *stub.parts[-3:])
    place.parent.mkdir(parents=True, exist_ok=True)
    write(source, row, place)
