#!/usr/bin/env python3
"""write_batch.py --prefix mistake_ [--header NAME.hpp] [--probe probe.cu] [--solution solution.cu] [--main]
                  OUTPUT.cu file.cu ...

Writes one file that has all of them, each in a namespace of its own, PREFIX and its name: nvcc reads the headers, which
take most of its time, once for all. HEADER is included first. With --main they are programs, and the batch is one that
runs the one that its argument names.

With --solution, what a file has in common with the solution is compiled once, in the namespace solution_parts, and the
file's namespace has the rest and using-declarations. <name>.names, beside OUTPUT, says where the file's functions are,
one name on each line: its namespace, "not PREFIX" (what mentions another such namespace is another file's), and each
name that it shares, qualified. <name>.namespaces has the namespaces of these, inner ones before their outer ones:
`without_namespaces` here, and `workbook expect`, take them out of what a checker says.
"""

import argparse
import pathlib
import re

SHARED = "solution_parts"
RAW_STRING = r'R"(?P<delimiter>[^()\\\s]*)\(.*?\)(?P=delimiter)"'
STRING = rf"""{RAW_STRING}|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])+'"""
NO_CODE = re.compile(rf"(?P<comment>//[^\n]*|/\*.*?\*/)|{STRING}", re.S)
OF_NO_NAME = re.compile(r"using namespace |namespace |static_assert\b")
WORDS_OF_TYPES = {"auto", "bool", "char", "double", "float", "int", "long", "short", "signed", "unsigned", "void",
                  "decltype", "operator", "return", "sizeof"}


class NotSplit(Exception):
    """A file that is not of the simple form that `units` reads: it is compiled whole."""


def without(text, strings):
    """The same lines, blanks in place of comments and, if asked for, strings."""
    return NO_CODE.sub(lambda match: re.sub(r"[^\n]", " ", match[0]) if strings or match["comment"] else match[0], text)


def without_brackets(text, opening):
    """Without what stands between the first bracket after `opening`'s match and its partner."""
    found = re.search(opening, text)
    while found:
        depth, at = 0, found.end() - 1
        for at in range(found.end() - 1, len(text)):
            depth += {"(": 1, "<": 1, ")": -1, ">": -1}.get(text[at], 0)
            if depth == 0:
                break
        text = text[:found.start()] + " " + text[at + 1:]
        found = re.search(opening, text)
    return text


def write(file, text):
    """Leaves a file alone that is so already: it need not be compiled again."""
    if not file.exists() or file.read_text() != text:
        file.write_text(text)


def without_namespaces(text, names):
    """The text as if the functions that this file (<name>.names) tells of were in no namespace."""
    for namespace in names.with_suffix(".namespaces").read_text().split():
        text = text.replace(f"{namespace}::", "")
    return text


class Unit:
    """A declaration of a file: what it declares, what it mentions, its text, and its line."""

    def __init__(self, file, line, text, code):
        self.file, self.line, self.text = file, line, text
        self.code = " ".join(code.split())
        self.same_text = " ".join(without(text, strings=False).split())
        self.mentions = set(re.findall(r"[A-Za-z_]\w*", code))
        self.is_macro = self.code.startswith("#define")
        self.is_type = self.is_template = self.is_probes = False
        self.names = self.declared()

    def declared(self):
        if self.is_macro:
            return [re.match(r"#define +(\w+)", self.code)[1]]
        if OF_NO_NAME.match(self.code):
            return []
        head = re.sub(r"\[\[\w+\]\]", "", self.code).strip()
        self.is_template = head.startswith("template")
        head = without_brackets(head, r"\btemplate *<")
        head = without_brackets(head, r"\b(?:__launch_bounds__|alignas|__align__|__attribute__|requires) *\(")
        alias = re.match(r" *using (\w+)", head)
        kind = re.match(r" *(?:struct|class|union|enum(?: class)?) +(\w+)", head)
        if alias or kind:
            self.is_type = True
            return [(alias or kind)[1]]
        head, cut, rest = re.match(r"([^(={;[]*)(.)(.*)", head).groups()
        last = re.search(r"([A-Za-z_]\w*)(?: *<[^()]*>)?(?:::~?\w+)* *$", head)
        if not last or last[1] in WORDS_OF_TYPES:
            raise NotSplit(self.code)
        # A generic lambda or function is compiled anew for each type, too.
        self.is_template |= bool(re.search(r"\([^{]*\bauto\b", self.code))
        return [last[1], *(variables_of(rest) if cut in "=[" else [])]


