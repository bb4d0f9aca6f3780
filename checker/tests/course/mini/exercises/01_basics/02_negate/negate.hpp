// A lesson of the mini-course: what the checker calls.
#pragma once

#include "wire/interface.hpp"

// The negative of n integers. data: device pointer, n elements.
void negate(int* data, int n);
WORKBOOK_CALLABLE(negate);
