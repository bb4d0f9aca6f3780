// A lesson of the mini-course: what the checker calls.
#pragma once

#include "wire/interface.hpp"

// Twice each of n integers. data: device pointer, n elements.
void double_all(int* data, int n);
WORKBOOK_CALLABLE(double_all);
