// Lesson 44, what the checker calls. Given: read it, do not edit it.
//
// Keys of 32 bits are sorted, smallest first, by one digit of 8 bits after the other. Each key has
// a value that travels with it. All sorts are stable: equal keys stay in the order in which they
// came.
//
// All pointers are device pointers, of arrays of n elements that do not overlap, where nothing else
// is said. n is any number from 0 on, up to 2^30. The functions do not wait for the device. An
// error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstdint>

constexpr int warp_size = 32;
constexpr int digit_bits = 8;
constexpr int digits = 1 << digit_bits; // a digit is 0 to 255
constexpr int threads_per_block = digits;
constexpr int warps = threads_per_block / warp_size;
constexpr int rounds = 16; // keys of a thread in a tile
constexpr int tile_size = threads_per_block * rounds;
constexpr int most_blocks = 512;

// The array is cut into stretches, one for each block: `stretch` keys each, a multiple of
// tile_size; the last one may be shorter.
constexpr int blocks_for(int n, int stretch) { return (n + stretch - 1) / stretch; }

// In what follows, the digit of a key is its 8 bits from bit `shift` on; shift is 0, 8, 16 or 24.

// First launch: counts[d * blocks + b] = how many keys of stretch b have the digit d, where
// blocks = blocks_for(n, stretch), at most most_blocks. Each key is read once; the threads of a
// block share its stretch evenly.
//
//   counts  digits * blocks elements
void count_digits(const std::uint32_t* keys, int n, int stretch, int shift, int* counts);
WORKBOOK_CALLABLE(count_digits);

// Second launch, a block for each digit: row d of the counts, counts[d * blocks] to
// counts[d * blocks + blocks - 1], becomes its exclusive scan, and totals[d] the sum of what it
// was. The block's threads share the row evenly.
//
//   counts  digits * blocks elements; blocks is 1 to most_blocks
//   totals  digits elements
void scan_counts(int* counts, int blocks, int* totals);
WORKBOOK_CALLABLE(scan_counts);

// The first step within a tile. Warp w has the 512 keys from key 512 w on, and lane l of it keys l,
// l + 32, ..., l + 480 of these.
//
//   keys         tile_size elements: one tile
//   ranks        tile_size elements: how many of the keys before it that belong to the same warp
//                have the same digit
//   warp_counts  warps * digits elements: [w * digits + d] = how many keys of warp w have
//                the digit d
void rank_tile(const std::uint32_t* keys, int shift, int* ranks, int* warp_counts);
WORKBOOK_CALLABLE(rank_tile);

// The keys with their values, sorted by the one digit. The first two launches, and a third one that
// reads each key and each value once and writes them once. No launch if n is 0.
//
//   counts, totals  digits * blocks and `digits` elements to work in
void sort_by_digit(const std::uint32_t* keys, const std::uint32_t* values, int n, int stretch,
                   int shift, int* counts, int* totals, std::uint32_t* sorted_keys,
                   std::uint32_t* sorted_values);
WORKBOOK_CALLABLE(sort_by_digit);

// The stretch of the sorts below.
constexpr int stretch_for(int n) {
    const int tiles = (n + tile_size - 1) / tile_size;
    const int tiles_of_a_block = (tiles + most_blocks - 1) / most_blocks;
    return (tiles_of_a_block > 0 ? tiles_of_a_block : 1) * tile_size;
}

// The keys with their values, sorted, in place. Twelve launches if there are keys.
//
//   other_keys, other_values  to work in; what is in them afterwards is not said
//   counts, totals            digits * blocks_for(n, stretch_for(n)) and `digits` elements
//                             to work in
void sort(std::uint32_t* keys, std::uint32_t* values, int n, std::uint32_t* other_keys,
          std::uint32_t* other_values, int* counts, int* totals);
WORKBOOK_CALLABLE(sort);

// The same for floats, smallest first. Keys may be infinite; -0 comes before 0. A NaN comes behind
// infinity, or before minus infinity if its sign bit is set. No bit of a key changes.
void sort_floats(float* keys, std::uint32_t* values, int n, float* other_keys,
                 std::uint32_t* other_values, int* counts, int* totals);
WORKBOOK_CALLABLE(sort_floats);
