// Tests of harness/comments.hpp.
#include "harness/comments.hpp"

#include <catch2/catch_test_macros.hpp>

using workbook::without_comments;

TEST_CASE("a comment becomes a space") {
    CHECK(without_comments("") == "");
    CHECK(without_comments("a / b") == "a / b");
    CHECK(without_comments("a // b\nc") == "a  \nc");
    CHECK(without_comments("a /* b\n // */ c // d") == "a   c  ");
    CHECK(without_comments("int/**/x") == "int x");
    CHECK(without_comments("a /* b") == "a  ");
    CHECK(without_comments("a //") == "a  ");
    CHECK(without_comments("a /") == "a /");
}
