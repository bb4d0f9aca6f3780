"""Signs, constants, values that are off by one, and what is indexed with what."""

import re

from operators import tables
from operators.edit import exchanged, replaced


def binary(source, node):
    if node.type != "binary_expression":
        return
    left, sign, right = node.children
    a, b, operator = source.text(left), source.text(right), source.text(sign)
    relations = tables.RELATIONS.get(operator, [])
    if "null" in (left.type, right.type) or "nullptr" in (a, b):
        relations = relations[:1]
    yield from replaced("relation", sign, *relations)
    if left.type == "string_literal" or right.type == "string_literal":
        return
    yield from replaced("arithmetic", sign, *tables.ARITHMETIC.get(operator, []))
    if operator in tables.ARITHMETIC:
        yield from replaced("operand left out", node, a, b)
    if operator in ("-", "/", "%"):
        yield from replaced("operands exchanged", node, f"{b} {operator} {a}")


def assignment(source, node):
    if node.type in tables.ASSIGNMENTS and node.parent.type in ("assignment_expression", "update_expression"):
        yield from replaced("assignment", node, *tables.ASSIGNMENTS[node.type])


def unary(source, node):
    if node.type == "unary_expression":
        yield from replaced("sign left out", node, source.text(node)[1:])


def constant(source, node):
    text = source.text(node)
    if node.type in ("true", "false"):
        yield from replaced("constant", node, "false" if node.type == "true" else "true")
    if node.type == "string_literal" and len(text) > 2:
        yield from replaced("text", node, '""')
    if node.type != "number_literal":
        return
    match = re.fullmatch(r"(0x[0-9a-fA-F]+|[0-9]+)([uUlL]*)", text)
    if match:
        value, suffix = int(match[1], 0), match[2]
        yield from replaced("constant", node, f"{value + 1}{suffix}",
                            f"{value - 1}{suffix}" if value else f"-1{suffix}")
        return
    match = re.fullmatch(r"([0-9.]+)((?:e-?[0-9]+)?)(f?)", text)
    if match:
        yield from replaced("constant", node, f"{float(match[1]) + 1}{match[2]}{match[3]}",
                            f"({float(match[1]) - 1}{match[2]}{match[3]})")
        yield from replaced("type", node, match[1] + match[2] if match[3] else text + "f")


def subscript(source, node):
    if node.type != "subscript_expression":
        return
    index = node.child_by_field_name("indices")
    inside = source.text(index)[1:-1]
    yield from replaced("index", index, f"[{inside} + 1]", f"[{inside} - 1]")
    outer = node.child_by_field_name("argument")
    if outer.type == "subscript_expression":
        first = outer.child_by_field_name("indices")
        if source.text(first) != source.text(index):
            yield ("index", first.start_byte, index.end_byte, source.text(index) + source.text(first))


def initialisers(source, node):
    """{a, b}: exchanged, and the arguments of a constructor likewise."""
    if node.type not in ("initializer_list", "argument_list") or node.parent.type == "call_expression":
        return
    given = node.named_children
    yield from exchanged(source, given)
    for argument in given if node.type == "argument_list" or len(given) > 1 else []:
        if argument.type not in ("number_literal", "null", "binary_expression", "lambda_expression",
                                 "pointer_expression"):
            yield from replaced("argument by one", argument, f"{source.text(argument)} + 1",
                                f"{source.text(argument)} - 1")


def returned(source, node):
    """One more, one less."""
    if node.type != "return_statement" or node.named_child_count != 1:
        return
    value = node.named_children[0]
    if value.type in ("initializer_list", "string_literal", "number_literal"):
        return
    text = source.text(value)
    yield from replaced("value by one", value, f"({text}) + 1", f"({text}) - 1")
    if value.type == "binary_expression" and value.children[1].type in ("<", ">", "<=", ">=", "==", "!=", "&&", "||"):
        yield from replaced("condition negated", value, f"!({text})")


def bound(source, node):
    """The right side of a relation, of a declaration, of an assignment: one more, one less."""
    value = None
    if node.type == "binary_expression" and node.children[1].type in tables.RELATIONS:
        value = node.children[2]
    if node.type == "assignment_expression":
        value = node.child_by_field_name("right")
    if node.type == "init_declarator":
        value = node.child_by_field_name("value")
    if value is None or value.type in ("number_literal", "null", "string_literal", "initializer_list", "argument_list",
                                       "true", "false", "lambda_expression", "char_literal"):
        return
    text = source.text(value)
    text = text if re.fullmatch(r"[\w.]+", text) else f"({text})"
    yield from replaced("value by one", value, f"{text} + 1", f"{text} - 1")
    if node.type == "init_declarator" and node.parent.type == "declaration" \
            and re.search(r"\bbool\b", source.text(node.parent)):
        yield from replaced("condition negated", value, f"!{text}")
