// What the environment asks of the virtual GPU.
//
//   WORKBOOK_PROFILE        the card that it stands for: t4, a100, h200 (default) or rtx4090
//   WORKBOOK_DEVICES        how many of them there are: 1 (default) to 8
//   WORKBOOK_MEMORY         bytes of memory of each device, with an optional K, M or G (default
//                           16G)
//   WORKBOOK_CHECKS         all (default), none, or a comma-separated list of memcheck, racecheck,
//                           initcheck, synccheck, counters; bounds are always checked. leakcheck
//                           is not among all: "all,leakcheck" also names what was never freed
//   WORKBOOK_RACE_MEMORY    bytes that racecheck may spend on remembering who accessed what in
//                           global memory (default 2G); what is beyond is not checked, which is
//                           then said
//   WORKBOOK_SCHEDULE_SEED  0 (default): blocks, warps and lanes run in a fixed order; else they
//                           are permuted
//   WORKBOOK_INSTRUCTION_LIMIT
//                           warp instructions after which a launch is stopped; 0 (default): none
//   WORKBOOK_TRACE_FILE     a path or the number of an open file descriptor: each fault is also
//                           appended there at once, as one line of JSON
//   WORKBOOK_TRACE_LEVEL    faults (default) or lines: what each source line of a kernel executed
//                           is counted too, and each launch is appended to WORKBOOK_TRACE_FILE when
//                           it has run (docs/reference/trace.md)
//   WORKBOOK_FRAMES         folded (default) or all: whether reports name each frame of code of a
//                           library that was inlined
//   WORKBOOK_ONLY           patterns, one a line: only races and uninitialised reads in kernels,
//                           functions and files that match one are reported (report_filter.hpp)
//   WORKBOOK_SUPPRESSIONS   a file of such reports that are not wanted
//   WORKBOOK_ERROR_DESCRIPTOR
//                           the number of an open file descriptor: a byte is written there when the
//                           first error is reported
#pragma once

#include "vgpu/runtime/device_model.hpp"
#include "vgpu/runtime/report_filter.hpp"
#include "vgpu/support/expected.hpp"
#include "wire/profiles.hpp"

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace vgpu::runtime {

inline constexpr std::uint64_t most_devices = workbook::wire::most_devices;

// How errors are reported to a person.
struct ReportSettings {
    bool all_frames = false;
    int error_descriptor = -1; // none
    ReportFilter filter;
};

using Checks = std::set<std::string, std::less<>>;
Checks default_checks();

struct Settings {
    std::string profile{default_profile};
    std::string other_profile; // of all devices but `current_device`; empty: the same
    std::uint64_t devices = 1;
    int current_device = 0;  // of a thread that has not called cudaSetDevice
    bool peer_access = true; // whether there is any; a checker can say no, no variable does
    std::uint64_t memory_bytes = 16ull << 30;
    std::uint64_t schedule_seed = 0;
    std::uint64_t race_memory_bytes = 2ull << 30;
    std::uint64_t instruction_limit = 0; // warp instructions of a launch; 0: none
    Checks checks = default_checks();    // checks.def
    std::string trace_file;
    bool trace_lines = false;
    bool arrays = false; // a checker may name launches whose accesses are kept, array by array
    ReportSettings reports;
    bool sampling = false;      // exec/sampling.hpp; a checker asks for it, no variable does
    std::uint64_t text_key = 0; // of the hashes of PTX in launches; 0: none are wanted

    bool wants(std::string_view check) const { return checks.contains(check); }
};

Expected<std::uint64_t> parse_memory_size(std::string_view text);
Expected<std::uint64_t> parse_number(std::string_view text);
Expected<std::string> parse_profile(std::string_view text);
Expected<std::uint64_t> parse_devices(std::string_view text);
Expected<bool> parse_trace_level(std::string_view text); // whether lines are counted
Expected<bool> parse_frames(std::string_view text);      // whether all are shown
Expected<int> parse_descriptor(std::string_view text);
Expected<Checks> parse_checks(std::string_view text);

// A value that cannot be understood is named on stderr and its default is used.
Settings settings_from_environment();

} // namespace vgpu::runtime
