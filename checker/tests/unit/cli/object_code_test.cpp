#include "cli/submission/object_code.hpp"

#include <catch2/catch_test_macros.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

using namespace workbook::cli;

namespace {

const std::string samples[] = {WORKBOOK_OBJECT_SAMPLES};

std::string sample(std::size_t number) {
    std::ifstream file(samples[number], std::ios::binary);
    REQUIRE(file);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string said_of(std::size_t number) {
    return obstacle_in_object(sample(number)).value_or("nothing");
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("object code: an honest one is let pass") {
    CHECK(said_of(0) == "nothing");
    CHECK_FALSE(obstacle_in_listing("  10:\tcall   20 <syscall_wrapper>\n").has_value());
}

TEST_CASE("object code: what lets code slip into the checker's is found") {
    CHECK(contains(said_of(1), "send(), which speaks to other programs"));
    CHECK(contains(said_of(2), "workbook_trace_begin"));
    CHECK(contains(said_of(3), "dlsym, which belongs to the system's libraries"));
    CHECK(contains(said_of(4), "memcpy, which belongs"));
    CHECK(contains(said_of(5), "recv, which belongs"));
    CHECK(contains(said_of(6), "_Znwm, which belongs"));
    CHECK(contains(said_of(7), "cudaMemcpy, which belongs"));
    CHECK(contains(said_of(8), "a function of the checker's"));
    CHECK(may_call_the_kernel(sample(9)));
    CHECK(contains(said_of(10), "has the loader choose what chosen is"));
    CHECK(obstacle_in_listing("   4:\tsyscall\n").has_value());
    CHECK(obstacle_in_listing("   4:\tsvc\t#0x0\n").has_value());
}

TEST_CASE("object code: damaged files do no harm") {
    const std::string honest = sample(0);
    CHECK(obstacle_in_object("").has_value());
    CHECK(obstacle_in_object("\x7f"
                             "ELF nonsense")
              .has_value());
    for (std::size_t length = 1; length < honest.size(); length += honest.size() / 97) {
        obstacle_in_object(honest.substr(0, length));
        may_call_the_kernel(honest.substr(0, length));
    }
    // Every byte of the headers, one by one, set to all ones.
    for (std::size_t at = 16; at < 64; ++at) {
        std::string damaged = honest;
        damaged[at] = '\xff';
        obstacle_in_object(damaged);
        may_call_the_kernel(damaged);
    }
}
