// Checks of lesson 05. What is expected is what the CUDA runtime documents; where versions differ
// (a refused launch is cudaErrorInvalidValue since CUDA 13, cudaErrorInvalidConfiguration before),
// the code that this launch was in fact refused with, as the trace has it.
#include "error_check.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>

using namespace workbook;

namespace {

constexpr int success = 0, invalid_value = 1, out_of_memory = 2, invalid_configuration = 9,
              not_ready = 600, illegal_address = 700;

std::string message_for(int code) {
    constexpr std::size_t length = 1024;
    const Run run = WORKBOOK_RUN(message_of, code, out<char>(length), length);
    REQUIRE_THAT(run, completed());
    const auto text = run.output<char>(1);
    const auto end = std::find(text.begin(), text.end(), '\0');
    REQUIRE(end != text.end());
    return {text.begin(), end};
}

// A code that must be told, by name and in words, with file and line.
void check_message(int code, const std::string& name, const std::string& words) {
    const std::string text = message_for(code);
    if (text.empty()) FAIL("check(" << name << ") threw nothing: an error must not pass unnoticed");
    INFO("check(" << name << ") threw \"" << text << "\"");
    if (text.find(name) == std::string::npos)
        FAIL_CHECK("the name of the error is not in it (cudaGetErrorName)");
    if (text.find(words) == std::string::npos)
        FAIL_CHECK("the description of the error is not in it (cudaGetErrorString)");
    // message_of(), which calls check(), stands in the learner's file, below check() itself.
    const std::size_t place = text.find(".cu");
    if (place == std::string::npos)
        FAIL_CHECK("the file of the call is not in it (where.file_name())");
    const auto digits = text.find_first_of("0123456789", place == std::string::npos ? 0 : place);
    const int line = digits == std::string::npos ? 0 : std::atoi(text.c_str() + digits);
    if (line < 20) FAIL_CHECK("the line of the call is not behind the file (where.line())");
}

std::vector<int> counting(int n) {
    std::vector<int> expected(static_cast<std::size_t>(n));
    std::iota(expected.begin(), expected.end(), 0);
    return expected;
}

// A call that must say that nothing went wrong, and do its work.
template <class Call>
void check_success(Call&& call, int n) {
    const Run run = call(device_out<int>(static_cast<std::size_t>(n)), n);
    REQUIRE_THAT(run, returned(success));
    REQUIRE_THAT(run, output_equals(0, counting(n)));
}

void check_refused(int blocks, int threads_per_block) {
    INFO("fill_kernel<<<" << blocks << ", " << threads_per_block << ">>>");
    const Run run = WORKBOOK_RUN(fill, device_out<int>(100), 100, blocks, threads_per_block);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    const int code = run.returned<int>();
    if (code == success)
        FAIL("the launch was refused, and launch_error() returned cudaSuccess (0)");
    if (code != invalid_value && code != invalid_configuration)
        FAIL("launch_error() returned " << code << "; the launch was refused with another error");
    SUCCEED();
}

} // namespace

TEST_CASE("check: says nothing if nothing is wrong") {
    const std::string text = message_for(success);
    if (!text.empty()) FAIL("check(cudaSuccess) threw \"" << text << "\"");
}

TEST_CASE("check: leaves the error of a launch to launch_error") {
    const Run run = WORKBOOK_RUN(launch_error_after_check);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    const int code = run.returned<int>();
    if (code == -1)
        FAIL("a launch was refused, then check() was given a call that went right, and threw: it "
             "is to "
             "look at the status that it is given, and at no other");
    if (code == success)
        FAIL("a launch was refused, then check() was given a call that went right, and after that "
             "launch_error() returned cudaSuccess (0): check() has taken away an error that it was "
             "not given, and nobody will hear of it");
    SUCCEED();
}

TEST_CASE("check: throws an error by name, in words, with file and line", "[weight:2]") {
    check_message(invalid_value, "cudaErrorInvalidValue", "invalid argument");
    check_message(out_of_memory, "cudaErrorMemoryAllocation", "out of memory");
    check_message(98, "cudaErrorInvalidDeviceFunction", "invalid device function");
}

TEST_CASE("launch_error: a launch that is right") {
    check_success([](auto out, int n) { return WORKBOOK_RUN(fill, out, n, 4, 256); }, 1000);
}

TEST_CASE("launch_error: launches that are refused", "[weight:2]") {
    check_refused(1, 2048);
    check_refused(0, 256);
    check_refused(4, 0);
}

TEST_CASE("wait_for: a kernel that runs to its end") {
    const int n = 1'000'000;
    const Run run = WORKBOOK_RUN(fill_and_wait, device_out<int>(n), n);
    if (run.record().returned_normally && run.returned<int>() == not_ready)
        FAIL("wait_for() returned before the kernel had ended: it has to wait, and for the stream "
             "that "
             "it was given");
    REQUIRE_THAT(run, returned(success));
    REQUIRE_THAT(run, output_equals(0, counting(n)));
}

TEST_CASE("wait_for: a kernel that writes through a null pointer", "[weight:2]") {
    const Run run = WORKBOOK_RUN(fill_nowhere);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    const int code = run.returned<int>();
    if (code == success)
        FAIL("the kernel failed while it ran, and wait_for() returned cudaSuccess (0): an error of "
             "a "
             "running kernel is told to those who wait for it");
    REQUIRE_THAT(run, returned(illegal_address));
}

TEST_CASE("no error is told twice: after an allocation that failed") {
    check_success(
        [](auto out, int n) { return WORKBOOK_RUN(fill_after_failed_allocation, out, n); }, 1000);
}

TEST_CASE("no error is told twice: after a launch that was refused") {
    check_success([](auto out, int n) { return WORKBOOK_RUN(fill_after_refused_launch, out, n); },
                  1000);
}
