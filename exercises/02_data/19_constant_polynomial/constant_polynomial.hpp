// Lesson 19, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

constexpr int most_coefficients = 16;

// out[i] = coefficients[0] + coefficients[1] * x[i] + coefficients[2] * x[i]^2 + ... for every i
// from 0 to n - 1; 0 if count is 0.
//
//   coefficients  host pointer, count elements; it may be overwritten as soon as the call returns
//   count         0 to most_coefficients
//   x, out        device pointers, n finite numbers each; x is only read
//   n             may be 0; there may be more numbers than 32 bits can count
//
// The kernel reads the coefficients from constant memory and always goes through
// most_coefficients of them: those beyond count are 0. One launch, and one copy, of
// most_coefficients * sizeof(float) bytes. Calls may follow each other with other coefficients, and
// more of them or fewer. The function does not wait for the kernel. An error that CUDA reports is
// thrown.
void evaluate(const float* coefficients, int count, const float* x, float* out, std::size_t n);
WORKBOOK_CALLABLE(evaluate);

// The same for two polynomials in turn, as evaluate(p, ..., out_p) and evaluate(q, ..., out_q)
// directly after each other. Given: it calls yours.
void evaluate_two(const float* p, const float* q, int count, const float* x, float* out_p,
                  float* out_q, std::size_t n);
WORKBOOK_CALLABLE(evaluate_two);
