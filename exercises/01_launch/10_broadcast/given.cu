// Lesson 10, given: begins where a view begins.
#include "broadcast.hpp"

void add_views_within(const float* a, std::ptrdiff_t a_first, std::ptrdiff_t a_row_stride,
                      std::ptrdiff_t a_column_stride, const float* b, std::ptrdiff_t b_first,
                      std::ptrdiff_t b_row_stride, std::ptrdiff_t b_column_stride, float* out,
                      int rows, int columns) {
    add_views(a + a_first, a_row_stride, a_column_stride, b + b_first, b_row_stride,
              b_column_stride, out, rows, columns);
}
