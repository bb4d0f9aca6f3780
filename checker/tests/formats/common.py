"""What the checks of the formats share: reports to compare with, and what no text may hold."""

import json
import pathlib
import re
import unicodedata

VERDICTS = (pathlib.Path(__file__).parents[2] / "wire/verdicts.def").read_text(encoding="utf-8")
TITLES = dict(re.findall(r'^WORKBOOK_VERDICT\((\w+), "([^"]+)"', VERDICTS, re.MULTILINE))


class Problem(Exception):
    """A format says something else than the report, or something that does harm."""


def require(condition, message):
    if not condition:
        raise Problem(message)


def same(actual, expected, what):
    require(actual == expected, f"{what}: {repr(actual)[:500]}, but the report has {repr(expected)[:500]}")


def title_of(verdict):
    """The verdict for a person."""
    return TITLES.get(verdict, verdict.replace("_", " "))


def joined(text):
    """Without the spaces that keep a CI runner from finding commands (safe_text.hpp)."""
    return re.sub(r"(?m)^([^!-~\n]*): :", r"\1::", text).replace("# #[", "##[")


def same_words(actual, expected, what):
    same(joined(actual), joined(expected), what)


def load(path):
    """The report as the format json has it: the others must tell the same."""
    return json.loads(path.read_text(encoding="utf-8"))


def require_harmless(text):
    """No character that moves a cursor, rings, hides or reverses: line breaks and tabs are all."""
    for character in text:
        if character in "\n\t":
            continue
        kind = unicodedata.category(character)
        hidden = kind in ("Cc", "Cs", "Zl", "Zp") or (kind == "Cf" and character not in "\u00ad\u200b\u200c\u200d")
        require(not hidden, f"character U+{ord(character):04X}")


def strings_of(value):
    """All strings in a JSON value, names included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield name
            yield from strings_of(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from strings_of(inner)


def shown_numbers(value):
    """As people read points: at most two digits behind the point."""
    return f"{round(value, 2):.10g}"


def visible_names(lesson):
    return [case["name"] for case in lesson["cases"] if not case.get("hidden")]


def hidden_names(lesson):
    return [case["name"] for case in lesson["cases"] if case.get("hidden")]
