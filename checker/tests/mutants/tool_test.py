#!/usr/bin/env python3
"""The tool's own parts: what is made of a text, whose error it is, when code is equal, how the list is read."""

import pathlib
import subprocess
import tempfile
import unittest

import building
import compare
import generate
import run
import survivors
import syntax

TEXT = """__global__ void kernel(const int* in, int* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    // Solution 1: why
    if (i < n) {
        atomicAdd(&out[0], in[i]);
    }
    __syncthreads();
    // end of Solution 1
}
void call(const int* in, int* out, int n) {
    // Solution 2: why
    const int twice = 2 * n;
    kernel<<<1, 32>>>(in, out, n);
    cudaMemcpy(out, in, n * sizeof(int), cudaMemcpyDeviceToHost);
    // end of Solution 2
}
"""


@unittest.skipIf(syntax.tree_sitter is None, "without the parser")
class Made(unittest.TestCase):
    def setUp(self):
        self.mutants, self.dropped = generate.mutants_of(TEXT)

    def test_what_each_operator_makes(self):
        made = {(mutant.operator, mutant.after) for mutant in self.mutants}
        for expected in [("relation", "if (i <= n) {"), ("guard deleted", "if (true) {"),
                         ("atomic made plain", "*(&out[0]) += in[i];"), ("barrier deleted", ";"),
                         ("launch", "kernel<<<1, 32 - 1>>>(in, out, n);"),
                         ("arguments exchanged", "kernel<<<1, 32>>>(out, in, n);"),
                         ("name", "cudaMemcpy(out, in, n * sizeof(int), cudaMemcpyHostToDevice);"),
                         ("size", "cudaMemcpy(out, in, (n * sizeof(int)) - 1, cudaMemcpyDeviceToHost);"),
                         ("index", "atomicAdd(&out[0], in[i + 1]);")]:
            self.assertIn(expected, made)

    def test_no_variable_in_its_own_declaration(self):
        made = [mutant.after for mutant in self.mutants if mutant.operator == "other variable"]
        self.assertNotIn("const int twice = 2 * twice;", made)
        self.assertIn("cudaMemcpy(out, in, twice * sizeof(int), cudaMemcpyDeviceToHost);", made)

    def test_only_the_students_part_changes(self):
        given = "const int i = blockIdx.x * blockDim.x + threadIdx.x;"
        for mutant in self.mutants:
            self.assertIn(given, generate.apply(TEXT, mutant))
            self.assertIn(mutant.function, ("kernel", "call"))

    def test_no_two_are_equal_and_none_is_the_solution(self):
        programs = [generate.plain(generate.apply(TEXT, mutant)) for mutant in self.mutants]
        self.assertEqual(len(set(programs + [generate.plain(TEXT)])), len(programs) + 1)
        self.assertEqual(len({mutant.key for mutant in self.mutants}), len(programs))

    def test_the_list_finds_them_again(self):
        mutant = self.mutants[0]
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "99.txt").write_text("# words\n\n" + survivors.block(mutant, "it is right"))
            self.assertEqual(survivors.read("99", pathlib.Path(folder)), ({mutant.key: "it is right"}, []))

    def test_the_list_finds_those_outside_functions(self):
        mutant = generate.Mutant("type", "", 1, "int a;", "unsigned a;", name="m0123456789")
        with tempfile.TemporaryDirectory() as folder:
            text = survivors.block(mutant, "it is right")
            pathlib.Path(folder, "99.txt").write_text(text)
            self.assertNotIn(" \n", text)
            self.assertEqual(survivors.read("99", pathlib.Path(folder)), ({mutant.key: "it is right"}, []))


class Judged(unittest.TestCase):
    def judge(self, status, listed):
        mutant = generate.Mutant("relation", "f", 1, "a < b", "a <= b", name="m0123456789")
        return survivors.judge([mutant], {mutant.name: {"status": status}}, {mutant.key: "why"} if listed else {})

    def test_a_survivor_has_to_be_listed(self):
        self.assertEqual(len(self.judge("survived", False)[0]), 1)
        self.assertEqual(self.judge("survived", True), ([], []))

    def test_a_listed_one_has_to_survive(self):
        self.assertIn("listed, but killed", self.judge("killed", True)[1][0])

    def test_a_listed_one_has_to_be_made(self):
        wrong = survivors.judge([], {}, {("relation", "f", "a < b", "a <= b", 1): "why"})[1]
        self.assertIn("no longer made", wrong[0])

    def test_a_list_without_a_reason_is_told(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "99.txt").write_text("relation, f\n- a < b\n+ a <= b\n")
            self.assertIn("no reason", survivors.read("99", pathlib.Path(folder))[1][0])


