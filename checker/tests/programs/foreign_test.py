#!/usr/bin/env python3
"""Tests of how foreign.py counts what a program's log says."""

import unittest

import foreign


class Outcomes(unittest.TestCase):
    def outcome(self, text, code=0):
        return foreign.outcome_of(text, code)[0]

    def test_what_ends_well_is_silent(self):
        for text in ("", "PASS\n", "Loaded data.txt\nReading file input.dat\n", "0 failed, 10 passed\n", "Failed: 0\n",
                     "FAILED: 0\n", "errors: 0\nread error rate 0.5\n", "the key was not found\n"):
            self.assertEqual(self.outcome(text), "silent", text)

    def test_what_ends_with_0_and_could_not_do_its_work_is_doubtful(self):
        for text in ("Cannot open file ../data/input.txt\n", "Error: could not open mesh.dat\n", "Can't read weights\n",
                     "fopen: No such file or directory\n", "Usage: ./main <repeat>\n", "failed to load image\n",
                     "Unable to locate the data\n", "input file x.bin does not exist\n", "Error opening a.txt\n",
                     "PASS\nFAIL\n", "Test failed\n", "result: FAILED\n", "ERROR: no input\n"):
            self.assertEqual(self.outcome(text), "doubtful", text)

    def test_the_other_outcomes_come_first(self):
        self.assertEqual(self.outcome("Cannot open file\n", 1), "failed")
        self.assertEqual(self.outcome("FAIL\n", None), "cut")
        self.assertEqual(self.outcome("FAIL\n========= ERROR SUMMARY: 2 errors\n"), "reported")
        self.assertEqual(self.outcome("workbook: the virtual GPU has no such call\nFAIL\n"), "refused")


if __name__ == "__main__":
    unittest.main()
