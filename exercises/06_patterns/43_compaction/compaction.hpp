// Lesson 43, what the checker calls. Given: read it, do not edit it.
//
// A value is kept if it is at least `threshold`, or at most -threshold (lesson 12 sets the others
// to 0; here they are left out, and the gaps are closed). Kept values stay in the order of the
// array.
//
// All pointers are device pointers, of arrays that do not overlap. n is any number from 0 on, below
// 2^30; threshold is 1 or more. The functions do not wait for the device. An error that CUDA
// reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int warp_size = 32;
constexpr int threads_per_block = 256; // of all launches but the second
constexpr int scan_threads = 1024;     // of the second launch, which is one block
constexpr int most_stretches = 4096;

// The array is cut into stretches, one for each warp. A stretch has whole rounds of 32 values, all
// stretches have the same number of rounds, and the last one may be shorter.
constexpr int stretch_for(int n) {
    const int rounds = (n + warp_size - 1) / warp_size;
    const int rounds_of_a_warp = (rounds + most_stretches - 1) / most_stretches;
    return (rounds_of_a_warp > 0 ? rounds_of_a_warp : 1) * warp_size;
}
constexpr int stretches_for(int n) { return (n + stretch_for(n) - 1) / stretch_for(n); }

// First launch: counts[s] = how many values of stretch s are kept. Each value is read once. The
// work is spread over the whole GPU.
//
//   values  n elements
//   counts  most_stretches elements, of which the first stretches_for(n) are written
void count_kept(const int* values, int n, int threshold, int* counts);
WORKBOOK_CALLABLE(count_kept);

// Second launch, of one block whose threads share the counts: the exclusive scan, in place.
// counts[s] becomes the sum of all counts before it, and *total the sum of all counts.
//
//   stretches  number of counts, 0 to most_stretches
void scan_counts(int* counts, int stretches, int* total);
WORKBOOK_CALLABLE(scan_counts);

// Third launch: the kept values of stretch s go to kept[before[s]], kept[before[s] + 1], ..., in
// their order. Each value is read once. The work is spread over the whole GPU.
//
//   before  stretches_for(n) elements: the array may end behind the last stretch
//   kept    n elements; those without a kept value stay as they are
void copy_kept(const int* values, int n, int threshold, const int* before, int* kept);
WORKBOOK_CALLABLE(copy_kept);

// All kept values, in their order, go to kept[0], kept[1], ..., and *total says how many they are.
// The launches are those above.
//
//   work  most_stretches elements to work in
//   kept  n elements, of which the first *total are written; the others stay as they are
void keep(const int* values, int n, int threshold, int* work, int* kept, int* total);
WORKBOOK_CALLABLE(keep);

// The same in one launch: each value is read once. The array is cut into tiles, one for each block.
constexpr int rounds_per_warp = 32;
constexpr int tile_size = threads_per_block * rounds_per_warp; // 8192 values
constexpr int tiles_for(int n) { return (n + tile_size - 1) / tile_size; }

// The state of a tile: what its block has told the blocks of later tiles. 0: nothing yet. Else two
// bits say what the other 30 count. They are one word, so that each reader has both.
constexpr unsigned tile_alone = 1u << 30; // how many values of this tile are kept
constexpr unsigned up_to_here = 2u << 30; // how many of all tiles up to and with this one
constexpr unsigned count_bits = tile_alone - 1;

// What one block does in between, by a single warp: `own` values of tile number `tile` are kept.
// First states[tile] becomes tile_alone | own. Then the states of earlier tiles are added up: back
// from tile - 1, as far as the nearest one that says up_to_here; 0 if there is no earlier tile. A
// state of 0 is read again, until it is another one. In the end states[tile] is
// up_to_here | (sum + own) and *before is the sum. Other states stay.
//
//   states     tile + 1 elements; states[tile] is 0 before
//   late       0; or states[late_tile] is 0 before, and a second warp writes `late` there as soon
//              as states[tile] is tile_alone | own
//   late_tile  less than `tile`; has no meaning if `late` is 0
void look_back_once(unsigned* states, int tile, int own, int late_tile, unsigned late, int* before);
WORKBOOK_CALLABLE(look_back_once);

// As `keep`, by one kernel, whose work is spread over the whole GPU.
//
//   work  tiles_for(n) + 1 elements to work in
void keep_in_one_pass(const int* values, int n, int threshold, unsigned* work, int* kept,
                      int* total);
WORKBOOK_CALLABLE(keep_in_one_pass);
