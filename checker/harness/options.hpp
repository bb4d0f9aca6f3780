// The command line and the environment of a check program.
#pragma once

#include "harness/gpu.hpp"
#include "wire/engine.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace workbook {

struct Options {
    std::string lesson;
    std::string learner;
    std::string source;    // the student's file, of which messages show lines; may be empty
    std::string reference; // program of given code that the check compares with
    std::string tree = "exercises";
    double points = 0;
    std::string result_file;
    int result_descriptor = -1; // -1: none
    std::string record_file;
    std::string profile_file;               // what the kernels did, by source line
    std::vector<wire::WantedLaunch> arrays; // launches of it whose arrays are looked at
    std::string virtual_runtime;            // folder of the virtual GPU's libcudart.so
    std::string cuda_libraries;             // folder of NVIDIA's
    std::string tracer;                     // libworkbook_cupti.so
    std::string ptx_file;                   // in place of the PTX in the learner program
    std::vector<std::string> learner_names; // all other functions of the PTX are not the learner's
    WantedDevice device = WantedDevice::automatic;
    std::uint64_t seed = 0;
    std::uint64_t schedule_seed = 0;    // of the virtual GPU; 0: fixed order
    std::uint32_t schedules = 1;        // how many of them to run, with seeds 0, 1, ...
    double time_scale = 1;              // multiplies all deadlines, for slow machines
    std::uint64_t memory_mebibytes = 0; // that the learner program may take; 0: the usual limit
    bool untouched = false;
    bool values_only = false; // values, crashes and time-outs decide, and nothing else
    bool gain = false;        // a pass says what the student gained (gain.hpp)
    bool confine = false;
    bool can_confine = false; // only asks whether it could be
    bool find_gpu = false;    // only asks whether there is one
    bool help = false;
    std::vector<std::string> catch_arguments; // the rest, program name first
};

// Reads the arguments; what they do not say comes from WORKBOOK_DEVICE, WORKBOOK_SEED,
// WORKBOOK_SCHEDULE_SEED, WORKBOOK_SCHEDULES, WORKBOOK_TIME_SCALE and WORKBOOK_HOST_MEMORY. Without
// a seed one is drawn. On failure `problem` says what is wrong.
std::optional<Options> read_options(const std::vector<std::string>& arguments,
                                    std::string& problem);

std::string usage();

} // namespace workbook
