#!/usr/bin/env python3
"""From saving a file to the verdict on watch's screen, beside building and running the same by hand. By hand.

    checker/bench/watch_latency.py [--build build/learner] [--lesson 03_square_port] [--rounds 7]

BUILD is a learner's build folder, with the lesson's checker in it. In each round, in turns: the solved file is saved with
one more comment while `watch` runs in a pseudo-terminal; and saved again, then `cmake --build` of the lesson and the check
program itself, with watch stopped. The student's file is put back at the end.
"""

import argparse
import json
import os
import pathlib
import pty
import select
import signal
import statistics
import subprocess
import tempfile
import time

import measurements

CLEAR = b"\x1b[H"
DEADLINE = 120  # seconds for one verdict


class Watch:
    """`workbook watch` in a terminal; what it wrote since its screen was last drawn from the top."""

    def __init__(self, command, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.execvpe(command[0], command, environment)
        self.written = b""

    def read(self, seconds):
        if select.select([self.terminal], [], [], seconds)[0]:
            self.written += os.read(self.terminal, 65536)

    def wait_for(self, words):
        end = time.monotonic() + DEADLINE
        while words not in self.written[max(self.written.rfind(CLEAR), 0):]:
            if time.monotonic() > end:
                raise SystemExit(f"watch never said {words!r}; its last screen:\n{self.written[-2000:]!r}")
            self.read(1)

    def forget(self):
        """All that is on its way is read and dropped, until the screen is still."""
        last = None
        while last != self.written:
            last = self.written
            self.read(0.5)
        self.written = b""

    def quit(self):
        os.write(self.terminal, b"q")
        os.waitpid(self.process, 0)


def parsed():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/learner"))
    parser.add_argument("--lesson", default="03_square_port")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--record", type=pathlib.Path, metavar="FILE.tsv")
    return parser.parse_args()


def main():
    options = parsed()
    build = options.build.resolve()
    course = json.loads((build / "lessons.json").read_text(encoding="utf-8"))
    lesson = next(lesson for lesson in course["lessons"] if lesson["name"] == options.lesson)
    stub, solution = pathlib.Path(lesson["stub"]), pathlib.Path(lesson["solution"]).read_text(encoding="utf-8")
    environment = {**os.environ, "TERM": "xterm", "CCACHE_DISABLE": "1"}
    kept = stub.read_bytes()
    saves = 0

    def save():
        nonlocal saves
        saves += 1
        stub.write_text(f"{solution}// {time.time()} {saves}\n", encoding="utf-8")

    folder = build / "lessons" / options.lesson
    with tempfile.TemporaryDirectory() as work:
        by_hand = [
            ["cmake", "--build", build, "--target", f"lesson_{options.lesson}"],
            [folder / "check", "--learner", folder / "learner", "--lesson", options.lesson, "--tree", "exercises",
             "--points", str(lesson.get("points", 3)), "--device", "virtual", "--seed", "1", "--vgpu-lib", build / "vgpu/lib",
             "--cuda-lib", "/usr/local/cuda/lib64", "--result", f"{work}/result.json"]]
        save()
        watch = Watch([str(build / "bin/workbook"), "--build", str(build), "--device", "virtual", "--seed", "1", "watch",
                       options.lesson], environment)
        watched, hand = [], []
        try:
            watch.wait_for(b"Well done")
            for number in range(options.rounds):
                watch.forget()
                save()
                began = time.monotonic()
                watch.wait_for(b"Checking")
                watch.wait_for(b"Well done")
                watched.append(time.monotonic() - began)
                os.kill(watch.process, signal.SIGSTOP)
                save()
                began = time.monotonic()
                for command in by_hand:
                    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment,
                                   check=True)
                hand.append(time.monotonic() - began)
                os.kill(watch.process, signal.SIGCONT)
                watch.wait_for(b"Checking")
                watch.wait_for(b"Well done")
                print(f"{number}: watch {watched[-1]:.2f} s, by hand {hand[-1]:.2f} s", flush=True)
            watch.quit()
        finally:
            stub.write_bytes(kept)
    in_watch, by_hand = statistics.median(watched), statistics.median(hand)
    print(f"medians of {options.rounds}: watch {in_watch:.2f} s, by hand {by_hand:.2f} s, {in_watch - by_hand:+.2f} s")
    if options.record:
        measurements.append(options.record, [("from the save to the verdict, in watch", in_watch, "s"),
                                             ("from the save to the verdict, by hand", by_hand, "s"),
                                             ("watch takes longer than by hand", in_watch - by_hand, "s")])


if __name__ == "__main__":
    main()
