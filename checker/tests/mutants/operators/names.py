"""Types and names: one for another."""

import re

import syntax
from operators import tables
from operators.edit import replaced


def type_changed(source, node):
    if node.type not in ("primitive_type", "sized_type_specifier", "type_identifier", "qualified_identifier",
                         "placeholder_type_specifier"):
        return
    if node.parent.type in ("qualified_identifier", "sized_type_specifier"):
        return
    name = source.text(node)
    plain = name.removeprefix("std::")
    if any(above.type == "sizeof_expression" for above in (node.parent, node.parent.parent)):
        yield from replaced("size", node, "char", "std::max_align_t")
    elif plain in tables.TYPES:
        yield from replaced("type", node, *tables.TYPES[plain])


def name_changed(source, node):
    """Constants, members and names that are taken for each other."""
    if node.type not in ("identifier", "field_identifier"):
        return
    name = source.text(node)
    yield from replaced("index" if name in ("threadIdx", "blockIdx", "blockDim", "gridDim") else "name", node,
                        *tables.NAMES.get(name, []))
    if node.type == "field_identifier":
        yield from replaced("index", node, *tables.MEMBERS.get(name, []))
    for pair in tables.WORDS:
        for word, other in (pair, pair[::-1]):
            new = "_".join(other if part == word else part for part in name.split("_"))
            if new != name and new in source.names and name not in tables.MEMBERS:
                yield from replaced("index" if word in ("row", "column", "rows", "columns", "x", "y") else "name",
                                    node, new)


def declared(source, function):
    """Names that a function declares, each with its type as written, but const: (name, type, where it has a value)."""
    found = []
    for node in syntax.walk(function):
        if node.type not in ("parameter_declaration", "declaration"):
            continue
        kind = node.child_by_field_name("type")
        if kind is None:
            continue
        for declarator in node.children_by_field_name("declarator"):
            stars, end = "", declarator.end_byte
            while declarator is not None and declarator.type not in ("identifier", "function_declarator"):
                stars += {"pointer_declarator": "*", "array_declarator": "*"}.get(declarator.type, "")
                declarator = declarator.child_by_field_name("declarator") or next(
                    (child for child in declarator.named_children if child.type == "identifier"), None)
            if declarator is not None and declarator.type == "identifier":
                found.append((source.text(declarator), source.text(kind) + stars, end))
    return found


def other_variable(source, node):
    """Another variable of the same type, declared before: the one that is being declared has no value yet."""
    if node.type != "identifier" or node.parent.type in ("parameter_declaration", "pointer_declarator",
                                                         "reference_declarator", "array_declarator", "declaration",
                                                         "function_declarator", "qualified_identifier"):
        return
    if node.parent.type == "init_declarator" and node.parent.child_by_field_name("declarator") == node:
        return
    function = source.function_of(node)
    if function is None:
        return
    names = [entry for entry in declared(source, function) if entry[2] <= node.start_byte]
    mine = next((kind for name, kind, _ in names if name == source.text(node)), None)
    others = [name for name, kind, _ in names if kind == mine and name != source.text(node)]
    yield from replaced("other variable", node, *dict.fromkeys(others[-3:]))
