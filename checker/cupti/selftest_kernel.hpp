// The part of the self-test that nvcc compiles.
#pragma once

namespace workbook::cupti {

void launch_fill(int* values, int n);
void launch_too_large(int* values, int n);

} // namespace workbook::cupti
