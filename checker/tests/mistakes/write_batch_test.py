#!/usr/bin/env python3
"""A batch of programs: what each shares with the solution, and whose functions each calls (../write_batch.py,
../choose_functions.sh, ../copy_programs.sh). Compiled as C++, which takes less time than CUDA."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import write_batch  # noqa: E402

SOLUTION = """// A lesson.
#include "lesson.hpp"

#include <string>

constexpr int factor = 2;

struct Pair {
    int first, second;
};

static int sum(const Pair& pair) { return pair.first + pair.second; }

template <class Value>
Value twice(Value value) {
    return factor * value;
}

std::string name() { return "// solution"; }

int one(int value) {
    return sum({value, 1});
}

int two(int value) {
    return twice(value) + sum(Pair{1, 1});
}
"""
FACTOR, SUM, TWICE = "factor = 2", "pair.first + pair.second", "return factor * value"
NAME, ONE, TWO = "// solution", "{value, 1}", "Pair{1, 1}"
EVERYTHING = {"factor", "Pair", "sum", "twice", "name", "one", "two"}


class Batch(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def file(self, name, text):
        file = self.folder / name
        file.write_text(text)
        return file

    def shared(self, text, solution=SOLUTION):
        return write_batch.shared_names(write_batch.units(self.file("solution.cu", solution)),
                                        write_batch.units(self.file("other.cu", text)))

    def test_comments_and_blanks_make_no_difference(self):
        text = SOLUTION.replace("// A lesson.", "// Mistake").replace("return sum(", "return\n    sum(")
        self.assertEqual(self.shared(text), EVERYTHING)

    def test_what_is_in_a_string_does(self):
        self.assertEqual(self.shared(SOLUTION.replace(NAME, "// other")), EVERYTHING - {"name"})

    def test_what_mentions_a_difference_is_not_shared(self):
        self.assertEqual(self.shared(SOLUTION.replace(SUM, "pair.first")), EVERYTHING - {"sum", "one", "two", "twice"})
        self.assertEqual(self.shared(SOLUTION.replace(FACTOR, "factor = 3")), EVERYTHING - {"factor", "twice", "two"})

    def test_no_template_is_shared_that_a_difference_makes_an_instance_of(self):
        self.assertEqual(self.shared(SOLUTION.replace(TWO, "Pair{2, 2}")), EVERYTHING - {"two", "twice"})

    def test_an_overload_more_is_a_difference(self):
        self.assertNotIn("sum", self.shared(SOLUTION + "static int sum(int a, int b) { return a + b; }\n"))

    def test_what_is_not_read_is_compiled_whole(self):
        for text in ["#if X\nint f() { return 0; }\n#endif\n", "namespace inner {\nint f() { return 0; }\n}\n",
                     "namespace inner {\nconstexpr int a = 1;\n}\n", "namespace {\nint f() { return 0; }\n",
                     "int f() {\n", "}\n", "int operator+(Pair a, Pair b) { return 0; }\n"]:
            with self.assertRaises(write_batch.NotSplit):
                write_batch.units(self.file("other.cu", text))

    def test_a_declaration_is_found_whatever_stands_before_its_name(self):
        text = """[[maybe_unused]] constexpr int number = 1;
