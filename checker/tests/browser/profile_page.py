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
from audit import SKIPPED, audit, check, exit_code, failures

LINKS = """(() => [...document.querySelectorAll('a')].map(link => link.getAttribute('href'))
  .filter(address => !document.getElementById(decodeURIComponent(address.slice(1)))))()"""


def check_any_page(browser, page):
    browser.open(page.as_uri())
    check(not browser.run(LINKS), f"these links lead nowhere: {browser.run(LINKS)}")
    check(not browser.complaints(), f"the console is silent: {browser.complaints()}")
    others = [address for address in browser.fetched() if not address.startswith(("file:", "about:"))]
    check(not others, f"nothing is fetched: {others}")
    audit(browser, page.name)
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


GRIDS = "document.querySelector('{0}').grids"


def change(browser, place, number, value):
    """Chooses in the list of that number; the colours of the first grid afterwards."""
    return browser.run(f"""(() => {{
      const list = document.querySelectorAll('{place} select')[{number}];
      list.value = '{value}';
      list.dispatchEvent(new Event('change'));
      return document.querySelector('{place} canvas').toDataURL();
    }})()""")


def check_arrays(browser, page):
    """The arrays of the same page: colours, time, play, keys."""
    browser.open(page.as_uri())
    place = ".grids[data-program=k1a]"
    names = browser.run(f"[...document.querySelectorAll('{place} figure')].map(one => one.dataset.array)")
    check(sorted(names) == ["input", "output", "tile"], f"arrays: {names}")
    pictures = [change(browser, place, 0, colour) for colour in ("block", "warp", "lane", "order")]
    check(len(set(pictures)) == 4, "each choice of a colour has its picture")
    check(change(browser, place, 1, "writes") != change(browser, place, 1, "reads"), "reads and writes differ")

    grids = GRIDS.format(place)
    when = f"document.querySelector('{place} .when').textContent"
    browser.run(f"document.querySelector('{place} input[aria-label^=time]').focus()")
    browser.press("Home", 36)
    before = browser.run(when)
    browser.press("ArrowRight", 39)
    after = browser.run(when)
    check(before.startswith("Before the first of"), before)
    check(after.startswith("After access 1 of the") and "reads 32 elements from 0 to 31 of input" in after, after)
    browser.run(f"{grids}.button.click()")
    time.sleep(1)
    check(browser.run(f"{grids}.time") > 1, "play goes on in time")
    browser.run(f"{grids}.timer && {grids}.button.click()")
    check(browser.run(f"!{grids}.timer && {grids}.button.textContent") == "Play", "and stops when it is told to")

    browser.run(f"document.querySelector('{place} canvas').focus()")
    browser.press("ArrowRight", 39)
    browser.press("ArrowRight", 39)
    cell = browser.run(f"document.querySelector('{place} .cell').textContent")
    check(cell.startswith("Element 1 of input") and "thread (1, 0)" in cell and "lane 1 of warp 0" in cell, cell)
    wide = browser.run(f"[...document.querySelectorAll('{place} input[aria-label^=elements]')].map(one => +one.value)")
    check(256 in wide and 33 in wide, f"rows as the kernel goes through them: {wide}")
    story = browser.run(f"document.querySelector('{place} .story').textContent")
    check(story.startswith("Each of the ") and story.endswith(" of output was written once."), story)


def check_fault(browser, page, race):
    """A fault stands on top, in its array, with its threads."""
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.open(page.as_uri())
    text = browser.run("document.querySelector('.failure .grids figcaption')?.textContent")
    check(text is not None, f"{page.name} has no picture of its fault")
    if text is None:
        return
    if race:
        check("Race for element" in text and text.count("thread (") == 2 and "nothing orders the two" in text, text)
    else:
        check("Invalid __global__" in text and "has elements 0 to" in text and "thread (" in text, text)
    grid = GRIDS.format(".failure .grids") + ".figures[0]"
    check(browser.run(f"{grid}.outside.length") == (0 if race else 1), "what lies beyond the array stands beside it")
    marked = browser.run(f"""(() => {{
      const grid = {grid}, [x, y] = grid.position(grid.chosen), scale = grid.canvas.width / parseFloat(grid.canvas.style.width);
      const pixels = grid.canvas.getContext('2d').getImageData(x * scale, y * scale, grid.size * scale, grid.size * scale).data;
      return [...pixels].filter((value, i) => i % 4 === 0 && value > 140 && pixels[i + 1] < 60 && pixels[i + 2] < 60).length;
    }})()""")
    check(marked > 0, "the cell has its mark")


