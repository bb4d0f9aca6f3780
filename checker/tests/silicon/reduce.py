#!/usr/bin/env python3
"""Cuts random programs on which a GPU and the virtual one differ down to what makes the difference.

    checker/tests/silicon/reduce.py RESULTS_FOLDER SECONDS SEED...

On a machine with a GPU, after `cmake --build build/dev --target differential workbook_cudart_13`.
Instructions are taken out as long as the GPU's results still differ from the virtual GPU's (in words
that differed before) while the same text, translated without optimisation, still agrees: so no part
that the rest needs is lost. Every register is first given a value that stays, lest a value that
was never computed is what differs. Where that takes the difference away, the registers are left alone.
Writes SEED.txt (what was found), SEED.ptx (what is left) and SEED.original.ptx.
"""
import os
import re
import select
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

from reduce_text import registers_given_values, text_of, units_of

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "../../.."))
PROGRAM = ROOT + "/build/dev/checker/tests/differential/differential"
REAL = os.environ.get("WORKBOOK_REAL_CUDART", "/usr/local/cuda/lib64")
VIRTUAL = ROOT + "/build/dev/vgpu/lib"


class Device:
    """A process that runs one text after the other; a new one where that is lost or hangs."""

    def __init__(self, seed, libraries, folder, patience):
        self.seed, self.libraries, self.patience = seed, libraries, patience
        self.text, self.results = folder + "/text", folder + "/results"
        os.makedirs(folder, exist_ok=True)
        self.process = None

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()
        self.process = None

    def ask(self, text, level):
        """The results' words, or a line that says what is wrong."""
        if self.process is None:
            environment = dict(os.environ, LD_LIBRARY_PATH=self.libraries, CUDA_CACHE_DISABLE="1")
            self.process = subprocess.Popen(
                [PROGRAM, "--seed", str(self.seed), "--serve"], env=environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        with open(self.text, "wb") as out:
            out.write(text if isinstance(text, bytes) else text.encode())
        try:
            self.process.stdin.write(f"{level} {self.text} {self.results}\n")
            self.process.stdin.flush()
            ready = select.select([self.process.stdout], [], [], self.patience)[0]
            answer = self.process.stdout.readline() if ready else ""
        except BrokenPipeError:
            answer, ready = "", True
        if not answer:
            self.stop()
            return "crash" if ready else "hangs"
        error = answer[17:].strip()
        if error:
            if "cudaErrorInvalidPtx" not in error:
                self.stop()
            return "error: " + error
        with open(self.results, "rb") as file:
            data = file.read()
        return [data[i:i + 8] for i in range(0, len(data), 8)]


class Pair:
    def __init__(self, seed, folder):
        self.virtual = Device(seed, VIRTUAL, folder + "/virtual", 5)
        self.real = Device(seed, REAL, folder + "/real", 20)

    def difference(self, text, compare_unoptimised):
        """The words that differ, or none; what the GPU alone says is wrong counts as one."""
        ours = self.virtual.ask(text, 0)
        if isinstance(ours, str):
            return set()
        if compare_unoptimised and self.real.ask(text, 0) != ours:
            return set()
        theirs = self.real.ask(text, 4)
        if isinstance(theirs, str):
            return {theirs}
        return {i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b}

    def stop(self):
        self.virtual.stop()
        self.real.stop()


class Reduction:
    def __init__(self, seed, folder, deadline):
        self.seed, self.folder, self.deadline = seed, folder, deadline
        self.pairs = [Pair(seed, f"{folder}/scratch/{seed}.{i}") for i in range(2)]
        self.pool = ThreadPoolExecutor(2)
        self.log = open(f"{folder}/{seed}.txt", "w")
        self.asked = 0

    def say(self, line):
        print(line, file=self.log, flush=True)

    def holds(self, pair, units):
        difference = pair.difference(text_of(units), self.unoptimised)
        return bool(difference) and difference <= self.words

    def facts(self, text, name):
        """What each level of optimisation makes of a text."""
        pair = self.pairs[0]
        ours = pair.virtual.ask(text, 0)
        self.say(f"{name}: virtual GPU: {ours if isinstance(ours, str) else 'runs'}")
        for level in range(4):
            source, cubin = f"{self.folder}/scratch/{self.seed}.ptx", f"{self.folder}/scratch/{self.seed}.cubin"
            with open(source, "w") as out:
                out.write(text)
            done = subprocess.run(["ptxas", "-arch=sm_90", f"-O{level}", source, "-o", cubin],
                                  capture_output=True, text=True, timeout=60)
            if done.returncode:
                continue
            with open(cubin, "rb") as file:
                theirs = pair.real.ask(file.read(), 4)
            if isinstance(theirs, str) or isinstance(ours, str):
                self.say(f"  ptxas -O{level}: {theirs if isinstance(theirs, str) else 'runs'}")
                continue
            words = [i for i in range(len(ours)) if ours[i] != theirs[i]]
            self.say(f"  ptxas -O{level}: {len(words)} words differ " + " ".join(
                f"[{i}] ours {ours[i][::-1].hex()} theirs {theirs[i][::-1].hex()}" for i in words[:3]))

    def start(self):
        text = subprocess.run([PROGRAM, "--print", str(self.seed)], capture_output=True,
                              text=True).stdout
        with open(f"{self.folder}/{self.seed}.original.ptx", "w") as out:
            out.write(text)
        self.facts(text, "as generated")
        given = registers_given_values(text)
        for self.unoptimised in (True, False):
            for name, candidate in ("each register given a value", given), ("as generated", text):
                self.words = self.pairs[0].difference(candidate, self.unoptimised)
                self.say(f"{name}: {len(self.words)} words differ"
                         + (" (and -O0 agrees)" if self.unoptimised else ""))
                if self.words:
                    return candidate
        return None

    def without(self, units, which):
        return [unit for i, unit in enumerate(units) if i not in which]

    def pass_over(self, units, size):
        removable = [i for i, (may_go, _) in enumerate(units) if may_go]
        chunks = [set(removable[i:i + size]) for i in range(0, len(removable), size)][::-1]
        gone = set()
        for i in range(0, len(chunks), 2):
            if time.time() > self.deadline:
                break
            batch = chunks[i:i + 2]
            good = [chunk for chunk, ok in zip(batch, self.pool.map(
                lambda pair, chunk: self.holds(pair, self.without(units, gone | chunk)),
                self.pairs, batch)) if ok]
            self.asked += len(batch)
            if len(good) == 2 and not self.holds(self.pairs[0],
                                                 self.without(units, gone | good[0] | good[1])):
                good.pop()
            for chunk in good:
                gone |= chunk
            if good:
                self.keep(self.without(units, gone))
        return self.without(units, gone)

    def keep(self, units):
        with open(f"{self.folder}/{self.seed}.ptx", "w") as out:
            out.write(text_of(units))

    def unguarded(self, units):
        for i, (may_go, lines) in enumerate(units):
            bare = re.sub(r"^(\s*)@!?%\w+ ", r"\1", lines[0])
            if not may_go or bare == lines[0] or time.time() > self.deadline:
                continue
            candidate = units[:i] + [(may_go, [bare, *lines[1:]])] + units[i + 1:]
            if self.holds(self.pairs[0], candidate):
                units = candidate
        return units

    def run(self):
        text = self.start()
        if text:
            units = units_of(text)
            self.keep(units)
            size = max(1, sum(may_go for may_go, _ in units) // 2)
            while time.time() < self.deadline:
                before = len(units)
                units = self.pass_over(units, size)
                if size == 1:
                    units = self.unguarded(units)
                    if len(units) == before:
                        break
                else:
                    size //= 2
            self.keep(units)
            self.say(f"{self.asked} asked; left: {sum(may_go for may_go, _ in units)} instructions"
                     + (", not finished" if time.time() > self.deadline else ""))
            self.facts(text_of(units), "what is left")
            self.say(text_of(units))
        for pair in self.pairs:
            pair.stop()
        self.log.close()


def main():
    folder, seconds = os.path.abspath(sys.argv[1]), float(sys.argv[2])
    deadline = time.time() + seconds
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(len(sys.argv) - 3) as pool:
        for done in [pool.submit(Reduction(int(seed), folder, deadline).run) for seed in sys.argv[3:]]:
            done.result()


main()
