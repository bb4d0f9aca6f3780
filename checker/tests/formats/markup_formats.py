"""junit, markdown, html and the step summary: read by the parsers of their kind."""

import subprocess
import xml.etree.ElementTree

import cmarkgfm
import cmarkgfm.cmark
import html5lib

from common import require, require_harmless, same, same_words, shown_numbers, title_of

SUMMARY_LIMIT = 1024 * 1024  # bytes, of one step
CELLS = 6                    # of a row in the table of lessons


def check_schema(paths, root):
    """All JUnit files in one call of xmllint."""
    schema = root / "checker/tests/formats/schemas/junit.xsd"
    done = subprocess.run(["xmllint", "--noout", "--nonet", "--schema", schema, *paths], capture_output=True,
                          text=True, errors="replace", check=False)
    require(done.returncode == 0, done.stderr[-2000:])


def check_junit(path, report):
    root = xml.etree.ElementTree.parse(path).getroot()
    overall, *suites = root.findall("testsuite")
    for element in root.iter():
        for text in (element.text, element.tail, *element.attrib.values()):
            require_harmless((text or "").replace("\r", "\n"))
    counts = {"tests": "testcase", "failures": "testcase/failure", "errors": "testcase/error"}
    for name, pattern in counts.items():
        for suite in (overall, *suites):
            same(int(suite.get(name)), len(suite.findall(pattern)), name)
        same(int(root.get(name)), len(root.findall("testsuite/" + pattern)), name)
    same(overall.find("testcase/error") is None, report["complete"], "complete")
    same(len(suites), len(report["lessons"]), "suites")
    for suite, lesson in zip(suites, report["lessons"]):
        properties = {one.get("name"): one.get("value") for one in suite.findall("properties/property")}
        same(properties["points"], shown_numbers(lesson["points"]), "points")
        same_words(suite.get("name"), lesson["lesson"], "name")
        verdict = suite.find("testcase")
        same(len(verdict.findall("*")) == bool(verdict.find("system-out") is not None),
             lesson["verdict"] == "passed", "passed")
        printed = verdict.findtext("system-out") or ""
        same_words(printed, lesson["printed"], "printed")


def elements(markup, strict):
    """The document as a browser would have it; with `strict` any mistake is an error."""
    parser = html5lib.HTMLParser(tree=html5lib.getTreeBuilder("etree"), namespaceHTMLElements=False,
                                 strict=strict)
    return parser.parse(markup)


def require_only(document, allowed, attributes):
    for element in document.iter():
        require(element.tag in allowed, f"an element {element.tag}")
        for name, value in element.attrib.items():
            require((element.tag, name) in attributes, f"an attribute {element.tag} {name}={value[:40]}")
        for text in (element.text, element.tail):
            require_harmless(text or "")


def blocks(lesson):
    """The texts that stand as they are, in the order in which they are written."""
    yield from (message["text"] for message in lesson["messages"] if message["text"])
    yield from lesson["notes"]
    if lesson["printed"]:
        yield lesson["printed"]


def require_blocks(document, report):
    found = ["".join(block.itertext()).rstrip("\n") for block in document.iter("pre")]
    expected = [text.rstrip("\n") for lesson in report["lessons"] for text in blocks(lesson)]
    same(len(found), len(expected), "texts")
    for text, words in zip(found, expected):
        same_words(text, words, "a text")


MARKDOWN_TAGS = {"html", "head", "body", "h2", "p", "strong", "code", "table", "thead", "tbody", "tr", "th", "td",
                 "details", "summary", "ul", "li", "pre"}


def check_markdown(path, report):
    text = path.read_text(encoding="utf-8")
    require_harmless(text)
    options = cmarkgfm.cmark.Options.CMARK_OPT_UNSAFE
    markup = cmarkgfm.github_flavored_markdown_to_html(text, options)
    document = elements(markup, strict=False)
    require_only(document, MARKDOWN_TAGS, {("td", "align"), ("th", "align"), ("pre", "lang"), ("code", "class")})
    rows = document.findall(".//tbody/tr")
    same([len(row) for row in rows], [CELLS] * len(report["lessons"]), "cells")
    for row, lesson in zip(rows, report["lessons"]):
        same_words("".join(row[1].find("code").itertext()).strip(), lesson["lesson"].strip(), "lesson")
        same("".join(row[3].itertext()), f"{shown_numbers(lesson['points'])} / "
             f"{shown_numbers(lesson['max_points'])}", "points")
    require_blocks(document, report)


def check_summary(path, report):
    require(path.stat().st_size <= SUMMARY_LIMIT, "longer than GitHub takes")
    if report is None:  # the long one: what did not fit is named
        require("are left out" in path.read_text(encoding="utf-8"), "nothing says that it is cut")
        require(path.stat().st_size > SUMMARY_LIMIT / 2, "more left out than need be")
    else:
        check_markdown(path, report)


HTML_TAGS = {"html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "strong", "div", "table", "thead",
             "tbody", "tr", "th", "td", "br", "span", "details", "summary", "ul", "li", "pre"}
HTML_ATTRIBUTES = {("html", "lang"), ("meta", "charset"), ("meta", "http-equiv"), ("meta", "content"),
                   ("meta", "name"), ("details", "open"), ("div", "style")} | {
                       (tag, "class") for tag in ("p", "div", "span", "th", "td")}


def check_html(path, report):
    text = path.read_text(encoding="utf-8")
    document = elements(text, strict=True)
    require_only(document, HTML_TAGS, HTML_ATTRIBUTES)
    require("default-src 'none'" in text, "the page may fetch something")
    rows = document.findall(".//tbody/tr")
    same(len(rows), len(report["lessons"]), "rows")
    for row, lesson in zip(rows, report["lessons"]):
        same_words(row[0].text, lesson["lesson"], "lesson")
        require(title_of(lesson["verdict"]) in "".join(row[1].itertext()), "verdict")
    require_blocks(document, report)


def check_class_html(path, table):
    text = path.read_text(encoding="utf-8")
    document = elements(text, strict=True)
    require_only(document, HTML_TAGS, HTML_ATTRIBUTES)
    require("default-src 'none'" in text, "the page may fetch something")
    rows = document.findall(".//tbody/tr")
    for row, entry in zip(rows, table["submissions"], strict=True):
        same_words(row[0].text, entry["submission"], "submission")
        same(len(row), 3 + len(table["lessons"]), "cells")
        points = "".join(row[1].itertext())
        expected = "! not complete" if entry["points"] is None else \
            f"{shown_numbers(entry['points'])} / {shown_numbers(entry['max_points'])}"
        same(points, expected, "points")
