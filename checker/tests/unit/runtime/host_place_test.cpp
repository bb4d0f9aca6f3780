// Tests that lines of a host program are found; this test program is the host program.
#include "vgpu/client/host_lines.hpp"
#include "vgpu/client/host_place.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <string_view>

using namespace vgpu::client;

extern const char executable_start __asm__("__executable_start"); // the linker's

namespace {

// An instruction of the caller.
[[gnu::noinline]] std::uint64_t here() {
    return reinterpret_cast<std::uint64_t>(__builtin_return_address(0)) - 1;
}

constexpr int line_inside = __LINE__ + 1;
[[gnu::always_inline]] inline std::uint64_t here_inside() { return here(); }

constexpr int line_between = __LINE__ + 1;
[[gnu::always_inline]] inline std::uint64_t here_two_inside() { return here_inside(); }

std::uint64_t begin_of_program() { return reinterpret_cast<std::uint64_t>(&executable_start); }

} // namespace

TEST_CASE("a line of this program, and none where there is no code") {
    const std::string line = line_of_instruction(here());
    const int next_line = __LINE__;
    CHECK(line == "host_place_test.cpp:" + std::to_string(next_line - 1));
    int variable = 0;
    CHECK(line_of_instruction(reinterpret_cast<std::uint64_t>(&variable)).empty());
    CHECK(line_of_instruction(0).empty());
}

TEST_CASE("calls that were inlined around an instruction, innermost first") {
    const std::uint64_t address = here_two_inside();
    const int line_of_call = __LINE__ - 1;
    HostLine lines[most_inlined];
    const std::size_t count =
        workbook_host_lines("/proc/self/exe", address - begin_of_program(), lines);
    REQUIRE(count == 3);
    for (std::size_t i = 0; i < count; ++i)
        CHECK(std::string_view(lines[i].file).ends_with("unit/runtime/host_place_test.cpp"));
    CHECK(lines[0].line == line_inside);
    CHECK(lines[1].line == line_between);
    CHECK(lines[2].line == line_of_call);
}

TEST_CASE("a file without lines has none") {
    HostLine lines[most_inlined];
    CHECK(workbook_host_lines("/nothing/is/here", 4096, lines) == 0);
    CHECK(workbook_host_lines("/proc/self/maps", 4096, lines) == 0);
    CHECK(workbook_host_lines("/proc/self/exe", std::uint64_t{1} << 40, lines) == 0);
}
