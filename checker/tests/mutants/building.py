"""How a build compiles and links a lesson's learner program: taken from the build itself, as `workbook grade` does
(docs/decisions/0012)."""

import json
import pathlib
import re
import shlex
import subprocess

TESTS = pathlib.Path(__file__).resolve().parent.parent


class Build:
    def __init__(self, folder):
        self.folder = pathlib.Path(folder).resolve()
        self.course = json.loads((self.folder / "lessons.json").read_text())
        self.rows = {row["name"]: row for row in self.course["lessons"]}
        self.entries = json.loads((self.folder / "compile_commands.json").read_text())

    def named(self, words):
        """The lessons with these names or numbers, all if none is given, in the order of the curriculum."""
        for word in words:
            if not any(name == word or name.startswith(word + "_") for name in self.rows):
                raise SystemExit(f"There is no lesson {word} in {self.folder}.")
        return [name for name in self.rows
                if not words or any(name == word or name.startswith(word + "_") for word in words)]

    def lesson(self, name):
        return Lesson(self, self.rows[name])


class Lesson:
    def __init__(self, build, row):
        self.build, self.row, self.name = build, row, row["name"]
        self.folder = pathlib.Path(row["header"]).parent
        self.header = pathlib.Path(row["header"]).name
        probe = self.folder / "probe.cu"
        self.probe = probe if probe.exists() else None
        mark = f"/learner_{self.name}.dir/"
        entry = next(entry for entry in build.entries if mark in entry["command"])
        words = self.from_compiler_on(shlex.split(entry["command"]))
        if "--options-file" in words:  # make puts the include folders there
            at = words.index("--options-file")
            words[at:at + 2] = shlex.split((build.folder / entry["directory"] / words[at + 1]).read_text())
        self.object = words[words.index("-o") + 1]
        self.compiler = self.without_files(words, entry["file"])
        link = next(words for words in map(self.from_compiler_on, map(shlex.split, self.link_lines()))
                    if self.object in words)
        at = link.index("-o")
        self.linker = link[:at] + link[at + 2:]
        self.given = [word for word in self.linker if word.endswith(".o") and word != self.object]

    def from_compiler_on(self, words):
        at = next((i for i, word in enumerate(words) if word in self.build.course["compilers"]), 0)
        words = words[at:words.index("&&", at) if "&&" in words[at:] else None]
        return [word for word in words if "--dependency-file" not in word[:22]]

    def without_files(self, words, source):
        """The compiler and its options alone."""
        for option in ("-c", "-o", "-MT", "-MF"):
            if option in words:
                at = words.index(option)
                del words[at:at + 2]
        return [word for word in words if word not in (source, "-MD") and not word.startswith("-DWORKBOOK_LESSON_FILE")]

    def link_lines(self):
        folder = self.build.folder
        if not (folder / "build.ninja").exists():
            return [(folder / "exercises" / "CMakeFiles" / f"learner_{self.name}.dir" / "link.txt").read_text()]
        return subprocess.run([self.build.course["make_program"], "-C", folder, "-t", "commands", "-s",
                               f"lessons/{self.name}/learner"], capture_output=True, text=True, check=True
                              ).stdout.splitlines()

    def check_command(self, program, result, names, seed, more):
        row, course = self.row, self.build.course
        return [row["check"], "--lesson", self.name, "--learner", program, "--points", str(row["points"]),
                "--device", "virtual", "--vgpu-lib", course["virtual_runtime"], "--cuda-lib", course["cuda_libraries"],
                "--names", names, "--seed", str(seed), "--result", result, *more]

    def write_batch(self, output, sources, solution=None):
        """Of these files one, each in the namespace mistake_<name>; what they have in common with the solution, if it is
        given, is in a namespace that they share."""
        options = ["--probe", self.probe] if self.probe else []
        options += ["--solution", solution] if solution else []
        subprocess.run([TESTS / "write_batch.py", "--prefix", "mistake_", "--header", self.header, *options, output,
                        *sources], check=True)

    def make_programs(self, folder, batch_object, names):
        """FOLDER/<name>.learner for each of these, and those that lack a function of the lesson's; None: not linked."""
        def call(*command):
            return subprocess.run(command, cwd=self.build.folder, capture_output=True, check=False).returncode == 0
        program = folder / "learner"
        call(TESTS / "choose_functions.sh", folder, batch_object, *names, "--", *self.given)
        words = [str(batch_object) if word == self.object else word for word in self.linker]
        if not (call(*words, folder / "choice.cpp", "-o", program) and
                call(TESTS / "copy_programs.sh", program, f"{folder}/", ".learner", *names)):
            return None
        program.unlink()
        return set((folder / "missing").read_text().split())


def guilty(text, names):
    """Which of these namespaces the compiler's errors are in: the file that an error is in tells; of an error in a
    header, what it or the lines behind it mention."""
    found, unknown = set(), False
    for line in text.splitlines():
        place = re.match(r"\S*/(m[0-9a-f]{10})\.cu\b", line)
        mentioned = re.findall(r"/(m[0-9a-f]{10})\.cu\b", line) + re.findall(r"mistake_(m[0-9a-f]{10})\b", line)
        if re.search(r"\berror\b", line):
            found.update([place[1]] if place else mentioned)
            unknown = not place and not mentioned
        elif re.search(r"\b(warning|remark)\b", line):
            unknown = False
        elif unknown and mentioned:
            found.update(mentioned)
            unknown = False
    return found & names
