"""Opens profile pages in a headless Chromium: clicks, slider, keys, light and dark, narrow and wide.

    profile_page.py WORKBOOK BUILD SOURCE_ROOT FOLDER
    profile_page.py --page FILE.html          only what holds for every page

Exit code 77 if there is no Chromium: ./workbook setup --with-tests installs it.
"""

import pathlib
import re
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import chromium
from audit import AUDIT, check, failures

LINKS = """(() => [...document.querySelectorAll('a')].map(link => link.hash)
  .filter(hash => !document.getElementById(decodeURIComponent(hash.slice(1)))))()"""


def check_any_page(browser, page):
    browser.open(page.as_uri())
    check(not browser.run(LINKS), f"these links lead nowhere: {browser.run(LINKS)}")
    check(not browser.complaints(), f"the console is silent: {browser.complaints()}")
    others = [address for address in browser.fetched() if not address.startswith(("file:", "about:"))]
    check(not others, f"nothing is fetched: {others}")
    for scheme in ("light", "dark"):
        browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        complaints = browser.run(AUDIT)
        check(not complaints, f"{page.name}, {scheme}: {complaints}")
    for width in (360, 1600):
        browser.ask("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        overflow = browser.run("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        check(overflow <= 0, f"{page.name} is {overflow} pixels wider than a window of {width}")
    ran = browser.run("""(() => {
      const script = document.createElement('script');
      script.textContent = 'window.foreign = true';
      document.body.append(script);
      return window.foreign === true;
    })()""")
    check(not ran, "no script but the page's own can run")


def check_transposes(browser, page):
    """The solution of lesson 34 beside one that writes along columns."""
    browser.open(page.as_uri())
    text = browser.run("document.body.innerText")
    check("4.5 MiB moved for the 1 MiB that the threads asked for." in text, "the verdict says what is wasted")
    line = browser.run("document.querySelector('#k1 .remarks a').hash.slice(1)")
    check(line.startswith("k1b-"), "the remark is on the naive program")
    check(browser.run("document.querySelector('tr.open').id") == line, "its line is open")

    figures = "[...document.querySelectorAll('.panel .picture')]"
    first = browser.run(f"{figures}[0].querySelector('figcaption').textContent")
    second = browser.run(f"{figures}[1].querySelector('figcaption').textContent")
    check("32 sectors of 32 bytes: 1,024 bytes move, 128 are used. 4 sectors would do." in first, first)
    check("4 sectors of 32 bytes: 128 bytes move, 128 are used." in second and "solution" in second, second)
    drawn = browser.run(f"{figures}.slice(0, 2).map(f => f.querySelectorAll('.whole').length)")
    check(drawn == [32, 4], f"sectors drawn: {drawn}")
    lines = browser.run(f"{figures}[0].querySelectorAll('.way').length")
    check(lines == 32, f"lines from lanes to sectors: {lines}")

    # The slider goes through warps; the sentence follows.
    label = f"{figures}[0].querySelector('.choose span').textContent"
    before = browser.run(label)
    browser.run(f"{figures}[0].querySelector('input').focus()")
    browser.press("ArrowRight", 39)
    after = browser.run(label)
    check(before.startswith("access 1 of 4,096") and after.startswith("access 2 of 4,096"), f"{before}; {after}")
    check(browser.run(f"{figures}[0].querySelector('input').max") == "31", "32 accesses are kept")

    # PTX beside it; hovering lights both.
    ptx = browser.run("document.querySelector('.panel .ptx').textContent")
    check("st.global.f32" in ptx, "the line's PTX stands beside it")
    lit = browser.run("""(() => {
      const item = [...document.querySelectorAll('.ptx li')].find(one => one.textContent.includes('st.global'));
      item.dispatchEvent(new MouseEvent('mouseenter'));
      return [item.classList.contains('lit'), document.querySelector('.picture').classList.contains('lit')];
    })()""")
    check(lit == [True, True], f"hovering lights both: {lit}")

    # Keys: down to the next line, Enter opens it, Escape closes it.
    browser.run("document.querySelector('table[data-program=k1a] tr.ran button').focus()")
    browser.press("ArrowDown", 40)
    row = browser.run("document.activeElement.closest('tr').id")
    check(row == browser.run("document.querySelectorAll('table[data-program=k1a] tr.ran')[1].id"), f"arrow down: {row}")
    browser.press("Enter", 13, "\r")
    check(browser.run("[...document.querySelectorAll('tr.open')].map(row => row.id).join()") == row, "Enter opens a line, and one only")
    check(browser.run("document.activeElement.getAttribute('aria-expanded')") == "true", "that is said")
    browser.press("Escape", 27)
    check(browser.run("document.querySelectorAll('tr.open').length") == 0, "Escape closes it")

    # A remark leads to its line.
    browser.run("document.querySelector('#k1 .remarks a').click()")
    time.sleep(0.2)
    check(browser.run("document.querySelector('tr.open')?.id") == line, "a remark opens its line")

    # A line of shared memory shows banks.
    browser.run("""[...document.querySelectorAll('table[data-program=k1a] tr.ran')]
      .find(row => row.textContent.includes('= tile[')).querySelector('button').click()""")
    banks = browser.run("[...document.querySelectorAll('.panel figcaption')].map(one => one.textContent).join(' ')")
    check("1 turn: no bank conflict" in banks, banks)


def write_page(tool, build, page, *arguments):
    command = [tool, "--build", build, "--seed", "1", "profile", "34", "--format", "html", "--output", str(page), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    check(done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}")


def naive(root):
    """The solution with the regions of the mistake that writes along columns."""
    text = (root / "solutions/05_memory/34_transpose_tiled/transpose_tiled.cu").read_text()
    mistake = (root / "checker/tests/mistakes/34_transpose_tiled/naive_store.cu").read_text()
    for region in re.finditer(r" *// Solution (\d+)\b.*?// end of Solution \1\n", mistake, re.S):
        text = re.sub(rf" *// Solution {region[1]}\b.*?// end of Solution {region[1]}\n", lambda _: region[0], text, flags=re.S)
    return text


def main():
    if not chromium.find_chromium():
        print("skipped: there is no Chromium. ./workbook setup --with-tests installs it.")
        return 77
    if sys.argv[1] == "--page":
        with chromium.Chromium() as browser:
            for page in sys.argv[2:]:
                check_any_page(browser, pathlib.Path(page).resolve())
        return 1 if failures else 0
    tool, build, root, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "naive.cu").write_text(naive(root))
    page = folder / "transposes.html"
    write_page(tool, build, page, "--solution", "--anyway", "--against", str(folder / "naive.cu"))
    if failures:
        return 1
    check(page.stat().st_size < 1_000_000, f"{page.stat().st_size} bytes")
    with chromium.Chromium() as browser:
        check_any_page(browser, page)
        browser.ask("Emulation.clearDeviceMetricsOverride")
        check_transposes(browser, page)
    return 1 if failures else 0


sys.exit(main())