def variables_of(text):
    """int a = 1, b = 2; of what is behind a, the others that are declared."""
    depth, parts = 0, [""]
    for letter in text:
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(letter, 0)
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    found = [re.match(r" *[*&]? *([A-Za-z_]\w*)[^=<>()]*=", part) for part in parts[1:]]
    return [match[1] for match in found if match]


def units(file):
    """The declarations of a file, in order. Its #includes are left out."""
    found, begin, depth, nameless, text = [], 0, 0, False, file.read_text()
    lines, code_lines = text.split("\n"), without(text, strings=True).split("\n")
    for at, line in enumerate(code_lines):
        if depth == 0 and line.startswith("#") and not line.startswith("#pragma"):
            if "".join(code_lines[begin:at]).strip() or line.endswith("\\"):
                raise NotSplit(line)
            if line.startswith("#define"):
                found.append(Unit(file, at + 1, lines[at], line))
            elif not line.startswith("#include"):
                raise NotSplit(line)
            begin = at + 1
            continue
        # All is in a namespace already: one without a name is left out.
        if depth == 0 and line.split() == (["}"] if nameless else ["namespace", "{"]):
            if "".join(code_lines[begin:at]).strip():
                raise NotSplit(line)
            nameless, begin = not nameless, at + 1
            continue
        depth += len(re.findall(r"[({]", line)) - len(re.findall(r"[)}]", line))
        if depth < 0:
            raise NotSplit(line)
        if depth == 0 and re.search(r"[};]\s*$", line):
            found.append(Unit(file, begin + 1, "\n".join(lines[begin:at + 1]), "\n".join(code_lines[begin:at + 1])))
            if re.match(r"(?:inline )?namespace\b(?! *\w+ *=)|extern\b", found[-1].code):
                raise NotSplit(line)
            begin = at + 1
    if depth or nameless or "".join(code_lines[begin:]).strip():
        raise NotSplit(text)
    return found


def shared_names(solution, own):
    """The names that mean in the file what they mean in the solution. A template is not shared where code that is not
    mentions it: that code may make an instance of its own."""
    def declarations(of):
        texts = {}
        for unit in of:
            for name in unit.names:
                texts.setdefault(name, []).append(unit.same_text)
        return texts
    solutions, files = declarations(solution), declarations(own)
    different = {name for name, texts in files.items() if solutions.get(name) != texts}
    different.update(["main"], *(unit.names for unit in own if unit.is_probes))  # main: -D may give it another name
    templates = set().union(*(unit.names for unit in own if unit.is_template))
    while True:
        more = set()
        for unit in own:
            if unit.mentions & different:
                more.update(unit.names)
            if not different.isdisjoint(unit.names):
                more |= unit.mentions & templates
        if more <= different:
            return set(files) - different
        different |= more


def text_of(own, shared):
    """The declarations without what is shared."""
    lines, told = [], set()
    for unit in own:
        placed = f'#line {unit.line} "{unit.file}"\n{unit.text}'
        if unit.is_macro or not unit.names or not shared.issuperset(unit.names):
            lines.append(placed)
            continue
        lines += [f"using {SHARED}::{name};" for name in unit.names if name not in told]
        told.update(unit.names)
    return "\n".join(lines) + "\n"


