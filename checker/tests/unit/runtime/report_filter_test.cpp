// Tests of vgpu/runtime/report_filter.hpp.
#include "vgpu/runtime/report_filter.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace vgpu;
using namespace vgpu::runtime;

namespace {

exec::Fault fault_in(exec::Tool tool) {
    exec::Fault fault;
    fault.tool = tool;
    fault.site.kernel = "add(const int *, int *)";
    fault.site.frames = {{"/home/ada/square.cuh", 3, "square(int)"},
                         {"/home/ada/add.cu", 12, "add"}};
    fault.other.kernel = fault.site.kernel;
    fault.other.frames = {{"/home/ada/other.cuh", 5, "store(int)"}};
    return fault;
}

bool shows(std::string_view only, exec::Tool tool = exec::Tool::racecheck) {
    ReportFilter filter;
    filter.show_only(only);
    return !filter.hides(fault_in(tool));
}

bool shows_despite(std::string_view suppressions, exec::Tool tool = exec::Tool::racecheck) {
    ReportFilter filter;
    CHECK_FALSE(filter.suppress(suppressions));
    return !filter.hides(fault_in(tool));
}

} // namespace

TEST_CASE("a pattern is a part of a text, with stars and ends") {
    CHECK(matches("add", "void add(int)"));
    CHECK(matches("", "x"));
    CHECK_FALSE(matches("", ""));
    CHECK_FALSE(matches("sub", "void add(int)"));
    CHECK(matches("^void", "void add(int)"));
    CHECK_FALSE(matches("^add", "void add(int)"));
    CHECK(matches("(int)$", "void add(int)"));
    CHECK_FALSE(matches("add$", "void add(int)"));
    CHECK(matches("^void add(int)$", "void add(int)"));
    CHECK_FALSE(matches("^void$", "void add(int)"));
    CHECK(matches("^v*d*(int)$", "void add(int)"));
    CHECK(matches("v*add", "void add(int)"));
    CHECK_FALSE(matches("add*void", "void add(int)"));
    CHECK_FALSE(matches("^ab*ba$", "aba")); // no letter is used twice
    CHECK(matches("*", "x"));
    CHECK(matches("aab$", "aaab"));
}

TEST_CASE("only some kernels, functions and files are reported") {
    CHECK(shows(""));
    CHECK(shows("^add("));
    CHECK(shows("square(int)"));
    CHECK(shows("/add.cu$"));
    CHECK(shows("other.cuh")); // the other party's
    CHECK_FALSE(shows("multiply"));
    CHECK(shows("multiply\n\n  add.cu"));
    CHECK_FALSE(shows("multiply", exec::Tool::initcheck));
    CHECK(shows("multiply", exec::Tool::memcheck)); // it ended a launch
    ReportFilter filter;
    filter.show_only("multiply");
    exec::Fault of_a_copy;
    of_a_copy.tool = exec::Tool::initcheck;
    CHECK_FALSE(filter.hides(of_a_copy));
}

TEST_CASE("known reports are not shown again") {
    CHECK_FALSE(shows_despite("racecheck:add.cu"));
    CHECK_FALSE(shows_despite("# known\r\n\n racecheck : ^store( \r\n"));
    CHECK(shows_despite("initcheck:add.cu"));
    CHECK_FALSE(shows_despite("initcheck:add.cu", exec::Tool::initcheck));
    CHECK(shows_despite("racecheck:multiply\n"));
    CHECK(shows_despite("racecheck:*", exec::Tool::synccheck));
    ReportFilter filter;
    const auto problem = filter.suppress("racecheck:x\nmemcheck:y\nracecheck:\nracecheck:^add(\n");
    REQUIRE(problem);
    CHECK(problem->position.line == 2);
    CHECK(filter.hides(fault_in(exec::Tool::racecheck))); // the others hold
}
