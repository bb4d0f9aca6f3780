"""Compiles mutants in batches, checks them, and keeps what became of each; can be stopped and gone on with."""

import concurrent.futures
import hashlib
import heapq
import itertools
import json
import os
import signal
import subprocess
import sys
import threading
import time

import building
import compare
import generate

sys.path.insert(0, str(building.TESTS))
from write_batch import without_namespaces  # noqa: E402

BATCH = 60
CHECK_SECONDS = 600


def quickly(compiler):
    """Host code is compiled once and runs for a moment. nvcc's own -O and -g would come behind what -Xcompiler says."""
    return [*(word for word in compiler if word not in ("-O2", "-g")), "-Xcompiler=-O0,-g1"]


def call(command, folder, seconds=None):
    """A program in a session of its own: an interrupt of ours is not one of its, and it ends with all it started."""
    variables = {key: value for key, value in os.environ.items() if not key.startswith("WORKBOOK_")}
    with subprocess.Popen(command, cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, errors="replace", env=variables,
                          start_new_session=True) as process:
        try:
            output, _ = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            raise
    return process.returncode, output


class Results:
    """What became of a lesson's mutants: a line of JSON each, behind one that says what they were checked with."""

    def __init__(self, path, key, names, options):
        self.path, self.found, self.lock = path, {}, threading.Lock()
        lines = path.read_text().splitlines() if (options.resume or options.survivors) and path.exists() else []
        if lines and (lines[0] == json.dumps({"key": key}) or options.survivors):
            for line in lines[1:]:
                try:
                    row = json.loads(line)
                except ValueError:  # it was killed while it wrote
                    continue
                again = ("not judged", "survived") if options.survivors else ("not judged",)
                if row["name"] in names and row["status"] not in again:
                    self.found[row["name"]] = row
        path.write_text(json.dumps({"key": key}) + "\n"
                        + "".join(json.dumps(row) + "\n" for row in self.found.values()))

    def add(self, name, status, **more):
        row = {"name": name, "status": status} | more
        with self.lock:
            self.found[name] = row
            with self.path.open("a") as file:
                file.write(json.dumps(row) + "\n")


def key_of(lesson, seed, more):
    """Changes with the checker and how it is called. What is checked, a mutant's name says."""
    state = hashlib.sha256()
    for path in (lesson.row["check"], lesson.row["header"]):
        with open(path, "rb") as file:
            state.update(file.read())
    return f"{state.hexdigest()[:16]} seed {seed} {' '.join(more)}".strip()


class Run:
    """Tasks for some threads: checks first, then what makes work for more checks. None is begun after the deadline."""

    def __init__(self, jobs, limit):
        self.tasks, self.count, self.condition = [], itertools.count(), threading.Condition()
        self.jobs, self.deadline, self.busy, self.problems = jobs, limit and time.monotonic() + limit, 0, []

    def put(self, urgency, task, *arguments):
        with self.condition:
            heapq.heappush(self.tasks, (urgency, next(self.count), task, arguments))
            self.condition.notify()

    def work(self):
        while True:
            with self.condition:
                while not self.tasks and self.busy:
                    self.condition.wait()
                late = self.deadline and time.monotonic() > self.deadline
                if not self.tasks or late or self.problems:
                    self.condition.notify_all()
                    return
                _, _, task, arguments = heapq.heappop(self.tasks)
                self.busy += 1
            try:
                task(*arguments)
            except Exception as problem:  # any: else the others would wait for ever
                self.problems.append(problem)
            finally:
                with self.condition:
                    self.busy -= 1
                    self.condition.notify_all()

    def all(self):
        """Whether all was done."""
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            threads = [pool.submit(self.work) for _ in range(self.jobs)]
            try:
                concurrent.futures.wait(threads)
            except KeyboardInterrupt as interrupt:  # what runs comes to its end
                self.problems.append(interrupt)
        for problem in self.problems:
            if not isinstance(problem, KeyboardInterrupt):
                raise problem
        return not self.tasks and not self.problems


