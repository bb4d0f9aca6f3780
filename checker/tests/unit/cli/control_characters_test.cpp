// Tests of wire/control_characters.hpp.
#include "wire/control_characters.hpp"

#include <catch2/catch_test_macros.hpp>

using workbook::wire::control_bytes;
using workbook::wire::without_controls;

TEST_CASE("a control character is one below the space, the one of Delete, or one of two bytes") {
    CHECK(control_bytes("\x1b[2J") == 1);
    CHECK(control_bytes("\x7f") == 1);
    CHECK(control_bytes(std::string_view("\0a", 2)) == 1);
    CHECK(control_bytes("\xC2\x9B"
                        "2J") == 2);       // what ESC [ is in one character
    CHECK(control_bytes("\xC2\xA0") == 0); // a space that does not break
    CHECK(control_bytes("\xC2") == 0);
    CHECK(control_bytes("\x9B") == 0); // no character of UTF-8
    CHECK(control_bytes("a") == 0);
    CHECK(control_bytes("") == 0);
}

TEST_CASE("text without control characters keeps its lines, its tabs and its letters") {
    CHECK(without_controls("a\tb\r\n\x1b[31m\xC3\xA4\xC2\x9B!") == "a\tb?\n?[31m\xC3\xA4?!");
    CHECK(without_controls("").empty());
}
