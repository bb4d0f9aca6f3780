// What `check --profile FILE` writes: every launch of a run with its counters, by source line, and
// every fault. docs/reference/profile.md describes the file.
//
// The traces come from the engine, with names that the student's code has chosen: they are taken
// apart and bounded here.
#pragma once

#include "harness/ptx.hpp"
#include "harness/run.hpp"
#include "wire/engine.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace workbook::profile_log {

struct Bounds {
    std::size_t bytes = 16 << 20; // of all that is kept
    std::size_t launches = 5000;  // listed with their totals
    std::size_t kernels = 200;
    std::size_t calls = 5000;
    std::size_t faults = 1000;
    std::size_t ptx_bytes = 1 << 20; // besides
    std::size_t events = 400;        // of one call, listed in their order
    std::size_t order_bytes = 2 << 20;
};

// From now on everything is kept. What was kept before is forgotten.
void enable(const Bounds& bounds = {});
bool enabled();

// Launches whose accesses are wanted, array by array, by their numbers in the run.
using Wanted = wire::WantedLaunch;
void want(const std::vector<Wanted>& launches);
// Those that the next call may make, by their numbers in it.
std::vector<Wanted> wanted_of_next_call();

// The calls that follow belong to this case; of a promise's case they repeat others.
void begin_case(std::string_view name, bool for_a_promise = false);

// One call: the JSON text of its trace, or, where the program has not lived to hand that over, the
// lines of its fault log (docs/reference/trace.md). Where room gets scarce, launches lose their
// series of accesses first and then their lines, but for the biggest of each kernel.
void add_call(const CallRecord& record, std::string_view trace, std::string_view fault_lines);

// The check asks for counters of this call's launches: they are what a student should look at.
void note_measured(const CallRecord& record);

struct Heading {
    std::string lesson, tree;
    std::uint64_t seed = 0;
};
// `ptx`: of the learner's program.
std::string to_json(const Heading& heading, const std::vector<PtxLine>& ptx = {});

} // namespace workbook::profile_log
