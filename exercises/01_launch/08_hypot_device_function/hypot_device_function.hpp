// Lesson 08, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// hypot_on_device, hypot_on_host: out[i] = the length of the hypotenuse over the legs a[i] and
// b[i], that is the square root of a[i]^2 + b[i]^2, for every i from 0 to count - 1. a and b are
// only read. There may be more elements than 32 bits can count.
//
// The result is within 4 ulp of the true value (an ulp is the distance to the next float) wherever
// that is a float: neither tiny nor huge legs spoil it. The signs of the legs do not matter, two
// zeros give 0, an infinite leg gives +infinity whatever the other one is, and otherwise a NaN leg
// gives NaN. A true value more than 4 ulp beyond the largest float gives +infinity.

// On the GPU. a, b, out: device pointers to count floats each. Does not wait for the device.
void hypot_on_device(const float* a, const float* b, float* out, std::size_t count);
WORKBOOK_CALLABLE(hypot_on_device);

// On the CPU. a, b, out: host pointers to count floats each.
void hypot_on_host(const float* a, const float* b, float* out, std::size_t count);
WORKBOOK_CALLABLE(hypot_on_host);

// The distance between two points of the plane, each given by polar coordinates: point k is rhok[i]
// away from the origin, in the direction of the angle thetak[i] in radians. rho is 0, or from 1e-36
// to 1e38, theta from -pi to pi. The error is at most 1e-6 * (rho1[i] + rho2[i]), for points that
// lie close together, close to the origin and far out as well. On the GPU; device pointers to count
// floats each. Does not wait for the device.
void polar_distance(const float* rho1, const float* theta1, const float* rho2, const float* theta2,
                    float* out, std::size_t count);
WORKBOOK_CALLABLE(polar_distance);
