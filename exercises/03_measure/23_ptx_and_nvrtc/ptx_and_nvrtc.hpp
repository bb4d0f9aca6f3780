// Lesson 23, what the checker calls. Given: read it, do not edit it.
//
// A formula is the text of a C++ expression in x, "3 * x + 1" for instance. It is known only when
// the program runs, and is compiled then, by NVRTC, for the GPU that is there, optimised as usual
// (no debug code). Texts end with a zero.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// out[i] = what the formula makes of x = in[i], for n elements. x is of the type in the function's
// name, and so is the result.
//
//   formula   text on the host
//   in, out   device pointers, n elements each; n may be 0
//   log       on the host, room for log_size characters (1 or more), the zero at the end included:
//             becomes what the compiler says of a formula that it cannot compile, as much of it as
//             there is room for; otherwise the empty text
//
// Returns whether the formula could be compiled; if not, out stays as it is. A formula that was
// compiled before for the same type is neither compiled nor loaded again. One kernel; the functions
// do not wait for it. An error that CUDA reports is thrown, and so is one of NVRTC's, other than
// that a formula cannot be compiled.
bool apply_float(const char* formula, const float* in, float* out, std::size_t n, char* log,
                 std::size_t log_size);
WORKBOOK_CALLABLE(apply_float);
bool apply_int(const char* formula, const int* in, int* out, std::size_t n, char* log,
               std::size_t log_size);
WORKBOOK_CALLABLE(apply_int);
bool apply_double(const char* formula, const double* in, double* out, std::size_t n, char* log,
                  std::size_t log_size);
WORKBOOK_CALLABLE(apply_double);

// What is written in a piece of PTX.
struct PtxFacts {
    int target;              // 80, if there is a line that begins with ".target sm_80"
    int kernels;             // lines that contain ".entry"
    int double_instructions; // lines that contain ".f64" and begin, after any space, with neither a
                             // dot, as declarations do, nor a slash
};

// The facts of the formula, compiled for float, and the PTX itself: a text, in room for ptx_size
// characters on the host. Returns whether the formula could be compiled.
bool facts_of_float(const char* formula, PtxFacts* facts, char* ptx, std::size_t ptx_size);
WORKBOOK_CALLABLE(facts_of_float);

// The facts of a piece of PTX that the checker wrote: a text that ends with a zero.
void facts_of_ptx(const char* ptx, PtxFacts* facts);
WORKBOOK_CALLABLE(facts_of_ptx);

// Given, in given.cu: how often nvrtcCompileProgram has been called since the program began.
int compilations();
WORKBOOK_CALLABLE(compilations);

// Given, in given.cu: questions are all calls of NVRTC for a program, but to create, compile and
// destroy it. Of those from now on, question `number`, from 1, fails; with 0 none does. Returns how
// many there were since the last time.
int refuse_question(int number);
WORKBOOK_CALLABLE(refuse_question);
