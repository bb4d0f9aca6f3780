// Tests of cli/line_diff.hpp.
#include "cli/line_diff.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

namespace {

std::string numbers(int first, int last) {
    std::string text;
    for (int i = first; i <= last; ++i) text += std::to_string(i) + "\n";
    return text;
}

} // namespace

// The expected texts are those of `diff -U3`, without its two first lines.
TEST_CASE("differences, with three lines around them") {
    CHECK(line_diff("a\nb\n", "a\nb\n").empty());
    CHECK(line_diff("", "a\n") == "@@ -0,0 +1,1 @@\n+a\n");
    CHECK(line_diff("a\n", "") == "@@ -1,1 +0,0 @@\n-a\n");
    CHECK(line_diff(numbers(1, 9), numbers(1, 4) + "x\ny\n" + numbers(6, 9)) ==
          "@@ -2,7 +2,8 @@\n 2\n 3\n 4\n-5\n+x\n+y\n 6\n 7\n 8\n");
    CHECK(line_diff("a", "a\n") == "@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST_CASE("changes far apart are pieces of their own, near ones are not") {
    const auto changed_at = [](int second) {
        return "x\n" + numbers(2, second - 1) + "y\n" + numbers(second + 1, 30);
    };
    CHECK(line_diff(numbers(1, 30), changed_at(8)) ==
          "@@ -1,11 +1,11 @@\n-1\n+x\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+y\n 9\n 10\n 11\n");
    CHECK(line_diff(numbers(1, 30), changed_at(9)) ==
          "@@ -1,4 +1,4 @@\n-1\n+x\n 2\n 3\n 4\n@@ -6,7 +6,7 @@\n 6\n 7\n 8\n-9\n+y\n 10\n 11\n "
          "12\n");
}

TEST_CASE("texts too long for the table are shown as replaced") {
    const auto diff = line_diff(numbers(1, 5000), numbers(10001, 15000));
    CHECK(diff.starts_with("@@ -1,5000 +1,5000 @@\n-1\n-2\n"));
}
