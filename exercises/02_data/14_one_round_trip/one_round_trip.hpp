// Lesson 14, what the checker calls. Given: read it, do not edit it.
//
// A test signal for a detector: pulses, and noise on top.
//
//     out[i] = pulse(t[i]) + noise[i],    pulse(t) = max(sin(t / period) - 0.3, 0) * amplitude
//
// The GPU computes it, and the work is spread over the whole GPU. All pointers are HOST pointers to
// n floats each; t and noise are only read. n may be 0, and is at most 2^24. period is above 0, t /
// period from 0 to 25. The error is at most 5e-6 amplitude, as long as no noise is larger than the
// amplitude. When a function returns, the result is complete and all device memory that it took is
// given back. The host memory may be of any kind, pinned too. An error that CUDA reports is thrown.
//
// What may cross the bus is part of what is promised. An array travels whole, in one copy, and only
// those named below do.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Any times: t and noise go to the device, out comes back. 2 copies up, 1 down.
void waveform_at(const float* t, const float* noise, float period, float amplitude, float* out,
                 std::size_t n);
WORKBOOK_CALLABLE(waveform_at);

// The times 0, 1, 2, ..., n - 1, which the device can make for itself: noise goes to the device,
// out comes back. 1 copy up, 1 down.
void waveform(const float* noise, float period, float amplitude, float* out, std::size_t n);
WORKBOOK_CALLABLE(waveform);
