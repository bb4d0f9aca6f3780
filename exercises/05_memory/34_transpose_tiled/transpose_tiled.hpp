// The interface of lesson 34: given, not edited.
#pragma once

#include "wire/interface.hpp"

// Writes the transpose of a matrix: output[c][r] = input[r][c].
//
//   input          device pointer, rows x columns floats, row-major:
//                  element (r, c) is input[r * columns + c]
//   output         device pointer, columns x rows floats, row-major; does not overlap with input
//   rows, columns  at least 1 each, any shape; rows * columns <= 2'000'000'000 and rows <= 2097120
//                  (a grid has at most 65535 blocks in y, of 32 rows each)
//
// One kernel. Both its reads of input and its writes of output are coalesced: where rows and
// columns are multiples of 32, a warp's access touches 4 sectors of 32 bytes. The function does not
// wait for the device.
void transpose(const float* input, float* output, int rows, int columns);
WORKBOOK_CALLABLE(transpose);
