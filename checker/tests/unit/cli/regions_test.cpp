// Tests of cli/regions.hpp.
#include "cli/regions.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace workbook::cli;

namespace {

const std::string stub = "int a;\n    // TODO 1: say b\n    // end of TODO 1\nint c;\n"
                         "// TODO 2: say d\nint wrong;\n// end of TODO 2\n";
const std::string solution =
    "int a;\n    // Solution 1: because\n    int b;\n    // end of Solution 1\n"
    "int c;\n// Solution 2: because\nint d;\n// end of Solution 2\n";

} // namespace

TEST_CASE("stub and solution differ in their regions only") {
    CHECK_FALSE(disagreement(stub, solution));
}

TEST_CASE("a difference outside the regions is shown with both lines") {
    std::string changed = solution;
    changed.replace(changed.find("int c"), 5, "int C");
    const auto what = disagreement(stub, changed);
    REQUIRE(what);
    CHECK(what->find("line 4") != std::string::npos);
    CHECK(what->find("line 5") != std::string::npos);
    CHECK(disagreement(stub, solution + "int more;\n"));
    CHECK(disagreement(stub + "int more;\n", solution));
}

TEST_CASE("a region more or less is a difference") {
    CHECK(disagreement(stub, "int a;\n    // Solution 1: x\n    // end of Solution 1\nint c;\n"));
}

TEST_CASE("marks that are not in order are refused with their line") {
    const auto error = [](const std::string& text) { return read_regions(text, "TODO").error; };
    CHECK(error("int a;\n") == "line 1: there is no \"// TODO 1: ...\"");
    CHECK(error("// TODO 1: a\n") == "line 1: TODO 1 is never ended");
    CHECK(error("// TODO 2: a\n// end of TODO 2\n"));
    CHECK(error("// end of TODO 1\n// TODO 1: a\n// end of TODO 1\n"));
    CHECK(error("// TODO 1: a\n// TODO 2: b\n// end of TODO 2\n"));
    CHECK(error("// TODO 99999999999: a\n// end of TODO 99999999999\n"));
    CHECK_FALSE(error("// TODO 1: a\n// end of TODO 1\n"));
}
