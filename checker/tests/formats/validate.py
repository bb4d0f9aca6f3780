"""Reads what `formats_test --write DIR` wrote with the parsers and schemas of each format.

    validate.py DIR ROOT    ROOT: the workbook's folder

Each report is there in all formats, and so is the table of a class. The others must be valid, harmless, and tell what
`json` tells.
"""

import pathlib
import sys

try:
    import line_formats
    import markup_formats
    from common import Problem, load
    from json_formats import JsonFormats
except ImportError as error:
    sys.exit(f"{sys.executable}: {error}. `./workbook setup --with-tests` installs what these tests need.")


def main(folder, root):
    json_formats = JsonFormats(root)
    checks = {
        "json": [json_formats.check_json, line_formats.check_no_commands],
        "gradescope": [json_formats.check_gradescope, line_formats.check_no_commands],
        "classroom50": [json_formats.check_classroom50, line_formats.check_no_commands],
        "console": [line_formats.check_console, line_formats.check_no_commands],
        "csv": [line_formats.check_csv, line_formats.check_no_commands],
        "github": [line_formats.check_github],
        "summary": [markup_formats.check_summary],
        "junit": [markup_formats.check_junit, line_formats.check_no_commands],
        "markdown": [markup_formats.check_markdown, line_formats.check_no_commands],
        "html": [markup_formats.check_html, line_formats.check_no_commands],
        "class_json": [json_formats.check_class, line_formats.check_no_commands],
        "class_csv": [line_formats.check_class_csv, line_formats.check_no_commands],
        "class_html": [markup_formats.check_class_html, line_formats.check_no_commands],
        "class_console": [line_formats.check_class_console, line_formats.check_no_commands],
    }
    done = dict.fromkeys(checks, 0)
    problems = []
    for path in sorted(folder.iterdir()):
        form = path.suffix[1:]
        reference = path.with_suffix(".class_json" if form.startswith("class_") else ".json")
        report = load(reference) if reference.exists() else None
        for check in checks[form]:
            try:
                check(path, report)
            except Exception as error:  # whatever a parser throws, the format is wrong
                problems.append(f"{path.name}: {type(error).__name__}: {error}")
        done[form] += 1
    try:
        markup_formats.check_schema(sorted(folder.glob("*.junit")), root)
    except Problem as error:
        problems.append(f"junit.xsd: {error}")
    for form, count in done.items():
        print(f"{form}: {count} read")
        if count == 0:
            problems.append(f"nothing was written as {form}")
    for problem in problems:
        print(problem[:3000])
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
