// What the device and the CUDA runtime complained about during a call, as findings.
#pragma once

#include "harness/learner_process.hpp"
#include "harness/run.hpp"

#include <vector>

namespace workbook {

// What the virtual GPU could not do for the program: nothing else that came of the call means much.
bool add_unsupported(const Trace& trace, std::vector<Finding>& findings);
void add_faults(std::vector<DeviceFault> faults, const CallRecord& record,
                std::vector<Finding>& findings);
// The faults of the trace, and copies whose pointers contradict what was asked for. Returns whether
// there were any faults.
bool add_device_faults(const CallRecord& record, std::vector<Finding>& findings);
// Launches and calls that the CUDA runtime refused.
void add_refusals(const Trace& trace, std::vector<Finding>& findings);
// Errors of the CUDA runtime that the learner's code did not look at.
void add_cuda_errors(const wire::Reply& reply, const Trace& trace, std::vector<Finding>& findings);

} // namespace workbook
