"""The book of this course, as `workbook book` makes it, in a headless Chromium: read from the disk.

    book.py WORKBOOK BUILD FOLDER

Exit code 77 if there is no Chromium: ./workbook setup --with-tests installs it.
"""

import html.parser
import pathlib
import posixpath
import shutil
import subprocess
import sys
import time
from urllib.parse import unquote, urldefrag, urlsplit

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import html5lib

import chromium
from audit import SKIPPED, audit, check, exit_code, failures

LESSON = "exercises/01_launch/00_hello/README.html"
PAGES = ("index.html", LESSON, LESSON.replace(".html", ".de.html"), "README.html",
         "exercises/01_launch/02_first_kernel/README.html", "exercises/01_launch/00_hello/hello.cu.html", "search.html?q=warp")

# What a text may have of HTML. Another tag is a word in "<>" that a text has not escaped, and no reader sees it.
TAGS = set("""a body blockquote br button code del details em footer form h1 h2 h3 h4 head header hr html img input li link main
meta nav noscript ol p picture pre script source span strong sub summary sup table tbody td th thead title tr ul""".split())


class Scan(html.parser.HTMLParser):
    """The ids, addresses and tags of a page. html5lib says more, and takes 30 times as long."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.addresses, self.tags = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.ids += [value for key, value in attributes if key == "id"]
        self.addresses += [value for key, value in attributes if key in ("href", "src", "srcset", "action")]


def check_files(book):
    """The addresses in each page lead to files and ids of the book."""
    pages = {page.relative_to(book).as_posix(): Scan(page.read_text(encoding="utf-8")) for page in book.rglob("*.html")}
    check(len(pages) > 200, f"the book has {len(pages)} pages")
    check(not (book / "solutions").exists(), "no solutions")
    files = {one.relative_to(book).as_posix() for one in book.rglob("*") if one.is_file()}
    for name, page in pages.items():
        check(page.tags <= TAGS, f"{name} has the tags {page.tags - TAGS}")
        check(len(page.ids) == len(set(page.ids)), f"{name} has an id twice")
        for address in page.addresses:
            if urlsplit(address).scheme in ("https", "http", "data", "mailto"):
                continue
            path, anchor = urldefrag(address)
            place = posixpath.normpath(posixpath.join(posixpath.dirname(name), unquote(path))) if path else name
            check(place in files, f"{name} has {address}, which is not there")
            check(not anchor or (place in pages and unquote(anchor) in pages[place].ids), f"{name} has {address}, which names no id")


def check_html(book):
    """Pages of each kind, and a sixteenth of all, in turns by the number of commits, are HTML without a mistake."""
    turn = int(subprocess.check_output(["sh", pathlib.Path(__file__).parents[1] / "turn.sh", "16"]))
    names = sorted(page.relative_to(book).as_posix() for page in book.rglob("*.html"))
    for name in {*(page.split("?")[0] for page in PAGES), *names[turn::16]}:
        parser = html5lib.HTMLParser(namespaceHTMLElements=False)
        parser.parse((book / name).read_text(encoding="utf-8"))
        check(not parser.errors, f"{name}: {parser.errors[:3]}")


def check_page(browser, address):
    """Light and dark, narrow and wide; nothing fetched from elsewhere, a silent console."""
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.open(address)
    check(not browser.complaints(), f"{address}: the console is silent: {browser.complaints()}")
    others = [one for one in browser.fetched() if not one.startswith(("file:", "about:", "data:"))]
    check(not others, f"{address} fetches {others}")
    broken = browser.run("[...document.images].filter(one => one.complete && !one.naturalWidth).map(one => one.src)")
    check(not broken, f"{address}: pictures that do not show: {broken}")
    audit(browser, address)
    for width in (400, 1600):
        browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(overflow <= 0, f"{address} is {overflow} pixels wider than a window of {width}")
        # Their smallest words are 12 pixels high.
        tiny = browser.run("[...document.images].filter(one => one.naturalWidth > 1.6 * one.clientWidth).map(one => one.src)")
        check(not tiny, f"{address}: in a window of {width} pictures are too small to be read: {tiny}")


def follow(browser, action, ends):
    """Does what leads to another page, and waits for it."""
    browser.events.clear()
    action()
    browser.wait_for("Page.loadEventFired")
    address = browser.run("location.href")
    check(unquote(address).split("?")[0].endswith(unquote(ends)), f"that leads to {address}, not to {ends}")


def click(browser, selector):
    return lambda: browser.run(f"document.querySelector({selector!r}).click()")


def check_reading(browser, book):
    """As a reader goes: front page, lesson, next one and back, a search, and what it found."""
    browser.ask("Emulation.clearDeviceMetricsOverride")
    browser.open((book / "index.html").as_uri())
    check(browser.run("document.documentElement.lang") == "en", "the page says its language")
    follow(browser, click(browser, f'.lessons a[href="{LESSON}"]'), LESSON)
    check(browser.run("document.querySelector('h1').textContent").startswith("00 · Hello"), "the lesson's text")
    folded = browser.run("[...document.querySelectorAll('details')].filter(one => !one.open).length")
    check(folded > 3 and not browser.run("document.querySelector('details[open]')"), "hints and answers are folded")
    follow(browser, click(browser, "a[rel=next]"), "02_first_kernel/README.html")
    follow(browser, click(browser, "a[rel=prev]"), LESSON)

    follow(browser, click(browser, ".languages a[lang=de]"), "README.de.html")
    check(browser.run("[document.documentElement.lang, document.querySelector('h1').textContent].join()")
          == "de,00 · Hallo von 32 Threads", "the lesson in German")
    follow(browser, click(browser, ".languages a[lang=en]"), LESSON)

    # Keys: the first Tab is at the link that skips the head.
    browser.press("Tab", 9)
    check(browser.run("document.activeElement.matches('.skip')"), "Tab leads to the skip link")
    browser.press("Enter", 13, "\r")
    check(browser.run("document.activeElement.id") == "page-text", "and that to the text")

    browser.run("document.querySelector('input[name=q]').focus()")
    browser.ask("Input.insertText", text="coalesc TRANSPOSE")
    follow(browser, lambda: browser.press("Enter", 13, "\r"), "search.html")
    found = browser.run("document.getElementById('found').textContent")
    check("places have these words" in found, found)
    check(browser.run("document.querySelectorAll('#places mark').length") > 3, "the words are marked")
    check("34_transpose_tiled" in browser.run("document.querySelector('#places a').href"), "the best place is first")
    browser.run("document.querySelector('input[name=q]').focus()")
    browser.ask("Input.insertText", text=" xyzzy")
    check("No place" in browser.run("document.getElementById('found').textContent"), "a word that is nowhere")
    browser.ask("Input.insertText", text="")
    browser.run("(field => { field.value = 'grid-stride'; field.dispatchEvent(new Event('input')); })(document.querySelector('input[name=q]'))")
    follow(browser, click(browser, "#places a"), "README.html" + browser.run("document.querySelector('#places a').hash"))
    check("rid-stride" in browser.run("document.querySelector('main').textContent"), "the page has the word")


def main():
    if not chromium.find_chromium():
        print("skipped: there is no Chromium. ./workbook setup --with-tests installs it.")
        return SKIPPED
    tool, build, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]).resolve()
    book = folder / "book"
    shutil.rmtree(book, ignore_errors=True)
    begin = time.monotonic()
    done = subprocess.run([tool, "--build", build, "book", str(book)], capture_output=True, text=True, check=False)
    check(done.returncode == 0, done.stdout + done.stderr)
    if failures:
        return 1
    print(f"made in {time.monotonic() - begin:.1f} s")
    check_files(book)
    check_html(book)
    with chromium.Chromium() as browser:
        for page in PAGES:
            path, _, query = page.partition("?")
            check_page(browser, (book / path).as_uri() + (f"?{query}" if query else ""))
        check_reading(browser, book)
    return exit_code()


sys.exit(main())
