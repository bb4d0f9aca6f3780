// Lesson 67, what the checker calls. Given: read it, do not edit it.
//
// The k largest values of each row, with their places in the row.
//
// An *entry* is a value and its place in one number of 64 bits: the upper 32 bits are the value's
// ordered bits (lesson 44: a larger float has larger bits), the lower 32 are ~place. So the larger
// of two entries belongs to the larger value, or, if values are equal, to the lower place; and no
// two entries of a row are equal. In this order -0 is below 0. A NaN is above infinity, or below
// minus infinity if its sign bit is set. 0 is no entry.
//
// All pointers are device pointers, of arrays that do not overlap. The functions launch one kernel,
// if there is something to do, and do not wait for it. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

#include <cstdint>

using Entry = std::uint64_t;

constexpr int threads_per_block = 256;
constexpr int most_k = 64;
constexpr int digit_bits = 8;
constexpr int digits = 1 << digit_bits; // a digit is 0 to 255
constexpr int rounds = 8;               // values of a thread in a tile
constexpr int tile_size = threads_per_block * rounds;
constexpr int room = tile_size + 1024; // entries that a block has room for

// entries[i] = the entry of values[i] at place i. n is 0 to 2^30.
void make_entries(const float* values, int n, Entry* entries);
WORKBOOK_CALLABLE(make_entries);

// The select, by one block, whose threads share the entries evenly: of `count` entries, all
// different, it finds the k-th largest, digit after digit, from the highest. After some digits it
// knows the upper bits of that entry.
struct alignas(16) Selection {
    Entry prefix;   // the digits that are found, in their place; 0 below them
    int bits;       // how many bits below them are not yet found: 64, 56, ..., 0
    int still_in_k; // the entry wanted is the so-many-th largest of those that begin with the
                    // prefix
};

// bins[d] = how many of the entries begin with the digits of `selection` and have d as the next
// one.
//
//   entries    `count` elements, 0 to room
//   selection  a digit is left to be found: its `bits` are 8 to 64
//   bins       `digits` elements
void count_digit(const Entry* entries, int count, Selection selection, int* bins);
WORKBOOK_CALLABLE(count_digit);

// *after = the selection with one digit more, found from the bins.
//
//   bins       `digits` elements, counts of at most `room` entries in all
//   selection  `bits` are 8 to 64; still_in_k is 1 to the number of those entries
void choose_digit(const int* bins, Selection selection, Selection* after);
WORKBOOK_CALLABLE(choose_digit);

// The k largest of the entries become entries[0] to entries[k - 1], in any order. The entries
// behind them may be anything.
//
//   k      1 to most_k
//   count  k to room
void keep_largest(Entry* entries, int count, int k);
WORKBOOK_CALLABLE(keep_largest);

// The k largest values of each row, largest first, with their places; of equal values the one with
// the lowest place comes first. A block of threads_per_block threads for each row; each value is
// read once from global memory.
//
//   values  `rows` rows of `columns` floats each, one row after the other; at most 2'000'000'000 in
//   all k       1 to most_k, and at most `columns` best    rows * k elements: those of row r begin
//   at r * k places  rows * k elements
void top_k(const float* values, int rows, int columns, int k, float* best, int* places);
WORKBOOK_CALLABLE(top_k);