template <int Size, class Value = Pair<int>>
__global__ void __launch_bounds__(128, (2)) kernel(const float* values, int n) {
    return;
}
template <class T> struct Row<T[2]> { T a; };
Event::Event(int a) : a_{a} {}
std::vector<int> Event::all() { return {}; }
using Sums = float[4][4];
__constant__ float weights[8];
static auto both = [](auto a) { return a; };
constexpr int most = limit(1, 2), *least = nullptr, pair[2] = {1, 2};
std::pair<int, float> two(int a, int b);
"""
        found = write_batch.units(self.file("other.cu", text))
        self.assertEqual([unit.names for unit in found],
                         [["number"], ["kernel"], ["Row"], ["Event"], ["Event"], ["Sums"], ["weights"], ["both"],
                          ["most", "least", "pair"], ["two"]])
        self.assertEqual([unit.names[0] for unit in found if unit.is_template], ["kernel", "Row", "both"])
        self.assertEqual([unit.line for unit in found][:3], [1, 2, 6])

    def test_a_nameless_namespace_is_read_through(self):
        inner = "constexpr int factor = 2;\nint twice(int value) {\n    return factor * value;\n}\n"
        solution = f"namespace {{\n\n{inner}\n}} // namespace\n\nint one(int value) {{ return twice(value); }}\n"
        self.assertEqual(self.shared(solution, solution), {"factor", "twice", "one"})
        self.assertEqual(self.shared(solution.replace("= 2", "= 3"), solution), set())

    def programs(self, texts, expected, solution=SOLUTION, more=()):
        """What each of these programs prints."""
        self.file("lesson.hpp", "#include <string>\nint one(int);\nint two(int);\nstd::string name();\n")
        files = [self.file(f"{name}.cu", text) for name, text in texts.items()]
        solution = self.file("solution.cu", solution)
        caller = self.file("caller.cpp", '#include "lesson.hpp"\n#include <cstdio>\nint main() {\n'
                           '    std::printf("%d %d %s\\n", one(5), two(5), name().c_str());\n}\n')

        def call(*command):
            return subprocess.run(command, cwd=self.folder, check=True, capture_output=True, text=True).stdout
        batch = self.folder / "batch.cu"
        call(TESTS / "write_batch.py", "--prefix", "mistake_", "--header", "lesson.hpp", "--solution", solution, *more,
             batch, *files)
        call("g++", "-std=c++20", "-I.", "-fPIC", "-x", "c++", "-c", batch, "-o", "batch.o")
        call("g++", "-std=c++20", "-I.", "-fPIC", "-c", caller, "-o", "caller.o")
        call(TESTS / "choose_functions.sh", self.folder, "batch.o", *texts, "--", "caller.o")
        self.assertEqual((self.folder / "missing").read_text().split(), expected.pop("missing", []))
        call("g++", "choice.cpp", "batch.o", "caller.o", "-o", "program")
        call(TESTS / "copy_programs.sh", "program", "made/", "", *texts)
        self.assertEqual({name: call(self.folder / "made" / name).strip() for name in expected}, expected)

    def test_each_program_has_its_functions(self):
        self.programs({"right": SOLUTION, "no_sum": SOLUTION.replace(SUM, "pair.first"),
                       "three": SOLUTION.replace(FACTOR, "factor = 3"), "named": SOLUTION.replace(NAME, "// named"),
                       "ones": SOLUTION.replace(ONE, "{1, 1}"), "if": "#if 1\n" + SOLUTION + "#endif\n"},
                      {"right": "6 12 // solution", "no_sum": "5 11 // solution", "three": "6 17 // solution",
                       "named": "6 12 // named", "ones": "2 12 // solution", "if": "6 12 // solution"})
        self.assertEqual((self.folder / "ones.names").read_text().splitlines(),
                         ["mistake_ones", "not mistake_", "solution_parts::types::Pair", "solution_parts::factor",
                          "solution_parts::name", "solution_parts::sum", "solution_parts::twice", "solution_parts::two"])
        self.assertEqual(write_batch.without_namespaces(
            "mistake_ones::sum<solution_parts::types::Pair> and solution_parts::two", self.folder / "ones.names"),
            "sum<Pair> and two")

    def test_a_probe_finds_functions_by_its_own_types(self):
        probe = self.file("probe.cu", """#include "lesson.hpp"
int plain(int value);
struct Asked {
    int value;
};
template <class Value>
int ask(Value value) {
    return answer(value);
}
int one(int value) { return ask(Asked{value}); }
int two(int value) { return plain(value); }
std::string name() { return "probe"; }
#include WORKBOOK_LESSON_FILE
""")
        solution = """constexpr int factor = 2;
template <class Value>
int answer(Value asked) {
    return factor * asked.value;
}
int plain(int value) { return value; }
"""
        self.programs({"right": solution, "three": solution.replace(FACTOR, "factor = 3"),
                       "plain": solution.replace("return value;", "return -value;")},
                      {"right": "10 5 probe", "three": "15 5 probe", "plain": "10 -5 probe"}, solution,
                      ["--probe", probe])

    def test_a_function_that_is_not_there_is_none_of_the_solutions(self):
        self.programs({"right": SOLUTION, "without_two": SOLUTION[:SOLUTION.index("int two")]},
                      {"right": "6 12 // solution", "missing": ["without_two"]})


if __name__ == "__main__":
    unittest.main()
