#!/usr/bin/env python3
"""The pictures of README.md, made from real runs: watch, a fault, a page of `profile`, each light and dark.

    docs/pictures/make_pictures.py        (needs python3-pyte and Chromium; takes a few minutes)

Works in a copy of the repository as it was committed, with mistakes of checker/tests/mistakes as a student's files.
"""

import html
import os
import pathlib
import pty
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from fcntl import ioctl

import pyte

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "checker" / "tests" / "browser"))
from chromium import Chromium  # noqa: E402

COLUMNS, SEED = 92, "1"
# The colours of docs/style.md, for the eight names that a terminal has.
COLOURS = {
    "light": {"": "#1b1f24", "ground": "#ffffff", "red": "#c21f2c", "green": "#1a7f37", "brown": "#8a5a00",
              "yellow": "#8a5a00", "blue": "#0b5394", "magenta": "#8250df", "cyan": "#0072b2", "white": "#57606a"},
    "dark": {"": "#e6edf3", "ground": "#0d1117", "red": "#ff7b78", "green": "#4cc26a", "brown": "#e3a93c",
             "yellow": "#e3a93c", "blue": "#7cc4ff", "magenta": "#a371f7", "cyan": "#56b4e9", "white": "#9aa5b0"},
}


def screen_of(command, folder, lines, until):
    """What a terminal shows when `until` stands in it, or the program has ended."""
    screen = pyte.Screen(COLUMNS, lines)
    stream = pyte.ByteStream(screen)
    process, terminal = pty.fork()
    if process == 0:
        os.chdir(folder)
        os.environ.update(TERM="xterm-256color", WORKBOOK_SEED=SEED, WORKBOOK_DEVICE="virtual")
        os.execvp(command[0], command)
    ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", lines, COLUMNS, 0, 0))
    deadline = time.time() + 600
    while time.time() < deadline:
        if select.select([terminal], [], [], 1)[0]:
            try:
                stream.feed(os.read(terminal, 1 << 16))
            except OSError:  # it has ended
                break
        elif until and any(until in line for line in screen.display):
            os.kill(process, signal.SIGTERM)
            break
    else:
        raise SystemExit(f"{command}: nothing came in ten minutes")
    os.waitpid(process, 0)
    return screen


def page_of(screen, scheme):
    colours, rows = COLOURS[scheme], []
    used = [number for number, line in enumerate(screen.display) if line.strip()]
    first_end = next((number for number in used if "checked in" in screen.display[number]), used[-1])
    last = used[-1] if "q quit" in screen.display[used[-1]] else first_end  # of a report, the first message
    for number in range(used[0], last + 1):
        text = ""
        for column in range(COLUMNS):
            cell = screen.buffer[number][column]
            style = f"color:{colours.get(cell.fg, colours[''])}"
            text += f'<b style="{style}">' if cell.bold else f'<span style="{style}">'
            text += html.escape(cell.data) + ("</b>" if cell.bold else "</span>")
        rows.append(text)
    return (f'<!doctype html><meta charset="utf-8"><body style="margin:0;background:{colours["ground"]}">'
            f'<pre style="margin:0;padding:14px 18px;display:inline-block;font:13px/1.4 DejaVu Sans Mono,monospace">'
            + "\n".join(rows) + "</pre>")


def shoot(browser, address, scheme, path, element):
    browser.ask("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.open(address)
    box = browser.run(f"(() => {{ const b = document.querySelector({element!r}).getBoundingClientRect(); "
                      "return [b.x, b.y, b.width, b.height]; })()")
    clip = dict(zip(("x", "y", "width", "height"), box), scale=1)
    clip["height"] = min(clip["height"], 760)
    picture = browser.ask("Page.captureScreenshot", format="png", clip=clip, captureBeyondViewport=True)["data"]
    subprocess.run(["base64", "-d"], input=picture.encode(), stdout=path.open("wb"), check=True)
    print(f"{path.name}: {path.stat().st_size // 1024} KiB")


def hand_in(copy, lesson, mistake):
    """The mistake becomes the student's file."""
    solution = next((copy / "solutions").glob(f"*/{lesson}/*.cu"))
    file = next((copy / "exercises").glob(f"*/{lesson}/{solution.name}"))
    source = copy / "checker" / "tests" / "mistakes" / lesson / f"{mistake}.cu"
    if "#include" in source.read_text():
        shutil.copy(source, file)
        return
    composed = subprocess.run(["awk", "-f", copy / "checker" / "tests" / "compose.awk", source, solution],
                              capture_output=True, text=True, check=True).stdout
    file.write_text(composed)


def main():
    with tempfile.TemporaryDirectory(prefix="pictures-") as folder, Chromium(width=1100, height=900) as browser:
        copy = pathlib.Path(folder) / "cuda-workbook"
        subprocess.run(["git", "clone", "-q", ROOT, copy], check=True)
        hand_in(copy, "03_square_port", "copy_in_without_sizeof")
        hand_in(copy, "28_shared_reverse", "no_barrier")
        hand_in(copy, "34_transpose_tiled", "naive_store")
        subprocess.run([copy / "workbook", "setup"], check=True, stdout=subprocess.DEVNULL)
        screens = {
            "watch": screen_of(["./workbook", "watch", "28"], copy, 24, "checked in"),
            "fault": screen_of(["./workbook", "check", "03"], copy, 40, ""),
        }
        page = copy / "profile.html"
        subprocess.run([copy / "workbook", "profile", "34", "--format", "html", "--output", page], cwd=copy,
                       env={**os.environ, "WORKBOOK_SEED": SEED, "WORKBOOK_DEVICE": "virtual"}, check=False)
        for scheme in COLOURS:
            for name, screen in screens.items():
                text = pathlib.Path(folder) / f"{name}.html"
                text.write_text(page_of(screen, scheme))
                shoot(browser, text.as_uri(), scheme, HERE / f"{name}_{scheme}.png", "pre")
            shoot(browser, page.as_uri(), scheme, HERE / f"profile_{scheme}.png", "html")


if __name__ == "__main__":
    main()
