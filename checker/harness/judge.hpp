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

// The same for a program that did not even start serving. grader_error says only that the system
// refused to start it.
std::vector<Finding> judge_start(const Exchange& exchange, const std::string& program,
                                 const Limits& limits);

} // namespace workbook
