// From what happened to what is said about it: how a call ended, in sentences for the student.
#pragma once

#include "harness/learner_process.hpp"
#include "harness/run.hpp"

#include <string>
#include <vector>

namespace workbook {

// What is wrong with the way in which a call ended; empty when it ended as it should. The record's
// arguments and trace are filled in already. Values are not looked at.
std::vector<Finding> judge_call(const Exchange& exchange, const CallRecord& record,
                                const Limits& limits);

// The same for a program that did not even start serving.
std::vector<Finding> judge_start(const Exchange& exchange, const std::string& program,
                                 const Limits& limits);

// A fault of the device in words. `count` others of the same kind are mentioned.
std::string describe(const DeviceFault& fault);
// The last component of a path.
std::string base_name(const std::string& path);
// A launch that was refused.
std::string describe_refused(const Launch& launch);
// Name of a cudaError_t, "cudaError 4711" when it is none of the common ones.
std::string cuda_error_name(int error);

// Text from the learner's process, fit for a terminal and a message: control characters replaced,
// cut to `most` bytes.
std::string printable(std::string_view text, std::size_t most);

} // namespace workbook
