// Lesson 05, what the checker calls. Given: read it, do not edit it.
//
// Each function tells what your three tools made of a situation: an int is a cudaError_t, 0 for
// cudaSuccess.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// Calls check() with this code. text: a host array of `length` characters, at least 1; becomes what
// the exception says, ended by a 0, or "" if check() threw nothing.
void message_of(int code, char* text, std::size_t length);
WORKBOOK_CALLABLE(message_of);

// Given: the same, called from another file, whose name and line are these.
inline constexpr char far_file[] = "far_away.cu"; // in a folder whose name has 168 characters
inline constexpr int far_line = 98765;
void message_from_afar(int code, char* text, std::size_t length);
WORKBOOK_CALLABLE(message_from_afar);

// Launches fill_kernel on this grid: out[i] = i. out: device pointer, n elements. Returns what
// launch_error() says right after the launch.
int fill(int* out, int n, int blocks, int threads_per_block);
WORKBOOK_CALLABLE(fill);

// Launches a kernel that writes through a null pointer. Returns what wait_for() says, once
// launch_error() has said that the launch itself was right.
int fill_nowhere();
WORKBOOK_CALLABLE(fill_nowhere);

// Launches fill_kernel and waits with wait_for() for the stream it runs in; returns what that says,
// or cudaErrorNotReady if the kernel is still running after that.
int fill_and_wait(int* out, int n);
WORKBOOK_CALLABLE(fill_and_wait);

// Asks for more memory than any device has, catches what check() throws, and goes on with fill() as
// if nothing had been: returns what that returns.
int fill_after_failed_allocation(int* out, int n);
WORKBOOK_CALLABLE(fill_after_failed_allocation);

// Launches on a grid that is refused, looks at launch_error(), then launches on a right one:
// returns the second answer of launch_error().
int fill_after_refused_launch(int* out, int n);
WORKBOOK_CALLABLE(fill_after_refused_launch);

// Launches on a grid that is refused, gives check() a call that goes right, and only then looks at
// launch_error(): returns what that says, or -1 if check() threw.
int launch_error_after_check();
WORKBOOK_CALLABLE(launch_error_after_check);
