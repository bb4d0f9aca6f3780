// Lesson 47, what the checker calls. Given: read it, do not edit it.
//
// The softmax of a row of numbers x turns them into weights that add up to 1:
//
//     weight i = exp(x_i - m) / s,   m the largest x of the row, s the sum of all exp(x_i - m)
//
// A value is finite or minus infinity, which has the weight 0. In a row that has nothing else, all
// weights are 0.
//
// input and output are device pointers to `rows` rows of `columns` floats each, one row after the
// other; they do not overlap. rows and columns are any numbers from 0 on, and there are at most
// 2'000'000'000 values.
//
// All is computed in float. The functions on the GPU launch one kernel, if there are elements, and
// do not wait for it. An error that CUDA reports is thrown.
#pragma once

#include "wire/interface.hpp"

constexpr int threads_per_block = 256; // of all kernels

// What is known of some values: the largest of them, and the sum of exp(x - maximum) over all of
// them. Of no values, or of minus infinities alone: minus infinity and 0.
struct alignas(8) State {
    float maximum, sum;
};

// The softmax of each row, in three passes: the maximum, the sum, the weights. One thread for each
// row.
void softmax_rows(const float* input, float* output, int rows, int columns);
WORKBOOK_CALLABLE(softmax_rows);

// states[r] = the state of the first `upto` values of row r, which is 0 to columns. Each value is
// read once, by one thread for each row.
void online_states(const float* input, int rows, int columns, int upto, State* states);
WORKBOOK_CALLABLE(online_states);

// The state of the values of a and those of b together. On the host; your `merge` itself runs on
// both sides.
State merge_on_host(State a, State b);
WORKBOOK_CALLABLE(merge_on_host);

// states[r] = the state of row r. One block for each row, so that the work is spread over the whole
// GPU. The block's threads share the row evenly: each value is read once, neighbours by
// neighbouring threads.
void row_states(const float* input, int rows, int columns, State* states);
WORKBOOK_CALLABLE(row_states);

// The softmax of each row, by its state: each value is read twice and each weight written once. One
// block for each row, as above.
void softmax(const float* input, float* output, int rows, int columns);
WORKBOOK_CALLABLE(softmax);
