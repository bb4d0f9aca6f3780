// What the functions of a lesson promise besides their results: does not wait, gives back what it
// takes, passes errors on, takes arrays at any address. A check.cpp names the promises of its
// header once, and the harness holds the functions to them:
//
//     WORKBOOK_PROMISE(does_not_wait, add, add_on_grid)
//     WORKBOOK_PROMISE(reports_errors, add)
//     WORKBOOK_EXCEPT(any_address, "its tiles are read 16 bytes at a time", tiles)
//
// Some can be seen in every call. The others are tried after the lesson's own cases: calls that
// were right are made again in another situation (CUDA refuses a call, arrays begin one element
// later, there is a second device) and must have the same results. That takes the virtual GPU.
#pragma once

#include "harness/run.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace workbook {

struct CallSpec;

enum class Promise : std::uint8_t {
    // For the functions that a check names:
    does_not_wait,   // neither for its kernels nor for anything else; its work is in the default
                     // stream
    reports_errors,  // an error that CUDA reports is thrown, and all that was allocated before is
                     // freed
    uses_gpu,        // launches a kernel whenever its arrays have elements
    fills_gpu,       // large kernels have several blocks, and blocks of more than a few threads
    any_host_memory, // also pinned memory, for which asynchronous copies do not wait, and managed
    any_size,        // more elements than 32 bits can count: a std::size_t says how many there are
    // For every function, unless a check excepts it:
    gives_back, // memory, streams, events, graphs, pools, libraries, page locks, the current device
    any_address,    // device arrays need no more than the alignment of their elements, and lie
                    // in any order
    current_device, // works on the device that is current, whichever that is
    starts_anew,    // what earlier calls computed is no part of it
    keeps_errors,   // an error that was there before is neither taken away nor overlooked
    kernels_fill,   // kernels fill the device arrays, and the host copies nothing into them
    // All but 1 KiB of what the host brings to the device is in the function's arguments.
    kernels_compute,
};

namespace promises {

struct Place {
    const char* file;
    unsigned line;
};

// The macros below call these at namespace scope. `functions`: names with commas between.
bool make(Promise promise, std::string_view functions, Place place);
bool except(Promise promise, std::string_view functions);

// Whether the function gives the promise.
bool gives(std::string_view function, Promise promise);
// What the call shows of its function's promises.
std::vector<Finding> judge(const CallRecord& record);

// Adds the cases in which calls are repeated. Before Catch2 counts them.
void add_cases();
// A call of the case that is running. Promises that it breaks are reported when the case ends,
// after the case's own findings: wrong values come first. A call that ended well can be repeated
// once the case has passed.
void note_call(const CallSpec& spec, const CallRecord& record);
// Promises that calls have broken since the last time, each sentence once.
std::vector<Finding> take_broken();
void case_ended(bool passed);

} // namespace promises
} // namespace workbook

#define WORKBOOK_PROMISE_NAME_2(line) workbook_promise_##line
#define WORKBOOK_PROMISE_NAME(line) WORKBOOK_PROMISE_NAME_2(line)
#define WORKBOOK_PROMISE(promise, ...)                                                             \
    [[maybe_unused]] static const bool WORKBOOK_PROMISE_NAME(__COUNTER__) =                        \
        ::workbook::promises::make(::workbook::Promise::promise, #__VA_ARGS__,                     \
                                   {__FILE__, __LINE__});
// `why` is the reason, for readers only.
#define WORKBOOK_EXCEPT(promise, why, ...)                                                         \
    [[maybe_unused]] static const bool WORKBOOK_PROMISE_NAME(__COUNTER__) =                        \
        ::workbook::promises::except(::workbook::Promise::promise, #__VA_ARGS__);
