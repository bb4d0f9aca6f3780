// Lesson 48, what the checker calls. Given: read it, do not edit it.
//
// Random points of the square from 0 to 1: those nearer to the corner (0, 0) than 1 are hits. The
// coordinates come from cuRAND's generator Philox4_32_10 through curand_uniform, which gives floats
// above 0 and up to 1. A sample takes two of them, x first, and is a hit if x * x + y * y < 1, in
// float. Everything below is thereby determined by the seed: the same seed gives the same bits.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

constexpr int threads_per_block = 256; // of count_hits
constexpr int most_blocks = 1024;      // that estimate_pi starts

// Exactly n samples, by T = blocks * block_size threads. Thread t, counted through all blocks,
// takes n / T of them, and one more if t is below n % T. It draws them from the sequence number t
// of `seed`, from its beginning on.
//
//   taken, hits   device pointers, T elements each: how many samples thread t took, and how many of
//                 them were hits
//   n             may be 0, and below T
//
// One kernel; the function does not wait for the device. An error that CUDA reports is thrown.
void sample_by_threads(std::uint64_t seed, std::size_t n, int blocks, int block_size,
                       std::uint32_t* taken, std::uint32_t* hits);
WORKBOOK_CALLABLE(sample_by_threads);

// *hits = how many of exactly n samples are hits; the same for any number of blocks. Sample i takes
// the numbers 2 i and 2 i + 1 of sequence number 0 of `seed`, counted from 0.
//
//   blocks   1 or more, of threads_per_block threads each
//   hits     device pointer, one element; its old content means nothing
//   n        may be 0
//
// One kernel, whose threads share the samples evenly; the function does not wait for the device. An
// error that CUDA reports is thrown.
void count_hits(std::uint64_t seed, std::size_t n, int blocks, unsigned long long* hits);
WORKBOOK_CALLABLE(count_hits);

// What n samples (1 or more) say about pi: 4 times the part of hits, by count_hits. The function
// gets its own device memory, and gives it back. A block for every 256 samples, at most
// most_blocks. An error that CUDA reports is thrown.
double estimate_pi(std::uint64_t seed, std::size_t n);
WORKBOOK_CALLABLE(estimate_pi);
