#include "cli/submission/devices.hpp"

#include "cli/folder_lock.hpp"
#include "cli/formats/words.hpp"
#include "cli/process.hpp"
#include "wire/points.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>

namespace workbook::cli {
namespace {

bool passed_any(const Result& result) {
    return std::ranges::any_of(result.cases, &CheckedCase::passed);
}

// The check could not be run on the GPU, so it is not known whether the values are right there.
Result undecided(Result on_virtual, const Result& on_gpu) {
    Result result = std::move(on_virtual);
    result.verdict = grader_error;
    result.points = 0;
    result.cases.clear();
    result.messages = on_gpu.messages;
    for (auto& message : result.messages) {
        message.verdict = grader_error;
        message.text = fmt::format("The {} could not be asked (--device virtual does without): {}",
                                   on_gpu.device, message.text);
    }
    return result;
}

// The GPU lacks what the lesson needs: a capability, or a second GPU beside it.
std::string not_asked(const Result& on_gpu) {
    return fmt::format("The {} was not asked for its values: {}", on_gpu.device,
                       on_gpu.messages.empty() ? "it lacks what this lesson needs"
                                               : on_gpu.messages.front().text);
}

// Takes away the cases whose values are wrong on the GPU alone, and returns their names.
std::vector<std::string> fail_wrong_cases(Result& result, const Result& on_gpu) {
    std::map<std::string, bool> passed_there;
    for (const auto& row : on_gpu.cases) passed_there[row.name] = row.passed;
    std::vector<std::string> names;
    for (auto& row : result.cases) {
        if (!row.passed || passed_there[row.name]) continue;
        row.passed = false;
        names.push_back(row.name);
    }
    return names;
}

} // namespace

const std::optional<std::string>& Devices::gpu(const std::filesystem::path& checker) {
    std::call_once(looked_, [&] {
        const auto answer = run_process({checker.string(), "--find-gpu"});
        if (!answer.succeeded()) return;
        const auto name = answer.output.substr(0, answer.output.find('\n'));
        gpu_ = name.empty() ? "GPU" : name;
    });
    return gpu_;
}

Result Devices::check_on_gpu(const Run& run, const std::vector<std::string>& options) const {
    if (turns_.empty()) return run("gpu", options);
    std::filesystem::create_directories(turns_);
    const FolderLock turn(turns_);
    return run("gpu", options);
}

Result Devices::check(const std::filesystem::path& checker, const Run& run) {
    if (wanted_ == "gpu") return check_on_gpu(run, {});
    if (wanted_ != "auto") return run(wanted_, {});
    Result on_virtual = run("virtual", {});
    if (!passed_any(on_virtual) || !gpu(checker)) return on_virtual;
    Result on_gpu = check_on_gpu(run, {"--values-only"});
    if (on_gpu.device.empty()) on_gpu.device = *gpu_; // it came to no end
    return on_both(std::move(on_virtual), on_gpu);
}

Result on_both(Result on_virtual, const Result& on_gpu) {
    if (on_gpu.verdict == grader_error) return undecided(std::move(on_virtual), on_gpu);
    Result result = std::move(on_virtual);
    if (on_gpu.verdict == skipped) {
        result.notes.push_back(not_asked(on_gpu));
        return result;
    }
    result.device += and_device + on_gpu.device;
    if (on_gpu.verdict == passed) return result;
    const auto names = fail_wrong_cases(result, on_gpu);
    if (names.empty() && result.verdict != passed) return result;
    const auto where = fmt::format("on the {} and not on the virtual GPU", on_gpu.device);
    for (Message message : on_gpu.messages) {
        if (!message.test_case.empty() &&
            std::ranges::find(names, message.test_case) == names.end())
            continue;
        message.text = fmt::format("{}: {}", where, message.text);
        message.text.front() = 'O';
        result.messages.push_back(std::move(message));
    }
    if (result.verdict == passed) result.verdict = on_gpu.verdict;
    result.points = std::min(result.points, wire::earned_points(result.cases, result.max_points));
    result.remark = names.empty() ? fmt::format("It went wrong {}.", where)
                                  : fmt::format("Went wrong {}: {}.", where, quoted(names));
    return result;
}

std::string warning_of_tracer(const Course& course, const Result& result) {
    const bool on_gpu_alone = std::string_view(device_kind(result.device)) == "gpu";
    if (!on_gpu_alone || course.tracer.empty() || result.verdict == skipped) return "";
    return "What the code did on the GPU was noted by a library in its own process, where nothing "
           "protects it: verdicts on launches, copies and requirements can be forged. Grade "
           "strangers with --device auto or virtual.";
}

} // namespace workbook::cli
