#!/usr/bin/env python3
"""Pages and the lessons' pictures have the colours of docs/style.md and no others, light and dark, and text in them can be
read: colours_test.py."""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
DARK = "@media (prefers-color-scheme: dark)"
CODE = re.compile(r"(?<!&)#(?:[0-9a-fA-F]{8}|[0-9a-fA-F]{6}|[0-9a-fA-F]{3,4})\b")
# A colour that has no code: "fill:red", 'stroke="rgb(...)"'.
OTHER = re.compile(r"\b(?:fill|stroke|color|stop-color)\s*[:=]\s*[\"']?(?!none|url\(|currentColor|inherit)([a-zA-Z][\w(]*)")
GROUNDS = ["page", "box", "lit", "used-soft", "lost-soft", "passed-soft", "failed-soft", "third-soft"]
ON_PAGE = ["text", "soft", "link", "used", "lost", "fault", "passed", "failed", "error"]
ENOUGH = 4.5  # WCAG 2.1, 1.4.3


def table_of_style():
    rows = re.findall(r"^\| ([\w-]+) \| `(#\w+)` \| `(#\w+)` \|", (ROOT / "docs/style.md").read_text(encoding="utf-8"), re.M)
    return {name: light for name, light, _ in rows}, {name: dark for name, _, dark in rows}


def luminance(code):
    parts = [int(code[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first, second):
    bright, dim = sorted((luminance(first), luminance(second)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def dark_part(text):
    """The block behind DARK, and the rest of the text."""
    begin = text.find(DARK)
    if begin < 0:
        return "", text
    end, depth = text.index("{", begin), 0
    while True:
        depth += {"{": 1, "}": -1}.get(text[end], 0)
        end += 1
        if depth == 0:
            return text[begin:end], text[:begin] + text[end:]


def problems_of_picture(name, text, light, dark):
    in_dark, in_light = dark_part(text)
    if not in_dark:
        yield f"{name}: it has no colours for the dark: {DARK}{{ ... }}"
    for part, colours, which in ((in_light, light, "light"), (in_dark, dark, "dark")):
        for code in sorted({code.lower() for code in CODE.findall(part)} - set(colours.values())):
            yield f"{name}: {code} is none of the {which} colours of docs/style.md"
        for word in sorted(set(OTHER.findall(part))):
            yield f"{name}: write {word} as one of the {which} colours of docs/style.md"


def problems_of_table(light, dark):
    css = dark_part((ROOT / "checker/cli/pages/colours.css").read_text(encoding="utf-8"))
    for colours, part, which in ((light, css[1], "light"), (dark, css[0], "dark")):
        if dict(re.findall(r"--([\w-]+): (#\w+)", part)) != colours:
            yield f"docs/style.md and checker/cli/pages/colours.css have different {which} colours"
        pairs = [("text", ground) for ground in GROUNDS] + [(name, "page") for name in ON_PAGE] + [("soft", "box")]
        for name, ground in pairs:
            if contrast(colours[name], colours[ground]) < ENOUGH:
                yield f"{which}: {name} on {ground} has a contrast of {contrast(colours[name], colours[ground]):.2f}"


def problems_of_sheets():
    """Style sheets name colours, and set none."""
    for sheet in sorted((ROOT / "checker/cli").rglob("*.css")):
        codes = CODE.findall(re.sub(r"/\*.*?\*/", "", sheet.read_text(encoding="utf-8"), flags=re.S))
        if codes and sheet.name != "colours.css":
            yield f"{sheet.relative_to(ROOT)}: {codes[0]} belongs into checker/cli/pages/colours.css"


def finds_what_is_wrong(light, dark):
    """The test itself: a foreign colour, a light one in the dark, a word, no dark at all."""
    style = f".a{{fill:{light['used']}}} {DARK}{{ .a{{fill:{dark['used']}}} }} &#160; url(#tip)"
    wrong = [style.replace(light["used"], "#123456"), style.replace(dark["used"], light["used"]),
             style.replace(light["used"], "red"), f".a{{fill:{light['used']}}}"]
    return not list(problems_of_picture("", style, light, dark)) and all(
        list(problems_of_picture("", text, light, dark)) for text in wrong)


def main():
    light, dark = table_of_style()
    problems = [*problems_of_table(light, dark), *problems_of_sheets()]
    if not finds_what_is_wrong(light, dark):
        problems.append("colours_test.py does not find what is wrong with a picture")
    pictures = sorted((ROOT / "exercises").glob("*/*/*.svg"))
    for picture in pictures:
        name = str(picture.relative_to(ROOT))
        problems += problems_of_picture(name, picture.read_text(encoding="utf-8"), light, dark)
    if not pictures:
        problems.append("there is no picture of a lesson")
    print("\n".join(problems))
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
