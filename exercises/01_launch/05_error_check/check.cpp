// Checks of lesson 05. What is expected is what the CUDA runtime documents; where versions differ
// (a refused launch is cudaErrorInvalidValue since CUDA 13, cudaErrorInvalidConfiguration before),
// the code that this launch was in fact refused with, as the trace has it.
#include "error_check.hpp"

#include "harness/harness.hpp"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <utility>

using namespace workbook;

namespace {

constexpr int success = 0, invalid_value = 1, out_of_memory = 2, invalid_configuration = 9,
              not_ready = 600, illegal_address = 700;
constexpr std::size_t length = 1024;

std::string message_in(const Run& run) {
    REQUIRE_THAT(run, completed());
    const auto text = run.output<char>(1);
    const auto end = std::find(text.begin(), text.end(), '\0');
    if (end == text.end()) FAIL("message_of() left a text without an end");
    return {text.begin(), end};
}

std::string message_for(int code) {
    return message_in(WORKBOOK_RUN(message_of, code, out<char>(length), length));
}

// A number that follows the file's name, behind whatever stands between them.
void check_place(const std::string& text) {
    INFO("check() was called in line " << far_line << " of " << far_file << ", and threw \"" << text
                                       << "\"");
    const std::size_t place = text.find(far_file);
    if (place == std::string::npos) {
        FAIL_CHECK("the file of the call is not in it (where.file_name())");
        return;
    }
    const auto digits = text.find_first_of("0123456789", place);
    const int line = digits == std::string::npos ? 0 : std::atoi(text.c_str() + digits);
    if (line != far_line) FAIL_CHECK("the line of the call is not behind the file (where.line())");
}

// A code that must be told, by name and in words, with file and line.
void check_message(int code, const std::string& name, const std::string& words) {
    const std::string text = message_for(code);
    if (text.empty()) FAIL("check(" << name << ") threw nothing: an error must not pass unnoticed");
    {
        INFO("check(" << name << ") threw \"" << text << "\"");
        if (text.find(name) == std::string::npos)
            FAIL_CHECK("the name of the error is not in it (cudaGetErrorName)");
        if (text.find(words) == std::string::npos)
            FAIL_CHECK("the description of the error is not in it (cudaGetErrorString)");
    }
    check_place(message_in(WORKBOOK_RUN(message_from_afar, code, out<char>(length), length)));
}

std::vector<int> counting(int n) {
    std::vector<int> expected(static_cast<std::size_t>(n));
    std::iota(expected.begin(), expected.end(), 0);
    return expected;
}

// What a function returned, for messages.
std::string said(int code) {
    const std::pair<int, const char*> names[] = {
        {success, "cudaSuccess"},
        {invalid_value, "cudaErrorInvalidValue"},
        {out_of_memory, "cudaErrorMemoryAllocation"},
        {invalid_configuration, "cudaErrorInvalidConfiguration"},
        {not_ready, "cudaErrorNotReady"},
        {illegal_address, "cudaErrorIllegalAddress"}};
    for (const auto& [number, name] : names)
        if (number == code) return std::string(name) + " (" + std::to_string(code) + ")";
    return "the error " + std::to_string(code);
}

// A call after which the tool, launch_error() or wait_for(), must say that nothing went wrong, and
// whose kernel does its work. `why`: what an error would be.
template <class Call>
Run check_success(const char* tool, const char* why, Call&& call, int n) {
    Run run = call(device_out<int>(static_cast<std::size_t>(n)), n);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    if (const int code = run.returned<int>(); code != success)
        FAIL(tool << " returned " << said(code) << " after a kernel with which nothing is wrong"
                  << why);
    REQUIRE_THAT(run, output_equals(0, counting(n)));
    return run;
}

// wait_for() is given a stream. A wait for the whole device waits for all streams' work.
class WaitedForOneStream final : public RunMatcher {
  public:
    bool match(const Run& run) const override {
        for (const Wait& wait : run.waits())
            if (wait.api.find("Device") != std::string::npos ||
                wait.api.find("Ctx") != std::string::npos)
                return fails(Verdict::requirement,
                             "wait_for() waited for the whole device, in " + describe_call(wait) +
                                 ": it is given one stream, and has to wait for that and for no "
                                 "other");
        return true;
    }
};

void check_refused(int blocks, int threads_per_block) {
    INFO("fill_kernel<<<" << blocks << ", " << threads_per_block << ">>>");
    const Run run = WORKBOOK_RUN(fill, device_out<int>(100), 100, blocks, threads_per_block);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    const int code = run.returned<int>();
    if (code == success)
        FAIL("the launch was refused, and launch_error() returned cudaSuccess (0)");
    if (code != invalid_value && code != invalid_configuration)
        FAIL("launch_error() returned " << said(code)
                                        << "; the launch was refused with another error");
    SUCCEED();
}

} // namespace