def check_order(browser, page):
    """A page of lesson 50: streams, events, and a warp with a half that stands aside or not."""
    browser.open(page.as_uri())
    lanes = browser.run("[...document.querySelectorAll('svg.order .lane-name')].map(one => one.textContent)")
    check(lanes[0] == "host" and "stream 1" in lanes and "stream 2" in lanes, f"lanes: {lanes}")
    loose = browser.run("""[...document.querySelectorAll('svg.order .arrow')].filter(one =>
      !document.getElementById(one.dataset.from) || !document.getElementById(one.dataset.to)).length""")
    check(loose == 0, f"{loose} arrows have no ends")
    backward = browser.run("""[...document.querySelectorAll('svg.order .arrow')].filter(one => {
      const x = id => +document.getElementById(id).querySelector('rect').getAttribute('x');
      return x(one.dataset.from) >= x(one.dataset.to);
    }).length""")
    check(backward == 0, f"{backward} arrows lead backward")
    crossing = browser.run("""(() => {
      const boxes = [...document.querySelectorAll('svg.order .step rect')].map(one => [one.closest('svg'), one.getBBox()]);
      return [...document.querySelectorAll('svg.order .arrow')].filter(arrow => {
        for (let at = 0, end = arrow.getTotalLength(); at < end; at += 2) {
          const {x, y} = arrow.getPointAtLength(at);
          if (boxes.some(([svg, box]) => svg === arrow.closest('svg') && x > box.x + 1 && x < box.x + box.width - 1 &&
              y > box.y + 1 && y < box.y + box.height - 1)) return true;
        }
        return false;
      }).map(arrow => arrow.id);
    })()""")
    check(not crossing, f"arrows cross boxes: {crossing}")
    events = browser.run("document.querySelectorAll('svg.order .arrow.event').length")
    check(events > 0, "events are arrows")
    outside = browser.run("""[...document.querySelectorAll('svg.order .step text')].filter(one =>
      one.getBBox().width > one.parentNode.querySelector('rect').width.baseVal.value - 6).map(one => one.textContent)""")
    check(not outside, f"text is wider than its box: {outside}")
    # One step can be reached by Tab, the others by the arrow keys; what it comes after is said.
    check(browser.run("document.querySelectorAll('svg.order .step[tabindex=\"0\"]').length") == 1, "one stop for Tab")
    browser.run("document.querySelector('svg.order .step').focus()")
    browser.press("ArrowRight", 39)
    said = browser.run("document.querySelector('.order-step').textContent")
    check("It comes after" in said, said)
    lane = browser.run("document.activeElement.dataset.lane")
    browser.press("ArrowDown", 40)
    below = browser.run("document.activeElement.dataset.lane")
    check(int(below) == int(lane) + 1, f"arrow down leads from lane {lane} to {below}")
    browser.press("End", 35)
    last = browser.run("""[...document.querySelectorAll('svg.order .step')]
      .filter(one => one.dataset.lane === document.activeElement.dataset.lane).pop() === document.activeElement""")
    check(last, "End leads to the last step of the lane")
    linked = browser.run("document.querySelector('svg.order a.step').getAttribute('href')")
    check(browser.run(f"document.querySelector('{linked}').matches('.kernel')"), "a kernel's name leads to its table")


def check_lanes(browser, page):
    """A page of lesson 38, a tree of sums."""
    browser.open(page.as_uri())
    text = browser.run("document.querySelector('.lanes figcaption').textContent")
    check(text.startswith("Lanes stand aside most in line "), text)
    rows = browser.run("document.querySelectorAll('.lanes .row').length")
    drawn = browser.run("document.querySelectorAll('.lanes .cell').length")
    check(rows > 5 and drawn == 32 * rows, f"{rows} rows, {drawn} boxes of lanes")
    one = browser.run("""[...document.querySelectorAll('.lanes .row')]
      .some(row => row.querySelectorAll('.on').length === 1)""")
    check(one, "in one line a single lane is on")
    titles = browser.run("[...document.querySelectorAll('.lanes title')].map(one => one.textContent)")
    check(any("lane 0 is always on" in title or "32 lanes: lane 0" in title for title in titles) and
          not any("always 0" in title for title in titles), f"which lane is on: {titles}")
    before = browser.run("document.querySelector('.lanes svg').getAttribute('aria-label')")
    options = browser.run("document.querySelector('.lanes select').options.length")
    check(options == 8, f"{options} warps to choose from")
    browser.run("document.querySelector('.lanes select').focus()")
    browser.press("End", 35)
    chosen = browser.run("document.querySelector('.lanes select').value")
    after = browser.run("document.querySelector('.lanes svg').getAttribute('aria-label')")
    check(chosen == "7" and after and before, f"warp {chosen}: {after}")


