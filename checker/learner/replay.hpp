// The learner program started by hand: repeats one recorded call, without a checker, so that it can
// run under cuda-gdb, compute-sanitizer or ncu.
#pragma once

#include "learner/cuda_runtime.hpp"
#include "wire/message.hpp"

namespace workbook::learner {

// `program --replay FILE`; FILE is what `check --record FILE` wrote. Returns the exit code.
int replay(int argument_count, char** arguments);

// Makes one call as it would be made for a checker (learner/serve.cpp).
wire::Reply serve_call(const wire::Request& request, const TraceSource& trace,
                       wire::Mailbox& mailbox);

} // namespace workbook::learner
