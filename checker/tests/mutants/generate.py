"""From a solution to its mutants: what each changes, and the file that it is."""

import dataclasses
import hashlib
import json
import re

import operators
import syntax


@dataclasses.dataclass
class Mutant:
    operator: str
    function: str  # around the change
    line: int
    before: str  # the lines that change, as one
    after: str
    number: int = 1  # of those that read the same: the same line twice in one function
    begin: int = 0
    end: int = 0
    replacement: str = ""
    name: str = ""  # a hash of the whole program

    @property
    def key(self):
        return self.operator, self.function, self.before, self.after, self.number


def one_line(text):
    return " ".join(text.split())


def plain(text):
    """Without comments and the layout: equal for what is the same program as text."""
    return one_line(re.sub(r"//[^\n]*", "", text))


def name_of(program):
    return "m" + hashlib.sha256(program.encode()).hexdigest()[:10]


def mutants_of(text):
    """(mutants, dropped): those that are textually equal to another or to the solution are only counted."""
    source = syntax.Source(text)
    seen, keys, found, dropped = {plain(text)}, {}, [], 0
    for operator, begin, end, replacement in operators.mutate(source):
        changed = source.data[:begin] + replacement.encode() + source.data[end:]
        program = plain(changed.decode())
        if program in seen:
            dropped += 1
            continue
        seen.add(program)
        first = source.data.rfind(b"\n", 0, begin) + 1
        last = source.data.find(b"\n", end)
        node = source.root.descendant_for_byte_range(begin, end)
        mutant = Mutant(operator, source.function_name(node), source.data.count(b"\n", 0, begin) + 1,
                        one_line(source.data[first:last].decode()),
                        one_line((source.data[first:begin] + replacement.encode() + source.data[end:last]).decode()),
                        begin=begin, end=end, replacement=replacement, name=name_of(program))
        while mutant.key in keys:
            mutant.number += 1
        keys[mutant.key] = mutant
        found.append(mutant)
    return found, dropped


def apply(text, mutant):
    data = text.encode()
    return (data[:mutant.begin] + mutant.replacement.encode() + data[mutant.end:]).decode()


def write_lesson(folder, lesson, text):
    """A lesson's folder of what is to be compiled: mutants.json and a .cu for each."""
    found, dropped = mutants_of(text)
    folder.mkdir(parents=True, exist_ok=True)
    for stale in folder.glob("m*.cu"):
        stale.unlink()
    for mutant in found:
        (folder / f"{mutant.name}.cu").write_text(apply(text, mutant))
    (folder / "solution.cu").write_text(text)
    rows = [dataclasses.asdict(mutant) for mutant in found]
    (folder / "mutants.json").write_text(json.dumps({"lesson": lesson, "dropped": dropped, "mutants": rows}, indent=1))
    return found, dropped


def read_lesson(folder):
    read = json.loads((folder / "mutants.json").read_text())
    return read["lesson"], [Mutant(**row) for row in read["mutants"]], read["dropped"]
