// Lesson 13, given: what given.cu offers to probe.cu.
#pragma once

#include <cstddef>

// x, out: device pointers, n elements each. out[i] = 3 x[i], and out[i] = x[i] + 1.
void launch_triple(const int* x, int* out, std::size_t n);
void launch_add_one(const int* x, int* out, std::size_t n);
// Fails while it runs.
void launch_nowhere();
