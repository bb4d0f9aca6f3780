"""What reduce.py does with the text of a random program."""
import re

CONSTANTS = {"b16": "3", "b32": "5", "b64": "7"}
GIVEN = "// given"  # at the end of an instruction that stays as long as its register is used


def registers_given_values(text):
    out = []
    pending = []
    for line in text.splitlines():
        stripped = line.strip()
        declaration = re.match(r"\.reg \.(\w+) (.*);", stripped)
        if declaration:
            for name in re.split(r", *", declaration[2]):
                family = re.match(r"(%\w+)<(\d+)>", name)
                names = [family[1] + str(i) for i in range(int(family[2]))] if family else [name]
                for one in names:
                    pending.append(
                        f"    setp.ne.u32 {one}, %start, 1; {GIVEN}" if declaration[1] == "pred" else
                        f"    mov.{declaration[1]} {one}, {CONSTANTS[declaration[1]]}; {GIVEN}")
        elif pending and not stripped.startswith((".", "signature")):
            out += ["    .reg .b32 %start;", f"    mov.b32 %start, 1; {GIVEN}", *pending]
            pending = []
        out.append(line)
    return "\n".join(out) + "\n"


def units_of(text):
    """Lists of lines; those that may go start with True."""
    units, block = [], None
    depth = 0
    for line in text.splitlines():
        stripped = line.strip()
        if block is not None:
            block.append(line)
            if stripped == "}":
                units.append((True, block))
                block = None
            continue
        if stripped == "{" and depth:
            block = [line]
            continue
        depth += (stripped == "{") - (stripped == "}")
        fixed = not depth or not stripped.endswith(";") or stripped.startswith((".", "signature")) \
            or re.match(r"\w+:", stripped)
        units.append((not fixed, [line]))
    return units


def text_of(units):
    lines = [line for _, unit in units for line in unit]
    used = {"%start"}
    for line in lines:
        if not line.endswith(GIVEN):
            used.update(re.findall(r"%\w+", line))
    text = "\n".join(line for line in lines
                     if not line.endswith(GIVEN) or re.search(r"%\w+", line)[0] in used) + "\n"
    # Labels to which nothing goes any more.
    for _ in range(2):
        used = re.findall(r"\bL\d+\b(?!:)", re.sub(r"(?m)^L\d+:", "", text))
        text = re.sub(r"(?m)^(L\d+):.*\n", lambda m: m[0] if m[1] in used else "", text)
    return text
