// Lesson 20, what the checker calls. Given: read it, do not edit it.
//
// What you write, in event_timer.cu, is a template, which no checker can call:
//
//     float time_ms(F&& f, int repeats)
//
// f is any object that can be called without arguments. It puts work into the default stream, and
// need not wait for it. time_ms calls f 1 + repeats times: the first call is not measured, each of
// the others is, on its own, by events. It returns the median of these times, in milliseconds.
// repeats is 1 or more. An error that CUDA reports is thrown.
//
// probe.cu uses your template in time_calls and time_pairs below. median and time_hypot are yours.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// The value in the middle when they are in order; of an even number the mean of the two in the
// middle. times: host pointer, count elements in any order; count is 1 or more.
float median(const float* times, int count);
WORKBOOK_CALLABLE(median);

// time_ms of a function whose k-th call (0 is the warm-up) keeps one thread of the GPU busy for
// busy_ms[k] milliseconds. *calls becomes the number of calls. busy_ms: device pointer, 1 + repeats
// elements; calls: host pointer, one element.
float time_calls(const float* busy_ms, int repeats, int* calls);
WORKBOOK_CALLABLE(time_calls);

// The same, with two kernels of half the time in each call, and with an f that cannot be copied.
float time_pairs(const float* busy_ms, int repeats, int* calls);
WORKBOOK_CALLABLE(time_pairs);

// out[i] = the hypotenuse of a[i] and b[i], by hypot_kernel on `blocks` blocks of `threads`
// threads. Returns the median time of 5 launches, in milliseconds. a, b, out: device pointers, n
// elements.
float time_hypot(const float* a, const float* b, float* out, std::size_t n, int blocks,
                 int threads);
WORKBOOK_CALLABLE(time_hypot);
