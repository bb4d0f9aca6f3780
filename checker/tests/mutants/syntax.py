"""The syntax tree of a .cu, by tree-sitter, and what the operators ask of it."""

import os
import pathlib
import re
import sys

try:
    import tree_sitter
    import tree_sitter_cuda
except ImportError:  # running what was generated elsewhere needs no parser
    tree_sitter = None


def start_again_with_parser():
    """By the Python for which `./workbook setup --with-tests` has fetched it (checker/setup/wheels.sh), if it has."""
    packages = pathlib.Path(__file__).resolve().parents[3] / ".workbook" / "mutants"
    interpreter = packages / "interpreter"
    if interpreter.exists() and str(packages) not in sys.path:
        path = os.pathsep.join(filter(None, [str(packages), os.environ.get("PYTHONPATH")]))
        python = interpreter.read_text().strip()
        os.execve(python, [python, *sys.argv], os.environ | {"PYTHONPATH": path})


class NoParser(Exception):
    """tree-sitter and its CUDA grammar are not installed for this Python."""


class Source:
    """A solution: its text, its tree, and the student's part of it."""

    def __init__(self, text):
        if tree_sitter is None:
            raise NoParser
        self.data = text.encode()
        language = tree_sitter.Language(tree_sitter_cuda.language())
        self.root = tree_sitter.Parser(language).parse(self.data).root_node
        self.regions = regions(self.data)
        self.names = {self.text(node) for node in walk(self.root)
                      if node.type in ("identifier", "field_identifier")}

    def text(self, node):
        return self.data[node.start_byte:node.end_byte].decode()

    def is_students(self, node):
        return any(begin <= node.start_byte and node.end_byte <= end for begin, end in self.regions)

    def nodes(self):
        """Of the student's part, in the order of the text; nothing of a comment or of an #include."""
        return (node for node in walk(self.root) if self.is_students(node))

    def function_of(self, node):
        """The definition around the node, or None."""
        while node is not None and node.type not in ("function_definition", "lambda_expression"):
            node = node.parent
        while node is not None and node.type == "lambda_expression":
            node = self.function_of(node.parent)
        return node

    def function_name(self, node):
        function = self.function_of(node)
        while function is not None and function.type not in (
                "identifier", "field_identifier", "qualified_identifier", "destructor_name", "operator_name"):
            function = function.child_by_field_name("declarator") or next(
                (child for child in function.named_children if "declarator" in child.type), None)
        return self.text(function) if function is not None else ""


def regions(data):
    """[begin, end) of what stands between `// Solution N` and `// end of Solution N`, in bytes."""
    found = []
    begin = None
    for line in re.finditer(rb"[^\n]*\n", data):
        if re.match(rb"\s*// Solution \d", line.group()):
            begin = line.end()
        elif re.match(rb"\s*// end of Solution \d", line.group()) and begin is not None:
            found.append((begin, line.start()))
            begin = None
    return found


def walk(node):
    if node.type in ("comment", "preproc_include"):
        return
    yield node
    for child in node.children:
        yield from walk(child)