class Compiled(unittest.TestCase):
    def test_whose_error_it_is(self):
        names = {"m0000000001", "m0000000002", "m0000000003", "m0000000004"}
        said = ("/x/m0000000003.cu(3): warning #177-D: variable was declared\n"
                "/x/m0000000001.cu(3): error: expected a \";\"\n"
                "/x/lesson.hpp(9): error: no instance of f\n  detected during instantiation of "
                "\"void mistake_m0000000002::g(T)\"\n"
                "/x/m0000000004.cu(3): warning #177-D: variable was declared\n")
        self.assertEqual(building.guilty(said, names), {"m0000000001", "m0000000002"})

    def test_equal_code_under_other_names_and_numbers(self):
        text = (".visible .entry _ZN19mistake_m00000000011fEv()\n{\n$L__BB0_1:\n bra $L__BB0_1;\n}\n\n"
                ".visible .entry _ZN19mistake_m00000000021fEv()\n{\n$L__BB1_7:\n bra $L__BB1_7;\n}\n\n"
                ".visible .entry _ZN19mistake_m00000000031fEv()\n{\n ret;\n}\n")
        found = compare.by_namespace(compare.ptx_pieces(text))
        self.assertEqual(found["m0000000001"], found["m0000000002"])
        self.assertNotEqual(found["m0000000001"], found["m0000000003"])

    def test_each_has_its_own_code(self):
        """Where the compiler finds functions of two mutants equal, it must not keep one for both."""
        code = "".join("namespace mistake_%s { [[gnu::noinline]] static int f(int n) { return n * n; }\n"
                       "int g(int n) { return f(n) + 1; } }\n" % name
                       for name in ("m0000000001", "m0000000002"))
        done = subprocess.run(["g++", "-x", "c++", "-", "-o", "-", *compare.HOST.split("=")[1].split(",")],
                              input=code, text=True, capture_output=True, check=True)
        found = compare.by_namespace(compare.assembly_pieces(done.stdout))
        self.assertEqual(found["m0000000001"], found["m0000000002"])

    def test_texts_stand_for_their_labels(self):
        def host(name, label, text):
            return f".{label}:\n\t.string \"{text}\"\n_ZN19mistake_{name}1fEv:\n\tleaq .{label}(%rip), %rdi\n\tret\n"
        found = compare.by_namespace(compare.assembly_pieces(
            host("m0000000001", "LC1", "a") + host("m0000000002", "LC2", "a") + host("m0000000003", "LC3", "b")))
        self.assertEqual(found["m0000000001"], found["m0000000002"])
        self.assertNotEqual(found["m0000000001"], found["m0000000003"])


class Spoiled(unittest.TestCase):
    """A batch in which the solution does not pass."""

    def tasks(self, names, spoilers, alone="passed"):
        lesson, tasks = object.__new__(run.LessonRun), []
        lesson.run = run.Run(1, 0)
        lesson.run.put = lambda urgency, task, *rest: tasks.append((task.__name__, rest))
        lesson.trouble, lesson.alone = "", lambda: {"verdict": alone}
        lesson.verdict = lambda *_: {"verdict": "fault" if spoilers & set(names) else "passed"}
        lesson.check_all(7, names, "linked")
        return tasks, lesson.trouble

    def test_all_are_checked_where_it_passes(self):
        self.assertEqual(self.tasks(["a", "b"], set()),
                         ([("check", ("linked", "a")), ("check", ("linked", "b"))], ""))

    def test_it_is_halved(self):
        self.assertEqual(self.tasks(["a", "b", "c"], {"b"}),
                         ([("compile", ("7a", ["a"])), ("compile", ("7b", ["b", "c"]))], ""))

    def test_who_spoils_is_checked_by_itself(self):
        self.assertEqual(self.tasks(["b"], {"b"}), ([("check", ("linked", "b"))], ""))

    def test_a_solution_that_never_passes_is_told(self):
        tasks, trouble = self.tasks(["a", "b"], {"b"}, alone="fault")
        self.assertEqual(tasks, [])
        self.assertIn("the solution itself", trouble)


class Stopped(unittest.TestCase):
    def test_an_interrupt_keeps_the_results(self):
        tasks = run.Run(jobs=1, limit=0)

        tasks.put(0, self.fail)  # is not begun any more
        tasks.problems.append(KeyboardInterrupt())
        self.assertFalse(tasks.all())

    def test_what_went_wrong_is_told(self):
        tasks = run.Run(jobs=1, limit=0)
        tasks.put(0, int, "no number")
        with self.assertRaises(ValueError):
            tasks.all()


if __name__ == "__main__":
    if syntax.tree_sitter is None:
        syntax.start_again_with_parser()
    unittest.main()
