// Tests of harness/floats.hpp.
#include "harness/floats.hpp"

#include <catch2/catch_test_macros.hpp>

using workbook::close;
using workbook::listed;

TEST_CASE("numbers that are close") {
    CHECK(close(100.1, 100, 2e-3));
    CHECK_FALSE(close(100.1, 100, 2e-4));
    CHECK(close(-100.1, -100, 2e-3));
    CHECK(close(0.1, 0, 0, 0.2));
    CHECK_FALSE(close(0.1, 0, 1));
    CHECK(close(INFINITY, INFINITY, 0));
    CHECK_FALSE(close(-INFINITY, INFINITY, 1e-3));
    CHECK_FALSE(close(1, INFINITY, 0, 1));
    CHECK_FALSE(close(1, INFINITY, 1e-3));
    CHECK_FALSE(close(NAN, 1, 1, 1));
    CHECK_FALSE(close(NAN, NAN, 1, 1));
}

TEST_CASE("values in a list") {
    CHECK(listed(std::vector<int>{}, "none") == "none");
    CHECK(listed(std::vector<int>{1, 2}, "none") == "1, 2");
    CHECK(listed(std::vector<float>{1, 2.5f, 3}, "", 2) == "1, 2.5, ...");
}
