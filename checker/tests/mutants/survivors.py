"""The list of survivors that are no mistakes, a file each lesson (equivalent/), and what is not as it says.

    relation, kernel
    - if (i < n) {
    + if (i != n) {
    = i grows by one, so it meets n.

What the operator is called, the function, the line, what it is replaced by; then why the mutant is right. Several
mutants may stand before one reason. Where a function has the same line twice, a number says which:
"relation, kernel, 2".
"""

import pathlib

FOLDER = pathlib.Path(__file__).resolve().parent / "equivalent"


def block(mutant, reason=None):
    """How the list has it."""
    number = f", {mutant.number}" if mutant.number > 1 else ""
    head = f"{mutant.operator}, {mutant.function}{number}".rstrip()  # outside functions there is no name
    text = f"{head}\n- {mutant.before}\n+ {mutant.after}\n"
    return text if reason is None else text + f"= {reason}\n"


def by_operator(mutant):
    """Beside each other those that one reason may hold for."""
    return mutant.operator, mutant.line


def read(lesson, folder=FOLDER):
    """{key of a mutant: reason}, and what is wrong with the file."""
    path = folder / f"{lesson}.txt"
    listed, wrong, open_keys, head, before = {}, [], [], None, None
    for number, line in enumerate(path.read_text().splitlines() if path.exists() else [], 1):
        if line.startswith("- ") and head:
            before = line[2:]
        elif line.startswith("+") and head and before is not None:
            words = [word.strip() for word in f"{head} ".split(", ")]
            place = int(words.pop()) if len(words) == 3 and words[2].isdigit() else 1
            key = (words[0], ", ".join(words[1:]), before, line[2:], place)
            if key in listed or key in open_keys:
                wrong.append(f"{path.name}:{number}: stands there twice")
            open_keys.append(key)
            head = before = None
        elif line.startswith("= "):
            if not open_keys:
                wrong.append(f"{path.name}:{number}: a reason, but of no mutant")
            listed.update(dict.fromkeys(open_keys, line[2:]))
            open_keys = []
        elif line.strip() and not line.startswith("#"):
            head, before = line, None
    wrong += [f"{path.name}: no reason is given for: {key[3]}" for key in open_keys]
    return listed, wrong


def judge(mutants, results, listed):
    """(survivors that are not listed, sentences on entries of the list that do not hold)."""
    by_key = {mutant.key: mutant for mutant in mutants}
    wrong = []
    for key in listed:
        if key not in by_key:
            wrong.append(f"listed, but no longer made: {key[0]}, {key[1]}: {key[3]}")
            continue
        result = results.get(by_key[key].name)
        if result and result["status"] in ("killed", "does not compile"):
            wrong.append(f"listed, but {result['status']}: {key[0]}, {key[1]}: {key[3]}")
    unlisted = [mutant for mutant in mutants if mutant.key not in listed
                and results.get(mutant.name, {}).get("status") == "survived"]
    return unlisted, wrong
