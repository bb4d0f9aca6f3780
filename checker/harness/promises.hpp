// What the functions of a lesson promise besides their results: does not wait, gives back what it
// takes, passes errors on, takes arrays at any address. A check.cpp names the promises of its
// header once, and the harness holds the functions to them:
//
//     WORKBOOK_PROMISE(does_not_wait, add, add_on_grid)
//     WORKBOOK_PROMISE(reports_errors, add)
//     WORKBOOK_EXCEPT(any_address, "its tiles are read 16 bytes at a time", tiles)
//
// Some can be seen in every call. The others are tried when the lesson's own cases are through:
// calls that were right are made again in another situation (a call that CUDA refuses, arrays an
// element off, a second device), and have to come out the same. That takes the virtual GPU.
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
    reports_errors,  // an error that CUDA reports is thrown, and what was taken until then given
                     // back
    uses_gpu,        // launches a kernel whenever its arrays have elements
    fills_gpu,       // leaves no kernel with much to do to one block, or to blocks of a few threads
    any_host_memory, // also pinned memory, into which asynchronous copies do not wait, and managed
    any_size,        // more elements than 32 bits can count: a std::size_t says how many there are
    // For every function, unless a check excepts it:
    gives_back, // memory, streams, events, graphs, pools, libraries, page locks, the current device
    any_address,    // device arrays need no more than the alignment of their elements, and lie
                    // in any order
    current_device, // works on the device that is current, whichever that is
    starts_anew,    // what earlier calls computed is no part of it
    keeps_errors,   // an error that was there before is neither taken away nor overlooked
    kernels_fill,   // device arrays that are to be filled get nothing from the host
};

namespace promises {

struct Place {
    const char* file;
    unsigned line;
};

// At namespace scope, by the macros below. `functions`: names with commas between.
bool make(Promise promise, std::string_view functions, Place place);
bool except(Promise promise, std::string_view functions);

// Whether the function gives the promise.
bool gives(std::string_view function, Promise promise);
// What the call shows of its function's promises.
std::vector<Finding> judge(const CallRecord& record);

// Adds the cases in which calls are repeated. Before Catch2 counts them.
void add_cases();
// A call of the case that is running. What it breaks is told when the case ends, behind what the
// case itself says: that values are wrong comes first. If it ended well, it can be repeated once
// the case has passed.
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
// With the reason, for readers.
#define WORKBOOK_EXCEPT(promise, why, ...)                                                         \
    [[maybe_unused]] static const bool WORKBOOK_PROMISE_NAME(__COUNTER__) =                        \
        ::workbook::promises::except(::workbook::Promise::promise, #__VA_ARGS__);
