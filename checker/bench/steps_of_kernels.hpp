// Host instructions for one warp instruction of each kernel, with every check and without. Counted
// are blocks in the middle of a launch, after a whole run.
#pragma once

#include <string>

namespace bench {

// The workloads are those whose names contain `only`; printed are rows for measurements.py.
// `places`: a file for the instructions with every check, by place (by_function.py); empty: none.
void count_steps_of_kernels(const std::string& only, const std::string& places);

} // namespace bench
