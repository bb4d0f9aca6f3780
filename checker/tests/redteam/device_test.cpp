// Device arrays as on a real GPU: guards around them, errors left behind.
#include "device_calls.hpp"

#include "harness/harness.hpp"

using namespace workbook;

namespace {

SessionOptions real_gpu() {
    const std::string folder = WORKBOOK_REDTEAM_FOLDER;
    SessionOptions options;
    options.learner = folder + "/device_calls";
    options.device = {false, "Fake GPU"};
    options.cuda_libraries = folder + "/fake";
    options.tracer = folder + "/fake/libcudart.so.13";
    return options;
}

struct Fixture {
    Fixture() : session(real_gpu()) { Session::set_current(&session); }
    ~Fixture() { Findings::take(); }
    Session session;
};

const std::vector<int> numbers{10, 20, 30, 40};

Run run_action(DeviceAction action) {
    return WORKBOOK_RUN(increment_on_device, action, device_in(numbers),
                        device_out<int>(numbers.size()), numbers.size());
}

std::string text_of(const Run& run) {
    std::string text;
    for (const Finding& problem : run.record().problems)
        text += std::string(name_of(problem.verdict)) + ": " + problem.text + "\n";
    return text;
}

bool contains(const std::string& text, const char* words) {
    return text.find(words) != std::string::npos;
}

} // namespace

TEST_CASE("device arrays go there and come back; what was not written shows") {
    Fixture fixture;
    const Run run = run_action(DeviceAction::none);
    INFO(text_of(run));
    REQUIRE(run.ended_well());
    const auto output = run.output<int>(2);
    CHECK(std::vector<int>(output.begin(), output.begin() + 3) == std::vector<int>{11, 21, 31});
    CHECK(run.was_written(2, 0));
    CHECK_FALSE(run.was_written(2, 3));
    CHECK(run.launches().size() == 1);
    CHECK(launched(1).match(run));
}

TEST_CASE("writes around a device array are seen") {
    Fixture fixture;
    CHECK(contains(
        text_of(run_action(DeviceAction::write_behind)),
        "fault: memory behind `output` of increment_on_device() (4 elements of 4 bytes) was "
        "overwritten, 4 bytes past its end"));
    CHECK(contains(text_of(run_action(DeviceAction::write_in_front)),
                   "memory in front of `output` of increment_on_device()"));
    CHECK(contains(text_of(run_action(DeviceAction::change_input)), "element 1 is the first"));
    CHECK(run_action(DeviceAction::none).ended_well());
}

TEST_CASE("errors that were left behind") {
    Fixture fixture;
    CHECK(contains(text_of(run_action(DeviceAction::leave_error)),
                   "cudaErrorInvalidValue (made up)"));
    CHECK(run_action(DeviceAction::none).ended_well());
    const std::string broken = text_of(run_action(DeviceAction::break_device));
    CHECK(contains(broken, "cudaErrorIllegalAddress"));
    CHECK(contains(broken, "the virtual GPU names the line"));
    // A sticky error ends with its process.
    CHECK(run_action(DeviceAction::none).ended_well());
}

TEST_CASE("an array without elements is a null pointer") {
    SessionOptions options = real_gpu();
    options.device.is_virtual = true; // no guards
    options.virtual_runtime = WORKBOOK_VGPU_DIR;
    options.cuda_libraries.clear();
    Session session(options);
    Session::set_current(&session);
    const Run run =
        WORKBOOK_RUN(both_null, device_in(std::vector<int>{}), device_in(std::vector<int>{}));
    CHECK(run.returned<bool>());
}
