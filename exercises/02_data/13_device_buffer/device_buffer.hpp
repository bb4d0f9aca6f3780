// Lesson 13, what the checker calls. Given: read it, do not edit it.
//
// What you write, in device_buffer.cu, is a class template. No checker can call one, so probe.cu
// uses it in the functions below. This is what a DeviceBuffer<T> promises, for any T that can be
// copied byte by byte:
//
//     DeviceBuffer<T> b;          owns nothing: b.size() is 0, b.data() is null
//     DeviceBuffer<T> b(count);   owns device memory for count elements, whatever they contain; for
//                                 0 it owns nothing. Throws if there is not so much memory. No
//                                 number becomes a buffer by itself (explicit).
//     ~DeviceBuffer               gives the memory back
//     DeviceBuffer<T> b(std::move(a));    b owns what a owned, and a owns nothing any more. The
//     b = std::move(a);                   elements stay where they are. What b owned before is
//                                         given back. b = std::move(b) changes nothing. A move
//                                         never throws, and the compiler knows it (noexcept).
//     copies                      do not compile
//     b.data(), b.size()          a device pointer to the elements, and their number
//     b.copy_from_host(values)    b's elements become the b.size() elements at values, on the host
//     b.copy_to_host(values)      the other way
//     b.copy_from(other)          b's elements become other's, within the device. Both have the
//                                 same size.
//
// Memory is taken and given back in the order of the default stream: neither waits for the kernels
// that were launched before it. The host memory may be of any kind, pinned too: when copy_to_host
// returns, the values are there. An error that CUDA reports is thrown, by check(), but never by the
// destructor.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// input, output: host pointers to n elements each; n may be 0. There may be more elements than 32
// bits can count. All of these fill output.

// By copy_from_host and copy_to_host.
void there_and_back(const float* input, float* output, std::size_t n);
WORKBOOK_CALLABLE(there_and_back);
void there_and_back_bytes(const unsigned char* input, unsigned char* output, std::size_t n);
WORKBOOK_CALLABLE(there_and_back_bytes);
// The same, with copy_from between two buffers on the way.
void by_a_second_buffer(const double* input, double* output, std::size_t n);
WORKBOOK_CALLABLE(by_a_second_buffer);

// How a buffer is moved.
constexpr int into_a_new_one = 0;     // DeviceBuffer<T> b(std::move(a));
constexpr int into_an_empty_one = 1;  // DeviceBuffer<T> b;    b = std::move(a);
constexpr int into_one_that_owns = 2; // DeviceBuffer<T> b(n); b = std::move(a);

// input goes into a buffer a, a is moved to b, and output comes from b.
void through_a_move(int how, const float* input, float* output, std::size_t n);
WORKBOOK_CALLABLE(through_a_move);
// After such a move: a.size(), whether a.data() is not null, b.size(), and whether b.data() is
// where a.data() was before.
std::size_t size_of_the_source(int how, std::size_t n);
WORKBOOK_CALLABLE(size_of_the_source);
bool source_has_memory(int how, std::size_t n);
WORKBOOK_CALLABLE(source_has_memory);
std::size_t size_of_the_target(int how, std::size_t n);
WORKBOOK_CALLABLE(size_of_the_target);
bool target_has_the_same_memory(int how, std::size_t n);
WORKBOOK_CALLABLE(target_has_the_same_memory);

// a = std::move(a), then output comes from a.
void moved_to_itself(const float* input, float* output, std::size_t n);
WORKBOOK_CALLABLE(moved_to_itself);
// `parts` buffers of n elements, returned by a function, kept in a std::vector that grows, and
// swapped: the last part comes out first. input, output: parts * n elements.
void parts_reversed(const float* input, float* output, std::size_t n, std::size_t parts);
WORKBOOK_CALLABLE(parts_reversed);

// What the compiler knows: whether a DeviceBuffer<float> can be copied, whether a number becomes
// one by itself, and whether moving it may throw.
bool can_be_copied();
WORKBOOK_CALLABLE(can_be_copied);
bool a_number_becomes_one();
WORKBOOK_CALLABLE(a_number_becomes_one);
bool a_move_may_throw();
WORKBOOK_CALLABLE(a_move_may_throw);

// Whether DeviceBuffer<double> b(count) throws.
bool refuses(std::size_t count);
WORKBOOK_CALLABLE(refuses);
// Makes two buffers of n elements, then throws, and catches outside of where they live.
void thrown_across(std::size_t n);
WORKBOOK_CALLABLE(thrown_across);
// Makes a buffer of n elements and launches a kernel that writes through a null pointer: from then
// on CUDA has nothing but errors to report. Returns whether copy_to_host threw.
bool throws_after_a_failed_kernel(std::size_t n);
WORKBOOK_CALLABLE(throws_after_a_failed_kernel);

// x, out: device pointers to n elements. out[i] = 3 x[i] + 1 by two kernels, with a buffer for what
// the first leaves to the second. Before the kernels have run, another buffer is made and moved
// over the first one, and then destroyed.
void by_two_kernels(const int* x, int* out, std::size_t n);
WORKBOOK_CALLABLE(by_two_kernels);
