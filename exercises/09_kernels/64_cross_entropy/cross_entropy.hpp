// Lesson 64, what the checker calls. Given: read it, do not edit it.
//
// Row r of the logits has a score for each class, and labels[r] is the class that is right, 0 to
// classes - 1; or it is `ignored`, and then the row does not count. The probability of class c is
// exp(logit c) divided by the sum of all exp of the row, and the loss of a row is
//
//     -log(probability of its label) = log(sum) + maximum - logit of the label,
//
// sum and maximum being the row's state. A logit is finite or minus infinity; of a row that counts,
// one at least is finite. In a row that is ignored there may be anything, also NaN.
//
// All pointers are device pointers. logits: rows * classes floats, row after row; there may be more
// elements than 32 bits can count. rows is 0 to 2^31 - 1, classes 1 to 131072. The functions launch
// the kernels that are named, and do not wait for them. An error that CUDA reports is thrown. All
// is computed in float.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int threads_per_block = 256;
constexpr int at_once = 4; // logits that a thread reads before it works on the first
constexpr int ignored = -100;

// What is known of some logits (lesson 47): the largest, and the sum of exp(x - maximum). Of none,
// or of minus infinities alone: minus infinity and 0.
struct alignas(8) State {
    float maximum, sum;
};

// The mean of the losses of the rows that count, and how many these are; 0 and 0 if none counts.
struct alignas(8) Mean {
    float loss;
    int count;
};

// The state of what `state` knows and of four logits more. On the host; your `with_four` itself
// runs on both sides.
State with_four_on_host(State state, float a, float b, float c, float d);
WORKBOOK_CALLABLE(with_four_on_host);

// states[r] and losses[r] of each row that counts. Of one that is ignored, the loss is 0, the state
// is not written, and no logit is read. Minus infinity as the label's logit gives the loss
// infinity. One kernel, a block for each row, so that the work is spread over the whole GPU; none
// if there are no rows. The block's threads share the row evenly: each logit is read once,
// neighbours by neighbouring threads; the label's logit may be read once more. Each state and each
// loss is written once.
void row_losses(const float* logits, const int* labels, std::size_t rows, int classes,
                State* states, float* losses);
WORKBOOK_CALLABLE(row_losses);

// *mean = the mean of the losses whose labels are not `ignored`; the others may be anything. One
// kernel of one block, also for no rows, whose threads share the losses evenly; each loss and label
// is read once. One thread writes the mean. rows is 2^24 at most: a float counts no further.
void mean_loss(const float* losses, const int* labels, std::size_t rows, Mean* mean);
WORKBOOK_CALLABLE(mean_loss);

// In place, each logit becomes the derivative of the mean loss with respect to it: with p the
// probability of class c,
//
//     (p - 1) / count where c is the label, p / count elsewhere; 0 in rows that are ignored.
//
//   states, mean  as above; mean->count is a number that only the device knows
//
// One kernel, a block for each row, so that the work is spread over the whole GPU; none if there
// are no rows. The block's threads share the row evenly. A logit of a row that counts is read once,
// one of the others is not; each derivative is written once. The label's may be read and written
// once more.
void gradient(float* logits, const int* labels, const State* states, const Mean* mean,
              std::size_t rows, int classes);
WORKBOOK_CALLABLE(gradient);

// Given: the three of them, one after the other: row_losses, mean_loss, gradient.
void cross_entropy(float* logits, const int* labels, std::size_t rows, int classes, State* states,
                   float* losses, Mean* mean);
WORKBOOK_CALLABLE(cross_entropy);