def write_page(tool, build, page, *arguments, lesson="34"):
    command = [tool, "--build", build, "--seed", "1", "profile", lesson, "--format", "html", "--output", str(page), *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    check(done.returncode == 0, f"{' '.join(command)}: {done.stdout}{done.stderr}")


def wrong(root, lesson, name):
    """The solution with the regions of a mistake."""
    text = next(root.glob(f"solutions/*/{lesson}/{lesson.partition('_')[2]}.cu")).read_text()
    mistake = (root / "checker/tests/mistakes" / lesson / name).read_text()
    for region in re.finditer(r" *// Solution (\d+)\b.*?// end of Solution \1\n", mistake, re.S):
        text = re.sub(rf" *// Solution {region[1]}\b.*?// end of Solution {region[1]}\n", lambda _: region[0], text, flags=re.S)
    return text


def check_beside(browser, page):
    """Beside the picture of a line stands the other program's same line, where it has that."""
    browser.open(page.as_uri())
    beside = browser.run("""(() => {
      const rows = id => [...document.querySelectorAll(`table[data-program=${id}] tr.ran`)], found = [];
      for (const section of document.querySelectorAll('.kernel')) {
        const others = rows(section.id + 'b');
        for (const row of rows(section.id + 'a')) {
          const code = row.querySelector('.code').textContent, same = others.filter(one => one.querySelector('.code').textContent === code);
          if (same.length !== 1) continue;
          row.querySelector('button').click();
          const captions = [...section.querySelectorAll('.panel figcaption b')].map(one => /line (\\d+)/.exec(one.textContent)[1]);
          if (captions.length > 1) found.push([captions[0] === row.dataset.line, captions[1] === same[0].dataset.line]);
          row.querySelector('button').click();
        }
      }
      return found;
    })()""")
    check(beside and all(own and other for own, other in beside), f"lines that both have stand side by side: {beside}")


def main():
    if not chromium.find_chromium():
        print("skipped: there is no Chromium. ./workbook setup --with-tests installs it.")
        return SKIPPED
    if sys.argv[1] == "--page":
        with chromium.Chromium() as browser:
            for page in sys.argv[2:]:
                check_any_page(browser, pathlib.Path(page).resolve())
        return exit_code()
    tool, build, root, folder = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "naive.cu").write_text(wrong(root, "34_transpose_tiled", "naive_store.cu"))
    page = folder / "transposes.html"
    write_page(tool, build, page, "--solution", "--anyway", "--against", str(folder / "naive.cu"))
    streams, tree = folder / "streams.html", folder / "tree.html"
    write_page(tool, build, streams, "--solution", "--anyway", lesson="50")
    write_page(tool, build, tree, "--solution", "--anyway", lesson="38")
    # These lessons have small cases.
    faults = {("28_shared_reverse", "no_barrier"): folder / "race.html",
              ("11_grid_2d", "no_guard_for_y"): folder / "beyond.html"}
    for (lesson, name), fault_page in faults.items():
        source = folder / f"{name}.cu"
        source.write_text(wrong(root, lesson, source.name))
        write_page(tool, build, fault_page, "--solution", "--anyway", "--against", str(source), lesson=lesson)
    if failures:
        return 1
    check(page.stat().st_size < 1_000_000, f"{page.stat().st_size} bytes")
    with chromium.Chromium() as browser:
        check_any_page(browser, page)
        browser.ask("Emulation.clearDeviceMetricsOverride")
        check_transposes(browser, page)
        for other in (streams, tree):
            check_any_page(browser, other)
        browser.ask("Emulation.clearDeviceMetricsOverride")
        check_order(browser, streams)
        check_lanes(browser, tree)
        check_arrays(browser, page)
        for (_, name), fault_page in faults.items():
            check_any_page(browser, fault_page)
            browser.ask("Emulation.clearDeviceMetricsOverride")
            check_fault(browser, fault_page, race=name == "no_barrier")
            check_beside(browser, fault_page)
    return exit_code()


sys.exit(main())
