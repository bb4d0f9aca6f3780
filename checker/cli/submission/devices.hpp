// On which devices a grading runs a checker, and what its verdict takes from each.
//
// Only the virtual GPU's record of a run can be trusted: it is out of the student's reach. On a
// real GPU a library beside the student's code keeps the record, and that code can change it. So if
// both are at hand, the virtual GPU says how the work was done, and both say what came out.
#pragma once

#include "cli/result.hpp"

#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace workbook::cli {

class Devices {
  public:
    // auto: the virtual GPU, and a real one besides where there is one; gpu, virtual: that alone.
    // All gradings with the same folder, of this process and others, take turns on the GPU: times
    // that a lesson measures there mean nothing while other programs run. "": no others.
    explicit Devices(std::string wanted, std::filesystem::path turns = {})
        : wanted_(std::move(wanted)), turns_(std::move(turns)) {}

    // One run of a checker, with that --device and these options.
    using Run =
        std::function<Result(const std::string& device, const std::vector<std::string>& options)>;
    // `checker` is the program that is run, which also knows whether there is a GPU. May be called
    // by several threads. A GPU is not asked about what has failed altogether on the virtual one.
    Result check(const std::filesystem::path& checker, const Run& run);

  private:
    Result check_on_gpu(const Run& run, const std::vector<std::string>& options) const;
    // The name of this machine's GPU. It is looked for once.
    const std::optional<std::string>& gpu(const std::filesystem::path& checker);

    std::string wanted_;
    std::filesystem::path turns_;
    std::once_flag looked_;
    std::optional<std::string> gpu_;
};

// Combines the results of the virtual GPU and of a real one, where only values are checked: a case
// has to pass on both. The verdict is the virtual GPU's, unless that is "passed".
Result on_both(Result on_virtual, const Result& on_gpu);

// A sentence where the verdict rests on what a library in the student's process noted; else "".
std::string warning_of_tracer(const Course& course, const Result& result);

} // namespace workbook::cli
