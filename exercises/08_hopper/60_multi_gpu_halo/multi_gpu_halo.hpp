// Lesson 60, what the checker calls. Given: read it, do not edit it.
//
// The heat of lesson 27, on two GPUs: device 0 has the upper part of the plate, device 1 the lower
// one. In one step every point takes
//
//     old(x, y) + rate * (old(x - 1, y) + old(x + 1, y) + old(x, y - 1) + old(x, y + 1)
//                         - 4 * old(x, y))
//
// where all values on the right are those from before the step. Points on the plate's border keep
// their temperature.
//
// What you write, in multi_gpu_halo.cu, are four functions that given.hpp describes: set_up,
// exchange, step_in_turn and step_overlapped. given.cu calls them, from the functions below.
//
//   plate, result  HOST pointers, width * height floats, row after row
//   width          1 or more
//   height         2 or more
//   steps          0 or more
//
// The host memory may be of any kind.
//
// The device that is current stays current. What is taken is given back, also the access to the
// other device's memory. An error that CUDA reports is thrown. When a function returns, its result
// is complete.
#pragma once

#include "wire/interface.hpp"

// Given: how many devices there are.
int device_count();
WORKBOOK_CALLABLE(device_count);

// Given: sets both parts up (set_up), loads the plate, and gives it back: what each part holds,
// with its halo.
//
//   upper  (height + 1) / 2 + 1 rows
//   lower  height / 2 + 1 rows
void load_parts(const float* plate, int width, int height, float* upper, float* lower);
WORKBOOK_CALLABLE(load_parts);

// Given: the same, while there are two more parts, which have opened access before.
void load_beside(const float* plate, int width, int height, float* upper, float* lower);
WORKBOOK_CALLABLE(load_beside);

// Given: sets both parts up, and says how many of their four events measure times.
int timed_events();
WORKBOOK_CALLABLE(timed_events);

// Given: as load_parts, and a call of `exchange` before the parts are given back. What is given
// back is `to`; before the exchange its halos are NaN, and the edges of `from` -1.
void exchange_once(const float* plate, int width, int height, float* upper, float* lower);
WORKBOOK_CALLABLE(exchange_once);

// Given: `steps` steps, by step_in_turn.
void heat_in_turn(const float* plate, float* result, int width, int height, int steps, float rate);
WORKBOOK_CALLABLE(heat_in_turn);

// Given: `steps` steps, by step_overlapped.
void heat_overlapped(const float* plate, float* result, int width, int height, int steps,
                     float rate);
WORKBOOK_CALLABLE(heat_overlapped);
