// Runs programs on the device that the CUDA runtime of this process has: NVIDIA's runtime and a
// real GPU, or the virtual one.
#pragma once

#include "program.hpp"

#include <optional>
#include <string>
#include <vector>

namespace differential {

struct Outcome {
    std::string error; // empty if all went well; a report of the virtual GPU's checks is an error
    bool lost = false; // the device cannot be used any more by this process
    std::vector<std::uint64_t> results; // a row of slots for each thread, then the shared memory
    std::vector<std::uint64_t> records; // Options::trace: trace_words for each thread
};

struct Compilation {
    std::string architecture = "compute_80";
    bool debug = false;            // as `nvcc -G`
    std::optional<unsigned> level; // how much the driver optimises PTX, 0 to 4
};

Outcome run(const Program& program, const Options& options = {}, const Compilation& how = {});

// A number that stands for the results; it does not depend on the machine.
std::uint64_t digest_of(const Outcome& outcome);

// False if no device answers.
bool prepare_device();

// "NVIDIA H200" or "Virtual GPU"; without a device what the runtime says of that.
std::string device_name();

} // namespace differential
