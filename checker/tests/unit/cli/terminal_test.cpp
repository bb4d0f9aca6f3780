#include "cli/terminal.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

TEST_CASE("lines are indented, empty ones stay empty") {
    CHECK(indented("a\n\n  b", 2, 20) == "  a\n\n    b\n");
}

TEST_CASE("long lines are broken at spaces") {
    CHECK(indented("one two three four", 2, 12) == "  one two\n    three\n    four\n");
}

TEST_CASE("what is continued stays behind the line's own indentation") {
    CHECK(indented("  one two  three", 2, 13) == "    one two\n      three\n");
}

TEST_CASE("a word that fits nowhere stays whole") {
    CHECK(indented("0123456789012345 x", 2, 10) == "  0123456789012345\n    x\n");
    CHECK(indented("    0123456789", 2, 10) == "      0123456789\n");
}

TEST_CASE("no colour without a terminal") {
    // The tests' standard output is a pipe.
    CHECK(coloured(Colour::red, "text") == "text");
}
