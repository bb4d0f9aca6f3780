"""The page of `workbook open` in a headless Chromium, on the mini-course that the scenario "student" has built.

    open_page.py TOOLS SOURCE_ROOT STUDENT_FOLDER

Exit code 77 if there is no Chromium: ./workbook setup --with-tests installs it.
"""

import http.client
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import chromium
from audit import SKIPPED, audit, check, exit_code

SECONDS = 60  # a machine with much else to do


def comes(browser, expression, what):
    """Waits until it is true."""
    end = time.monotonic() + SECONDS
    while time.monotonic() < end:
        if browser.run(f"!!({expression})"):
            return
        time.sleep(0.05)
    raise RuntimeError(f"{what}; the page says: {browser.run('document.body.innerText')[:600]}")
    return False


def turn_to(browser, tab):
    """A tab that is out of sight takes no events until it is looked at."""
    browser.session = tab
    browser.ask("Page.bringToFront")


class Pages:
    """A running `workbook open`."""

    def __init__(self, tool, build, *words):
        self.process = subprocess.Popen([tool, "--build", build, "--device", "virtual", "--seed", "1", "open", *words],
                                        stdout=subprocess.PIPE, text=True)
        found = re.search(r"http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/", self.process.stdout.readline())
        check(found, "the address is printed")
        self.address, self.port, self.key = found[0], int(found[1]), found[2]

    def ask(self, path, method="GET", body=None, **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        connection.request(method, path, body=body, headers=headers)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()

    def end(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=SECONDS)


def check_refusals(pages):
    home = f"/{pages.key}/"
    check(pages.ask(home)[0] == 200, "the page is there")
    for path, headers, words in (
            (home, {"Host": f"evil.example:{pages.port}"}, "another host"),
            (home, {"Host": "127.0.0.1"}, "another host"),
            (home, {"Origin": "http://evil.example"}, "a page that is not the workbook's"),
            (home, {"Origin": "null"}, "a page that is not the workbook's"),
            ("/", {}, "the key"), ("/" + "0" * 32 + "/", {}, "the key"), (home[:-2] + "/", {}, "the key")):
        status, text = pages.ask(path, **headers)
        check(status == 403 and words in text, f"{path} with {headers}: {status} {text}")
    status, text = pages.ask(home + "order", "POST", "check 01_double_all", Origin="http://evil.example")
    check(status == 403, f"an order of another page: {status} {text}")
    check(pages.ask(home + "order", "POST", "remove everything")[0] == 400, "no order")
    status, text = pages.ask(home + "solution/01_double_all")
    check(status == 403 and "when your file passes" in text, f"a solution before a pass: {status} {text}")
    for path in ("file/solutions/01_basics/01_double_all/double_all.cu", "file/exercises/../.workbook/state",
                 "file/../../etc/passwd", "file//etc/passwd", "file/exercises/outside"):
        status, text = pages.ask(home + path)
        check(status == 404, f"{path}: {status} {text[:80]}")


def check_picture(browser, story):
    """The arrays of the run that the verdict is of, and nothing else of its profile."""
    frame = "document.querySelector('#picture:not(.old, [hidden]) iframe')"
    comes(browser, f"{frame}?.contentDocument?.querySelector('.grids canvas')", "the picture of the last run")
    check("Your last run" in browser.run("document.getElementById('picture-says').textContent"), "whose run it is")
    shown = browser.run(f"{frame}.contentDocument.body.innerText")
    check(story in shown and "bytes used" not in shown, f"the picture says {shown}")
    seeds = browser.run(f"[{frame}.contentDocument.querySelector('header').textContent, document.getElementById('status').textContent]"
                        ".map(text => /seed ([0-9]+)/.exec(text)[1])")
    check(seeds[0] == seeds[1], f"the seeds of the picture and of the verdict: {seeds}")
    comes(browser, f"{frame}.offsetHeight > 100", "it is as high as its picture")


def check_page(browser, pages, source, stub):
    status = "document.getElementById('status').textContent"
    report = "document.getElementById('report').textContent"
    browser.open(pages.address)
    comes(browser, f"{status}.includes('01_double_all: not started')", "the verdict of the file as it was handed out")
    comes(browser, "document.querySelector('main h1')?.textContent === 'double_all'", "the lesson's text")
    check(browser.run("document.getElementById('solution').hidden"), "there is no solution before a pass")

    # In another language it is the same lesson, and its hints are hints.
    browser.run("document.querySelector('.languages a[lang=de]').click()")
    comes(browser, "document.querySelector('main[lang=de] h1')?.textContent === 'Verdoppeln'", "the text in German")
    check(browser.run("lessonHere()") == "01_double_all" and browser.run("hintsOf().length") == 1, "the lesson in German")
    browser.run("document.querySelector('.languages a[lang=en]').click()")
    comes(browser, "document.querySelector('main[lang=en] h1')?.textContent === 'double_all'", "and back")

    # Another tab sees the same.
    first, second = browser.session, browser.new_tab()
    browser.open(pages.address + "#list")
    comes(browser, "document.querySelectorAll('.lessons li').length === 2", "the list")
    check(browser.run("document.querySelector('.lessons').innerText.includes('1 point')"), "points in the list")
    turn_to(browser, first)

    source.write_text(stub.replace("    // end of TODO 1", "    if (i < n) data[i] = i;\n    // end of TODO 1"))
    comes(browser, f"{status}.includes('wrong answer: 0 of 1 points')", "a wrong version's verdict after the save")
    check("wrong answer in" in browser.run(report), "and what is wrong")
    check_picture(browser, "data was written once")
    source.write_text(stub.replace("    // end of TODO 1", "    if (i < n) data[i] += data[i];\n    // end of TODO 1"))
    comes(browser, f"{status}.includes('passed: 1 of 1 points')", "a right version's verdict after the save")
    check("Well done." in browser.run(report), "the words of watch")
    comes(browser, "document.getElementById('picture').matches('.old, [hidden]')", "the picture is of the run before, until the new one is there")
    check_picture(browser, "data was written once")
    check("1 of 2 lessons have passed" in browser.run("document.getElementById('progress').textContent"), "progress")
    turn_to(browser, second)
    comes(browser, "document.querySelectorAll('.lessons li.done').length === 1", "the other tab's list has the mark")
    turn_to(browser, first)

    # Keys: the solution, the list, the next lesson.
    audit(browser, "a lesson with its picture")
    browser.press("s", 83, "s")
    comes(browser, "document.querySelector('main pre')?.textContent.includes('// Solution 1')", "the solution after a pass")
    browser.press("p", 80, "p")
    comes(browser, "document.querySelector('iframe')?.contentDocument?.body?.innerText.includes('double_all')",
          "the profile's page, in this page")
    comes(browser, "(page => page?.querySelector('.arrays')?.compareDocumentPosition(page.querySelector('.bars')) & "
          "Node.DOCUMENT_POSITION_FOLLOWING)(document.querySelector('iframe')?.contentDocument)",
          "in an early lesson the arrays stand right behind the verdict")
    comes(browser, f"{status}.includes('passed: 1 of 1 points')", "the verdict after the profile")
    browser.press("l", 76, "l")
    comes(browser, "document.querySelectorAll('.lessons li').length === 2", "the key l")
    browser.press("/", 191, "/")
    browser.ask("Input.insertText", text="negate")
    comes(browser, "document.querySelectorAll('.lessons li').length === 1", "a search")
    browser.run("document.querySelector('.lessons a').click()")
    comes(browser, f"{status}.includes('02_negate: not started')", "a lesson that is opened is the one that is checked")
    check(not browser.complaints(), f"the console is silent: {browser.complaints()}")

    # As it was, after a reload.
    browser.events.clear()
    browser.ask("Page.reload")
    browser.wait_for("Page.loadEventFired")
    comes(browser, f"{status}.includes('02_negate: not started')", "the verdict after a reload")
    comes(browser, "document.querySelector('main h1')?.textContent === 'negate'", "the lesson after a reload")
    others = [address for address in browser.fetched() if not address.startswith((pages.address, "about:", "data:"))]
    check(not others, f"nothing else is fetched: {others}")

    for view, heading in (("#lesson/02_negate", "negate"), ("#list", "Lessons"), ("#profile/02_negate", "Profile of 02_negate"),
                          ("#source/exercises/01_basics/02_negate/negate.cu", "negate.cu")):
        browser.run(f"go('{view}')")
        comes(browser, f"document.querySelector('main h1')?.textContent === '{heading}'", view)
        audit(browser, view)
    browser.ask("Emulation.setDeviceMetricsOverride", width=400, height=800, deviceScaleFactor=1, mobile=False)
    overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    check(overflow <= 0, f"the page is {overflow} pixels wider than a window of 400")

    # The server goes: both tabs say so.
    check(pages.end() == 128 + signal.SIGTERM, "the exit code is that of a signal")
    for tab in (first, second):
        turn_to(browser, tab)
        comes(browser, "!document.getElementById('gone').hidden", "a page says that the server has gone")


def check_foreign_page(browser, pages):
    """What a page of another origin, here a file, can do with the address."""
    browser.open("data:text/html,<title>foreign</title>")
    got = browser.run(f"fetch('{pages.address}course.json').then(a => a.text(), error => 'refused')")
    check(got == "refused", f"a foreign page reads {got[:80]}")
    got = browser.run(f"fetch('{pages.address}order', {{method: 'POST', body: 'check 02_negate', mode: 'no-cors'}})"
                      ".then(a => a.type + a.status, error => 'refused')")
    check(got in ("refused", "opaque0"), f"a foreign page's order: {got}")


def main():
    if not chromium.find_chromium():
        print("skipped: there is no Chromium. ./workbook setup --with-tests installs it.")
        return SKIPPED
    tools, root, student = (pathlib.Path(word) for word in sys.argv[1:4])
    course = student / "course"
    shutil.copytree(root / "checker/tests/course/mini/exercises", course / "exercises", dirs_exist_ok=True)
    shutil.rmtree(course / ".workbook", ignore_errors=True)
    outside = course / "exercises/outside"
    outside.unlink(missing_ok=True)
    outside.symlink_to("/etc/passwd")
    source = course / "exercises/01_basics/01_double_all/double_all.cu"
    stub = source.read_text()
    german = source.with_name("README.de.md")
    german.write_text("# Verdoppeln\n\n<details><summary>Hinweis 1: so</summary>\n\nPlus.\n\n</details>\n")
    pages = Pages(tools / "bin/workbook", student / "build", "01")
    try:
        check_refusals(pages)
        with chromium.Chromium() as browser:
            check_foreign_page(browser, pages)
            check_page(browser, pages, source, stub)
    finally:
        if pages.process.poll() is None:
            pages.end()
        source.write_text(stub)
        outside.unlink()
        german.unlink()
    return exit_code()


sys.exit(main())