class LessonRun:
    def __init__(self, run, build, folder, options):
        self.run, self.options, self.folder = run, options, folder
        name, self.mutants, self.dropped = generate.read_lesson(folder)
        self.lesson = build.lesson(name)
        more = ["--time-scale", str(options.time_scale)] if options.time_scale != 1 else []
        self.more = [*more, "--abort"]  # the first finding is enough
        self.chosen = chosen(self.mutants, options)
        self.results = Results(folder / "results.jsonl", key_of(self.lesson, options.seed, more),
                               {mutant.name for mutant in self.mutants}, options)
        self.trouble, self.alone_verdict, self.lock = "", None, threading.Lock()

    def start(self):
        names = [mutant.name for mutant in self.chosen if mutant.name not in self.results.found]
        for number, begin in enumerate(range(0, len(names), BATCH)):
            self.run.put(1, self.compile, number, names[begin:begin + BATCH])

    def sources(self, names):
        return [self.folder / f"{name}.cu" for name in names]

    def compile(self, number, names):
        """As one file; those with errors are taken out, all that the compiler tells of at once."""
        linked, names = self.folder / f"link{number}", list(names)
        batch, batch_object = linked / "batch.cu", linked / "batch.o"
        linked.mkdir(exist_ok=True)
        while names:
            self.lesson.write_batch(batch, self.sources(["solution", *names]), self.folder / "solution.cu")
            try:
                code, said = call([*quickly(self.lesson.compiler), "-c", str(batch), "-o", str(batch_object)],
                                  self.lesson.build.folder, self.options.compile_seconds)
            except subprocess.TimeoutExpired:  # one of them may make a loop that is unrolled without end
                guilty = set()
            else:
                if code == 0:
                    break
                guilty = building.guilty(said, set(names))
            if not guilty and len(names) == 1:
                guilty = set(names)
            if not guilty:  # nothing says whose error it is
                self.halve(number, names)
                return
            for name in guilty:
                self.results.add(name, "does not compile")
            names = [name for name in names if name not in guilty]
        if not names:
            return
        missing = self.lesson.make_programs(linked, batch_object, ["solution", *names])
        if missing is None and len(names) > 1:
            self.halve(number, names)
            return
        for name in names if missing is None else missing:
            self.results.add(name, "does not compile")
        if missing is not None:
            self.check_all(number, [name for name in names if name not in missing], linked)

    def halve(self, number, names):
        self.run.put(1, self.compile, f"{number}a", names[:len(names) // 2])
        self.run.put(1, self.compile, f"{number}b", names[len(names) // 2:])

    def check_all(self, number, names, linked):
        """The solution first. Where it does not pass, one of the mutants may have spoiled the module for all: a device
        function that is declared and defined no more is noticed when it is loaded."""
        verdict = self.verdict(linked, "solution")
        spoiled = verdict.get("verdict") != "passed"
        if spoiled and self.alone().get("verdict") != "passed":
            self.trouble = f"the solution itself does not pass in a batch: {verdict}"
        elif spoiled and len(names) > 1:
            self.halve(number, names)
        else:
            for name in names:
                self.run.put(0, self.check, linked, name)

    def alone(self):
        """What the check says of the solution without any mutant beside it."""
        with self.lock:
            if self.alone_verdict is None:
                linked = self.folder / "link_alone"
                linked.mkdir(exist_ok=True)
                batch, batch_object = linked / "batch.cu", linked / "batch.o"
                self.lesson.write_batch(batch, self.sources(["solution"]))
                call([*quickly(self.lesson.compiler), "-c", str(batch), "-o", str(batch_object)],
                     self.lesson.build.folder, self.options.compile_seconds)
                self.lesson.make_programs(linked, batch_object, ["solution"])
                self.alone_verdict = self.verdict(linked, "solution")
            return self.alone_verdict

    def verdict(self, linked, name):
        """What the check program says of one; "" where it says nothing."""
        program, result = linked / f"{name}.learner", linked / f"{name}.json"
        begin = time.monotonic()
        try:
            call(self.lesson.check_command(program, result, linked / f"{name}.names", self.options.seed, self.more),
                 linked, CHECK_SECONDS)
        except subprocess.TimeoutExpired:
            pass
        seconds = round(time.monotonic() - begin, 2)
        program.unlink()
        if not result.exists():
            return {"verdict": "", "seconds": seconds}
        said = json.loads(result.read_text())
        result.unlink()
        found = said.get("messages", [])
        message = next((message for message in found if message["verdict"] == said["verdict"]), (found or [{}])[0])
        # "not_started": what failed first made no call of CUDA's.
        verdict = message["verdict"] if said["verdict"] == "not_started" and found else said["verdict"]
        return {"verdict": verdict, "case": message.get("case", ""), "seconds": seconds,
                "message": without_namespaces(message.get("text", ""), linked / f"{name}.names")[:200]}

    def check(self, linked, name):
        verdict = self.verdict(linked, name)
        if verdict["verdict"] in ("", "grader_error"):
            self.results.add(name, "not judged", **verdict)
        else:
            self.results.add(name, "survived" if verdict["verdict"] == "passed" else "killed", **verdict)

    def is_done(self):
        return all(mutant.name in self.results.found for mutant in self.chosen)

    def compare(self):
        """Which survivors are the solution again, as code."""
        names = [mutant.name for mutant in self.chosen
                 if self.results.found.get(mutant.name, {}).get("status") == "survived"]
        if not names:
            return
        for name in sorted(compare.same_as_original(self.lesson, self.folder, self.sources(names), names)):
            self.results.add(name, "same code")


def chosen(mutants, options):
    """All, or a sample of each lesson that stays as it is when other mutants come or go."""
    if not options.per_lesson:
        return mutants
    drawn = sorted(mutants, key=lambda mutant: hashlib.sha256(f"{options.sample} {mutant.name}".encode()).digest())
    names = {mutant.name for mutant in drawn[:options.per_lesson]}
    return [mutant for mutant in mutants if mutant.name in names]


def run_all(build, folders, options):
    """The lessons' runs; whether all was done."""
    run = Run(options.jobs, options.limit)
    lessons = [LessonRun(run, build, folder, options) for folder in folders]
    for lesson in lessons:
        lesson.start()
    done = run.all()
    if not done:
        print("Stopped; --resume goes on.", file=sys.stderr)
    run = Run(options.jobs, 0)
    for lesson in lessons:
        if lesson.is_done():
            run.put(0, lesson.compare)
    run.all()
    return lessons, done