def text_to_share(solution):
    """Types in a namespace of their own: a call with an argument of a shared type must not find the shared functions
    by the argument, besides those that the caller's namespace has in their place. (A probe's calls need just that.)"""
    return "".join(f"namespace types {{\n{text_of([unit], set())}}}\nusing types::{unit.names[0]};\n"
                   if unit.is_type and not unit.is_probes else text_of([unit], set()) for unit in solution)


class Batch:
    def __init__(self, options):
        self.options = options
        self.includes = [f'#include "{options.header}"'] if options.header else []
        if options.main:
            self.includes.append("#include <string_view>")
        self.bodies = []
        self.solution = options.solution and self.declarations(options.solution)
        if self.solution:
            self.add_body(SHARED, options.solution, text_to_share(self.solution))

    def declarations(self, file):
        """The file's, and the probe's in front of them; None if these are not of the simple form."""
        try:
            probes = units(self.options.probe) if self.options.probe else []
            own, types = probes + units(file), {unit.names[0] for unit in probes if unit.is_type}
            for unit in own:  # the probe comes first: its templates find functions by their arguments' types
                unit.is_probes = unit.is_type and unit.names[0] in types
            return own
        except NotSplit:
            return None

    def add_body(self, namespace, file, split=None):
        """What was left of the file when it was split, or all of it. Its #includes stand before all namespaces, its
        macros end with it."""
        probe, included = self.options.probe, split or f'#include "{file}"\n'
        if probe and not split:
            included = f'#define WORKBOOK_LESSON_FILE "{file}"\n#include "{probe}"\n#undef WORKBOOK_LESSON_FILE\n'
        for line in "\n".join(one.read_text() for one in (probe, file) if one).split("\n"):
            if re.match(r'#include [<"]', line):
                self.includes.append(line)
            elif macro := re.match(r"#define +(\w+)", line):
                included += f"#undef {macro[1]}\n"
        placed = f'#line 1 "{file}"\n' if split else ""
        self.bodies.append(f"\n{placed}namespace {namespace} {{\n{included}}}\n")

    def add(self, file):
        name, shared, split = file.name.split(".")[0], set(), None
        namespace = self.options.prefix + name
        if self.solution and (own := self.declarations(file)):
            shared = shared_names(self.solution, own)
            split = text_of(own, shared)
        self.add_body(namespace, file, split)
        types = {unit.names[0] for unit in self.solution or [] if unit.is_type}
        inner = {each: f"types::{each}" if each in types else each for each in sorted(shared)}
        shared = [f"{SHARED}::{each}" for each in inner.values()]
        names = [namespace, f"not {self.options.prefix}", *shared]
        write(self.options.output.with_name(f"{name}.names"), "\n".join(names) + "\n")
        namespaces = sorted({namespace, *(each.rpartition("::")[0] for each in shared)}, reverse=True)
        write(self.options.output.with_name(f"{name}.namespaces"), "\n".join(namespaces) + "\n")

    def text(self):
        bodies = "".join(self.bodies)
        if self.options.main:
            calls = "".join(f'    if (name == "{file.stem}") return {self.options.prefix}{file.stem}::main();\n'
                            for file in self.options.files)
            bodies += ("\nint main(int, char** arguments) {\n    const std::string_view name = arguments[1];\n"
                       f"{calls}    return 127;\n}}\n")
        includes = "\n".join(dict.fromkeys(self.includes))
        return f"// Written by write_batch.py.\n{includes}\n{bodies}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--prefix", required=True)
    parser.add_argument("--header")
    parser.add_argument("--probe", type=pathlib.Path)
    parser.add_argument("--solution", type=pathlib.Path)
    parser.add_argument("--main", action="store_true")
    parser.add_argument("output", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    options = parser.parse_args()
    batch = Batch(options)
    for file in options.files:
        batch.add(file)
    write(options.output, batch.text())


if __name__ == "__main__":
    main()
