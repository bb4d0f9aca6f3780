"""What an operator yields: its name, first byte, end byte, and what stands there instead."""


def replaced(name, node, *texts):
    for text in texts:
        yield name, node.start_byte, node.end_byte, text


def exchanged(source, nodes):
    """Neighbours, if they differ."""
    for first, second in zip(nodes, nodes[1:]):
        a, b = source.text(first), source.text(second)
        between = source.data[first.end_byte:second.start_byte].decode()
        if a != b:
            yield "arguments exchanged", first.start_byte, second.end_byte, b + between + a
