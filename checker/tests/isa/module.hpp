// PTX for a file of forms: one kernel each, which loads operands, executes the form and stores
// results.
#pragma once

#include "ptxtest.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace ptxtest {

// What one kernel works on. Each thread has a row of 8-byte slots in each array; each warp a mask
// of the lanes that execute. A place in memory is the result's slot, set beforehand.
struct Job {
    std::uint32_t warps = 0, warps_per_block = 1;
    std::vector<std::uint64_t> inputs, outputs;
    std::vector<std::uint32_t> masks;
};

std::string kernel_name(std::size_t form);

// The module of those forms that a device of this compute capability (75, 90, ...) has.
std::string module_text(const File& file, int capability);

Job make_job(const Form& form);

// results[line][result], from what the kernel left in the outputs.
std::vector<std::vector<Lanes>> results_of(const Form& form, const Job& job);

} // namespace ptxtest
