// Lesson 71, what the checker calls. Given: read it, do not edit it.
//
// What you write, in reduce_in_order.cu, are three templates, which no checker can call:
//
//     combine_block(own, op)                                  for the threads of a block
//     in_order_kernel(n, at, identity, op, partials)          a kernel
//     reduce_in_order(n, at, identity, op, partials, result)  launches it
//
// n, at, identity, op, partials and result are those of lesson 39, with one difference: op(x, y)
// and op(y, x) may differ. op is associative: brackets make no difference. So an earlier value
// always stands to the left of a later one. All launches are of threads_per_block threads.
//
// combine_block     is called by all threads of a block, each with a value of its own, once or
//                   several times. All of them get own of thread 0 op own of thread 1 op ...
// in_order_kernel   block b takes the b-th stretch of the values, which may be empty, and leaves
//                   the stretch's values, combined by op, in partials[b]; the identity if there are
//                   none. A stretch begins at a multiple of 256 values, so that its reads begin
//                   where a sector of memory does. Of 2^20 values or more, no stretch has more
//                   than 8 n / gridDim.x. A block's threads share it evenly: at(i) is called once
//                   for each i.
// reduce_in_order   *result = at(0) op at(1) op ... op at(n - 1), and the identity if n is 0. Two
//                   launches: the first has a block for every 256 values, at least one and at most
//                   most_partials. It does not wait for the device. An error that CUDA reports is
//                   thrown.
//
// T is any type that can be copied as bytes, of 16 bytes as well. The same values give the same
// bits each time. probe.cu uses your templates in the functions below.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>
#include <cstdint>

constexpr int threads_per_block = 256; // of every launch
constexpr int most_partials = 1024;    // as many blocks at most in a first launch

// Numbers that were joined from left to right. Of all of them, only the first, the last and the
// first wrong joint are kept: where a number is not followed by the next one. 4, 5, 6 is
// {4, 6, no_number, no_number}. 4, 6, 5 is {4, 5, 4, 6}: 4 is followed by 6. No number at all is
// no_number four times, and changes nothing.
struct alignas(16) Chain {
    std::uint32_t first, last;
    std::uint32_t before, after; // the wrong joint
};
constexpr std::uint32_t no_number = 0xffffffff;

// One step of a calculation modulo 2^32: x becomes scale * x + offset.
struct alignas(8) Step {
    std::uint32_t scale, offset;
};

// All pointers are device pointers.

// TODO 1. chains[k] = the chain of the numbers of tile k, by combine_block. One block takes one
// tile after the other. `numbers` has 256 * tiles elements, `chains` has `tiles`.
void join_tiles(const std::uint32_t* numbers, unsigned tiles, Chain* chains);
WORKBOOK_CALLABLE(join_tiles);

// TODO 2. partials[b] = the chain of the stretch of block b: in_order_kernel with `blocks` blocks,
// 1 to most_partials. n may be 0.
void join_stretches(const std::uint32_t* numbers, std::size_t n, unsigned blocks, Chain* partials);
WORKBOOK_CALLABLE(join_stretches);

// TODO 3. *result = the chain of n numbers, by reduce_in_order. n may be 0.
void join_all(const std::uint32_t* numbers, std::size_t n, Chain* partials, Chain* result);
WORKBOOK_CALLABLE(join_all);

// TODO 3. *result = the one step that does what n steps do, one after the other, steps[0] first.
// n may be 0, and there may be more steps than 32 bits can count.
void all_steps(const Step* steps, std::size_t n, Step* partials, Step* result);
WORKBOOK_CALLABLE(all_steps);
