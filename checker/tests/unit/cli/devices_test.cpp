// Tests of cli/submission/devices.hpp.
#include "cli/formats/words.hpp"
#include "cli/submission/devices.hpp"
#include "cli/submission/points.hpp"

#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <atomic>
#include <chrono>
#include <thread>

using namespace workbook::cli;

namespace {

Result result_of(const std::string& device, const std::string& verdict, bool first, bool second) {
    Result result;
    result.verdict = verdict;
    result.device = device;
    result.max_points = 4;
    result.points = first + 3.0 * second;
    result.cases = {{"small", 1, first}, {"large", 3, second}};
    if (!first) result.messages.push_back({"small", verdict, "element 3 is 4", "", 0});
    if (!second) result.messages.push_back({"large", verdict, "element 70 is 9", "", 0});
    return result;
}

Result on_virtual(const std::string& verdict, bool first, bool second) {
    return result_of("virtual GPU", verdict, first, second);
}

Result on_gpu(const std::string& verdict, bool first, bool second) {
    return result_of("NVIDIA H200", verdict, first, second);
}

// The devices that are asked, with the options, where this is wanted; "true" answers as a check
// program that finds a GPU, "false" as one that finds none.
std::vector<std::string> asked(const std::string& wanted, const std::string& checker,
                               const Result& first = on_virtual("passed", true, true)) {
    std::vector<std::string> words;
    Devices devices(wanted);
    devices.check(checker, [&](const std::string& device, const std::vector<std::string>& options) {
        words.push_back(device);
        words.insert(words.end(), options.begin(), options.end());
        return words.size() == 1 ? first : on_gpu("passed", true, true);
    });
    return words;
}

} // namespace

TEST_CASE("which devices are asked") {
    using Words = std::vector<std::string>;
    CHECK(asked("auto", "true") == Words{"virtual", "gpu", "--values-only"});
    CHECK(asked("auto", "false") == Words{"virtual"});
    CHECK(asked("virtual", "true") == Words{"virtual"});
    CHECK(asked("gpu", "true") == Words{"gpu"});
    CHECK(asked("auto", "true", on_virtual("fault", false, true)).size() == 3);
    // Where nothing passed, there is nothing to lose on the GPU.
    CHECK(asked("auto", "true", on_virtual("fault", false, false)) == Words{"virtual"});
}

TEST_CASE("gradings take turns on the GPU") {
    const TemporaryFolder folder;
    Devices one("auto", folder.path() / "gpu"), other("gpu", folder.path() / "gpu");
    std::atomic<int> there = 0, most = 0, on_virtual_gpu = 0;
    const auto run = [&](const std::string& device, const std::vector<std::string>&) {
        if (device == "virtual") {
            ++on_virtual_gpu;
            return on_virtual("passed", true, true);
        }
        const int now = ++there;
        if (now > most) most = now;
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        --there;
        return on_gpu("passed", true, true);
    };
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([&, i] { (i % 2 == 0 ? one : other).check("true", run); });
    threads.clear();
    CHECK(most == 1);
    CHECK(on_virtual_gpu == 4);
}

TEST_CASE("what passes on both devices has passed") {
    const auto both = on_both(on_virtual("passed", true, true), on_gpu("passed", true, true));
    CHECK(both.verdict == "passed");
    CHECK(both.points == 4);
    CHECK(both.device == "virtual GPU and NVIDIA H200");
    CHECK(device_kind(both.device) == std::string("both"));
    CHECK(both.messages.empty());
    CHECK(both.remark.empty());
}

