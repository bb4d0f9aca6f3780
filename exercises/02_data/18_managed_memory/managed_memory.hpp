// Lesson 18, what you write in managed_memory.cu. Given: read it, do not edit it.
//
// given.cu calls your functions, and is what the checker calls. An error that CUDA reports is
// thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

struct Node {
    std::int64_t value;
    Node* next; // nullptr in the last one
};

// A new node in managed memory, which host and kernels may use. It is freed with cudaFree.
Node* make_node(std::int64_t value, Node* next);

// Makes the value of each node the sum of all values from `first` up to it, on the GPU; first may
// be nullptr. One launch, no copies. When it returns, the host may read and change the list.
void running_totals(Node* first);

// values[i] *= factor for n floats in managed memory, on the GPU; n may be 0. Prefetches the array
// to the current device before the kernel and to the host after it, all of it, once each. One
// launch, no copies. When it returns, the host may read and change the array.
void scale(float* values, std::size_t n, float factor);

// What given.cu offers to the checker. All pointers are host pointers.

// Makes a list of count values, the k-th node of which holds values[order[k]]; totals it twice,
// with 1 added to each value by the host in between; totals receives the list's values after that.
void total_twice(const std::int64_t* values, const std::int32_t* order, std::int32_t count,
                 std::int64_t* totals);
WORKBOOK_CALLABLE(total_twice);

// Copies n floats into managed memory, calls your scale and copies them out. prefetched receives,
// for each of your first 4 prefetches, its bytes and its place: the device's number, -1 for the
// host, -2 if there was none. *device receives the number of the current device, or -3 if it cannot
// prefetch.
void scale_once(const float* values, std::size_t n, float factor, float* scaled,
                std::int64_t* prefetched, std::int32_t* device);
WORKBOOK_CALLABLE(scale_once);