TEST_CASE("check: says nothing if nothing is wrong") {
    const std::string text = message_for(success);
    if (!text.empty()) FAIL("check(cudaSuccess) threw \"" << text << "\"");
}

TEST_CASE("check: throws an error by name, in words, with file and line", "[weight:2]") {
    check_message(invalid_value, "cudaErrorInvalidValue", "invalid argument");
    check_message(out_of_memory, "cudaErrorMemoryAllocation", "out of memory");
    check_message(98, "cudaErrorInvalidDeviceFunction", "invalid device function");
    // Not ready yet: of a stream that was only asked it is an answer, but check() does not know
    // that.
    check_message(not_ready, "cudaErrorNotReady", "device not ready");
    check_message(illegal_address, "cudaErrorIllegalAddress", "illegal memory access");
    check_message(999, "cudaErrorUnknown", "unknown error");
}

TEST_CASE("launch_error: a launch that is right") {
    const Run run = check_success(
        "launch_error()", "", [](auto out, int n) { return WORKBOOK_RUN(fill, out, n, 4, 256); },
        1000);
    REQUIRE_THAT(run, launched(1) && launched_with(grid(4), block(256)));
}

TEST_CASE("launch_error: launches that are refused", "[weight:2]") {
    check_refused(1, 2048);
    check_refused(0, 256);
    check_refused(4, 0);
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
             "not given, and it will never be reported");
    SUCCEED();
}

TEST_CASE("wait_for: a kernel that runs to its end") {
    const int n = 1'000'000;
    const Run run = WORKBOOK_RUN(fill_and_wait, device_out<int>(n), n);
    if (run.record().returned_normally && run.returned<int>() == not_ready)
        FAIL("wait_for() returned before the kernel had ended: it has to wait, and for the stream "
             "that "
             "it was given");
    check_success(
        "wait_for()", "", [&](auto, int) { return run; }, n);
    REQUIRE_THAT(run, WaitedForOneStream());
}

TEST_CASE("wait_for: a kernel that writes through a null pointer", "[weight:2]") {
    const Run run = WORKBOOK_RUN(fill_nowhere);
    if (!run.record().returned_normally) REQUIRE_THAT(run, completed());
    const int code = run.returned<int>();
    if (code == success)
        FAIL("the kernel failed while it ran, and wait_for() returned cudaSuccess (0): an error of "
             "a "
             "running kernel is told to those who wait for it");
    if (code != illegal_address)
        FAIL("wait_for() returned " << said(code) << "; the kernel failed with "
                                    << said(illegal_address));
    SUCCEED();
}

TEST_CASE("no error is told twice: after an allocation that failed") {
    check_success(
        "launch_error()",
        ": that is the error of an allocation before it, which check() has told "
        "already and has to take away",
        [](auto out, int n) { return WORKBOOK_RUN(fill_after_failed_allocation, out, n); }, 1000);
}

TEST_CASE("no error is told twice: after a launch that was refused") {
    check_success(
        "launch_error()",
        ": that is the error of the launch before it, which launch_error() has "
        "told already",
        [](auto out, int n) { return WORKBOOK_RUN(fill_after_refused_launch, out, n); }, 1000);
}
