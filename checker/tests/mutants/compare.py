"""Which mutants compile to what the solution compiles to: they are no programs of their own.

All are compiled as one file, optimised; of the PTX and of the host's assembly, what belongs to each namespace is
compared, without what only numbers or names things.
"""

import hashlib
import re
import subprocess

ORIGINAL = "m0000000000"  # the solution's name here: as long as a mutant's, since names tell their length
# Assembly of the host's. Equal functions of two mutants must not become one (-fno-ipa-icf).
HOST = "-Xcompiler=-S,-g0,-O2,-fno-ipa-icf"


def same_as_original(lesson, folder, sources, names):
    """Of these names, those whose code is the solution's."""
    original = folder / f"{ORIGINAL}.cu"
    original.write_text((folder / "solution.cu").read_text())
    batch = folder / "same.cu"
    lesson.write_batch(batch, [original, *sources])
    options = [word for word in lesson.compiler if word not in ("-g", "-lineinfo")]
    # PTX is written for one architecture at a time: the first, if the build is for a GPU's own as well.
    targets = [word for word in options if word.startswith("--generate-code=")]
    options = [word for word in options if word not in targets[1:]]
    texts = []
    for more, output in ((["-ptx"], "same.ptx"), (["-c", HOST], "same.s")):
        subprocess.run([*options, *more, str(batch), "-o", str(folder / output)], cwd=lesson.build.folder, check=True,
                       capture_output=True)
        texts.append((folder / output).read_text(errors="replace"))
    device = by_namespace(ptx_pieces(texts[0]))
    host = by_namespace(assembly_pieces(texts[1]))
    wanted = device.get(ORIGINAL), host.get(ORIGINAL)
    return {name for name in names if (device.get(name), host.get(name)) == wanted}


def by_namespace(pieces):
    """{namespace: what it has}, each piece put down without its namespace's name."""
    found = {}
    for head, text in pieces:
        names = re.findall(r"mistake_(m[0-9a-f]{10})", head)
        if names:
            found.setdefault(names[0], []).append((head + "\n" + text).replace(names[0], "m"))
    return {name: hashlib.sha256("\n".join(sorted(pieces)).encode()).hexdigest() for name, pieces in found.items()}


def renumbered(text, pattern):
    """Labels by the order in which they come."""
    order = {}
    return re.sub(pattern, lambda match: f"label{order.setdefault(match.group(), len(order))}", text)


def ptx_pieces(text):
    """(head, body) of each function and variable."""
    text = re.sub(r"//[^\n]*|\.loc[^\n]*", "", text)
    for piece in re.split(r"\n(?=\.(?:visible|weak|extern|func|entry|global|const|shared|common))", text):
        head = re.split(r"[({;=]", piece.split(".func", 1)[-1].split(".entry", 1)[-1], maxsplit=1)[0]
        names = re.findall(r"\S*mistake_m[0-9a-f]{10}\S*", piece)
        body = renumbered(" ".join(piece.split()), r"\$L_\w+|__\w+_param_\d+")
        yield (head if "mistake_" in head else names[0] if names else ""), body


def assembly_pieces(text):
    """(name, lines) of each function and object, what its local labels stand for put in their places."""
    pieces, name, lines, local = {}, None, [], {}
    for line in text.splitlines():
        label = re.match(r"([\w.$]+):", line)
        if label and not label[1].startswith(".L"):
            name = label[1]
            lines = pieces.setdefault(name, [])
        elif label and re.match(r"\.L(C|src_loc)", label[1]):
            name, lines = label[1], local.setdefault(label[1], [])
        elif name and not re.match(r"\s*\.(loc|file|cfi_|size|type|section|text|align|p2align|globl|weak|hidden|local|"
                                   r"comm|set|ident|string_|data|bss|pushsection|popsection|previous)", line):
            lines.append(line.strip())
    for name, lines in pieces.items():
        yield name, renumbered(resolved("\n".join(lines), local, 3), r"\.L[A-Z]*\d+")


def resolved(text, local, depth):
    """Constants and texts in place of their labels. Of a place in the source, the column does not count."""
    def content(match):
        lines = local.get(match.group(), [])
        if match.group().startswith(".Lsrc_loc"):
            lines = lines[:-1]
        return "[" + resolved(" ".join(lines), local, depth - 1) + "]" if lines and depth else match.group()
    return re.sub(r"\.L(?:C|src_loc)\d+", content, text)
