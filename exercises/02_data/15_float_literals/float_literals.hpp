// Lesson 15, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Both run on the GPU, in single precision from end to end, and do not wait for it. x, t, out:
// device pointers to n floats each; x and t are only read. There may be more
// elements than 32 bits can count. An error that CUDA reports is thrown.

// The density of the normal distribution at each x[i]:
//     out[i] = exp(-((x[i] - mean) / sigma)^2 / 2) / (sigma * sqrt(2 pi))
// sigma is above 0, in whatever unit: from 1e-30 to 1e30. The relative error is at most 2e-6 within
// 3 sigma of the mean, and 1e-5 within 6 sigma. Infinitely far away the density is 0; where x[i]
// is NaN, so is out[i].
void gaussian_pdf(const float* x, float mean, float sigma, float* out, std::size_t n);
WORKBOOK_CALLABLE(gaussian_pdf);

// A wave with one period a second that dies away, at each time t[i] in seconds:
//     out[i] = exp(-t[i] / tau) * cos(2 pi t[i])
// t is from 0 to 10000, tau above 0. The error is at most 2e-6, of values between -1 and 1.
void damped_wave(const float* t, float tau, float* out, std::size_t n);
WORKBOOK_CALLABLE(damped_wave);
