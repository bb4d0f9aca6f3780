"""Calls and launches: arguments, sizes, atomics, barriers, streams."""

import re

from operators import tables
from operators.edit import exchanged, replaced


def call(source, node):
    if node.type != "call_expression":
        return
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    name = source.text(function)
    given = arguments.named_children if arguments is not None else []
    texts = [source.text(argument) for argument in given]
    last = name.split("::")[-1].split(".")[-1].split("->")[-1]
    for other in tables.FUNCTIONS.get(name, tables.FUNCTIONS.get(last, [])):
        if name in tables.FUNCTIONS or last == name:
            yield from replaced("function", function, other)
        else:
            yield "function", function.end_byte - len(last), function.end_byte, other
    if last.split("<")[0] not in tables.SYMMETRIC:
        yield from exchanged(source, given)
    for index in tables.SIZES.get(last, []):
        if index < len(texts):
            yield from replaced("size", given[index], f"({texts[index]}) - 1", f"({texts[index]}) / 2")
            if not last.startswith("cudaMalloc"):  # room to spare is no mistake
                yield from replaced("size", given[index], f"({texts[index]}) + 1")
    if last == "check" and len(texts) == 1 and texts[0] != "cudaGetLastError()":  # as if it were deleted
        yield from replaced("error not checked", node, texts[0])
    if last in ("floorf", "fabsf", "sqrtf", "tanhf") and len(texts) == 1:
        yield from replaced("call left out", node, f"({texts[0]})")
    if name.startswith("static_cast") and len(texts) == 1:
        yield from replaced("cast left out", node, f"({texts[0]})")
    yield from atomic(source, node, name, texts)
    if name == "__syncthreads":
        yield from replaced("barrier for some", node.parent, "if (threadIdx.x == 0) { __syncthreads(); }",
                            "if (threadIdx.x < 32) { __syncthreads(); }")


def atomic(source, node, name, texts):
    """The same in plain reads and writes."""
    if name == "atomicAdd" and len(texts) == 2:
        plain = f"*({texts[0]}) += {texts[1]}"
        used = node.parent.type != "expression_statement"
        yield from replaced("atomic made plain", node, f"(({plain}) - ({texts[1]}))" if used else plain)
    if name == "atomicCAS" and len(texts) == 3:
        place, seen, new = texts
        yield from replaced("atomic made plain", node,
                            f"(*({place}) == {seen} ? (*({place}) = {new}, {seen}) : *({place}))")


def launch(source, node):
    if node.type != "kernel_call_syntax":
        return
    parts = [child for child in node.named_children if child.type != "comment"]
    texts = [source.text(part) for part in parts]
    for part, text in zip(parts[:2], texts):
        if re.search(r"grid|dim3", text) or text == "block":
            yield from replaced("launch", part, "1")
            continue
        yield from replaced("launch", part, f"{text} + 1", f"{text} - 1", f"{text} / 2", "1")
    if len(parts) >= 2 and texts[0] != texts[1]:
        yield "launch", parts[0].start_byte, parts[1].end_byte, f"{texts[1]}, {texts[0]}"
    if len(parts) >= 3:
        yield from replaced("launch", parts[2], f"{texts[2]} + 1", f"{texts[2]} - 1", "0")
    # A stream that does not wait for the default stream.
    stream = ("[] { static cudaStream_t stream; if (!stream) cudaStreamCreateWithFlags(&stream, "
              "cudaStreamNonBlocking); return stream; }()")
    end = parts[-1].end_byte
    if len(parts) == 2:
        yield "other stream", end, end, ", 0, " + stream
    elif len(parts) == 3:
        yield "other stream", end, end, ", " + stream
    elif len(parts) == 4:
        yield from replaced("other stream", parts[3], stream, "0")


def size_of(source, node):
    if node.type != "sizeof_expression":
        return
    text = source.text(node)
    yield from replaced("size", node, "1")
    if re.fullmatch(r"sizeof \*\w+", text):
        yield from replaced("size", node, text.replace("*", ""))
