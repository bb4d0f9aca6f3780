"""The operators: each looks at one node of a source and yields what it would change there."""

from operators import calls, expressions, names, statements

OPERATORS = [expressions.binary, expressions.assignment, expressions.unary, expressions.constant,
             statements.condition, statements.statement, statements.member, calls.call, calls.launch,
             names.type_changed, calls.size_of, names.name_changed, expressions.subscript, expressions.initialisers,
             expressions.returned, expressions.bound, names.other_variable]


def mutate(source):
    """(operator, begin, end, replacement) for all of the student's part."""
    for node in source.nodes():
        for operator in OPERATORS:
            yield from operator(source, node)