TEST_CASE("what is wrong on the GPU alone has the GPU's verdict, and says where") {
    const auto both =
        on_both(on_virtual("passed", true, true), on_gpu("wrong_answer", true, false));
    CHECK(both.verdict == "wrong_answer");
    CHECK(both.points == 1);
    REQUIRE(both.messages.size() == 1);
    CHECK(both.messages[0].text ==
          "On the NVIDIA H200 and not on the virtual GPU: element 70 is 9");
    GradedLesson lesson;
    lesson.result.max_points = 4;
    settle(lesson, both, nullptr, false);
    CHECK(lesson.result.points == 1);
    CHECK(lesson.cases[1].verdict == "wrong_answer");
    CHECK(lesson.reason == "1 of 2 cases passed; not passed: \"large\". Went wrong on the NVIDIA "
                           "H200 and not on the virtual GPU: \"large\".");
}

TEST_CASE("the virtual GPU's verdict stands where it is not passed, and each case needs both") {
    const auto alike =
        on_both(on_virtual("requirement", true, false), on_gpu("passed", true, true));
    CHECK(alike.verdict == "requirement");
    CHECK(alike.points == 1);
    CHECK(alike.messages.size() == 1);
    const auto less =
        on_both(on_virtual("requirement", true, false), on_gpu("crashed", false, true));
    CHECK(less.verdict == "requirement");
    CHECK(less.points == 0);
    REQUIRE(less.messages.size() == 2);
    CHECK(less.messages[1].verdict == "crashed");
    const auto same =
        on_both(on_virtual("fault", true, false), on_gpu("wrong_answer", true, false));
    CHECK(same.messages.size() == 1);
    CHECK(same.remark.empty());
}

TEST_CASE("a check that came to no end on the GPU counts for none of its cases") {
    Result ended;
    ended.device = "NVIDIA H200";
    ended.verdict = timed_out;
    ended.messages = {{"", timed_out, "More than 300 seconds.", "", 0}};
    const auto both = on_both(on_virtual("passed", true, true), ended);
    CHECK(both.verdict == timed_out);
    CHECK(both.points == 0);
    CHECK(both.messages.size() == 1);
}

TEST_CASE("a GPU that cannot be asked is the grader's trouble") {
    Result broken;
    broken.device = "NVIDIA H200";
    broken.verdict = grader_error;
    broken.messages = {{"", grader_error, "the driver is gone", "", 0}};
    const auto both = on_both(on_virtual("passed", true, true), broken);
    CHECK(both.verdict == grader_error);
    CHECK(both.points == 0);
    REQUIRE(both.messages.size() == 1);
    CHECK(both.messages[0].verdict == grader_error);
    CHECK(both.messages[0].text.ends_with("the driver is gone"));
}

TEST_CASE("the virtual GPU's verdict counts alone where the GPU lacks what the lesson needs") {
    Result lacking;
    lacking.device = "NVIDIA H200";
    lacking.verdict = skipped;
    lacking.messages = {{"small", skipped, "this computer has one GPU", "", 0}};
    for (const bool right : {true, false}) {
        const auto alone = on_both(on_virtual(right ? "passed" : "fault", true, right), lacking);
        CHECK(alone.verdict == (right ? "passed" : "fault"));
        CHECK(alone.points == (right ? 4 : 1));
        CHECK(alone.device == "virtual GPU");
        REQUIRE(alone.notes.size() == 1);
        CHECK(alone.notes[0] ==
              "The NVIDIA H200 was not asked for its values: this computer has one GPU");
        CHECK(alone.messages.size() == (right ? 0 : 1));
    }
}

TEST_CASE("a verdict that rests on the trace of a real GPU has a warning") {
    Course course;
    course.tracer = "/libworkbook_cupti.so";
    const auto warning = [&](const Result& result) { return warning_of_tracer(course, result); };
    CHECK_FALSE(warning(on_gpu("passed", true, true)).empty());
    CHECK(warning(on_virtual("passed", true, true)).empty());
    CHECK(warning(on_both(on_virtual("passed", true, true), on_gpu("passed", true, true))).empty());
    CHECK(warning(on_gpu("skipped", false, false)).empty());
    course.tracer.clear(); // nothing was traced
    CHECK(warning(on_gpu("passed", true, true)).empty());
}
