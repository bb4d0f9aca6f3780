// Tests of cli/debug.hpp.
#include "cli/debug.hpp"

#include "cli/process.hpp"
#include "example_course.hpp"
#include "wire/message.hpp"
#include "wire/recording.hpp"

#include <catch2/catch_test_macros.hpp>

#include <cstring>

using namespace workbook::cli;

TEST_CASE("a word for the shell") {
    CHECK(shell_quoted("/usr/bin/a-b_1.2") == "/usr/bin/a-b_1.2");
    CHECK(shell_quoted("") == "''");
    for (const std::string text : {"two words", "it's", "$HOME `x` \"y\" \\ ; &", "a\nb", "~", "*"})
        CHECK(run_process({"sh", "-c", "printf %s " + shell_quoted(text)}).output == text);
}

TEST_CASE("the function of a recording, and of what is none") {
    workbook::wire::Request request;
    std::strcpy(request.function, "transpose");
    workbook::wire::RecordingHeader header{{}, sizeof request};
    std::memcpy(header.magic, workbook::wire::recording_magic, sizeof header.magic);
    std::string bytes(reinterpret_cast<const char*>(&header), sizeof header);
    bytes.append(reinterpret_cast<const char*>(&request), sizeof request);
    CHECK(recorded_function(bytes) == "transpose");
    CHECK(recorded_function(bytes.substr(0, bytes.size() - 1)).empty());
    CHECK(recorded_function("").empty());
    bytes[0] = 'X';
    CHECK(recorded_function(bytes).empty());
}

TEST_CASE("each tool has its line, or says how to get it") {
    Course course = example_course("/my course");
    course.virtual_runtime = "/my course/vgpu";
    course.cuda_libraries = "/usr/local/cuda/lib64";
    course.lessons[0].learner = "/my course/learner";
    RecordedCall call{"/my course/call.bin", "add", {}};
    call.result.verdict = "fault";
    const auto report = [&](const DebugTools& tools) {
        return debug_report(course, course.lessons[0], call, tools, {false, 80});
    };
    const auto says = [](const std::string& text, const std::string& part) {
        return text.find(part) != std::string::npos;
    };
    const std::string replay = "'/my course/learner' --replay '/my course/call.bin'\n";
    const auto none = report({});
    CHECK(says(none, "\n  LD_LIBRARY_PATH='/my course/vgpu' " + replay));
    CHECK(says(none, "-ex 'break add' -ex run --args " + replay));
    CHECK(says(none, "apt-get install gdb"));
    CHECK(says(none, "There is none here."));
    CHECK_FALSE(says(none, "--set full"));
    const auto some = report({true, "gdb", "cuda-gdb", "", "'/a b/ncu'"});
    CHECK_FALSE(says(some, "apt-get install gdb"));
    CHECK(says(some, "application' -ex run --args " + replay));
    CHECK(says(some, "compute-sanitizer is not here: it comes with the CUDA Toolkit"));
    CHECK(says(some, "LD_LIBRARY_PATH=/usr/local/cuda/lib64 '/a b/ncu' --set full " + replay));
}
