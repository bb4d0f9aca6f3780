"""Guards, loops, statements and declarations: turned round, or gone."""

import re

from operators import tables
from operators.edit import replaced


def condition(source, node):
    """A guard or the condition of a loop: turned round, left out, never true."""
    if node.type in ("if_statement", "while_statement", "for_statement"):
        test = node.child_by_field_name("condition")
        if test is None or "const auto found" in source.text(test):
            return
        text = source.text(test)
        if node.type != "for_statement":
            text = text[1:-1]
        around = (lambda new: new) if node.type == "for_statement" else (lambda new: f"({new})")
        yield from replaced("condition negated", test, around(f"!({text})"))
        if node.type == "if_statement":
            yield from replaced("guard deleted", test, around("true"))
        yield from replaced("never", test, around("false"))
    if node.type == "while_statement":
        keyword = node.children[0]
        yield from replaced("loop run once", keyword, "if")
    if node.type == "conditional_expression":
        test, yes, no = (node.child_by_field_name(field) for field in ("condition", "consequence", "alternative"))
        yield from replaced("condition negated", test, f"!({source.text(test)})")
        yield from replaced("guard deleted", node, source.text(yes), source.text(no))


def statement(source, node):
    """A statement that is gone."""
    text = source.text(node)
    if node.type == "else_clause":
        yield from replaced("statement deleted", node, "")
    if node.type in ("expression_statement", "throw_statement", "break_statement", "for_statement", "while_statement",
                     "for_range_loop") or re.fullmatch(r"return\s*;", text):
        kinds = tables.KINDS if node.type == "expression_statement" else []
        kind = next((kind for kind, words in kinds if any(word in text for word in words)), "statement")
        yield from replaced(f"{kind} deleted", node, ";")
    if node.type == "return_statement" and node.named_child_count == 1 and text != "return 0;":
        yield from replaced("value", node, "return {};")
    if node.type == "init_declarator" and node.child_by_field_name("value") is not None:
        value = node.child_by_field_name("value")
        if value.type not in ("initializer_list", "argument_list") \
                and source.text(value) not in ("0", "nullptr", "0.0f"):
            yield from replaced("value", value, "{}")


def member(source, node):
    """A member of a class that is gone: a deleted function, an entry of the initialiser list."""
    if node.type == "function_definition" and source.text(node).endswith("= delete;"):
        yield from replaced("declaration deleted", node, "")
    if node.type == "preproc_call" and "#pragma" in source.text(node):
        yield from replaced("pragma deleted", node, "\n")
    text = source.text(node)
    if text in tables.QUALIFIERS and node.child_count == 0 and node.parent.type != "constexpr":
        yield from replaced("qualifier deleted", node, "")
