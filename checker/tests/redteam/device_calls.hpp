// Functions on device arrays, for the fake runtime.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

enum class DeviceAction : int {
    none,
    write_behind,
    write_in_front,
    change_input,
    leave_error,
    break_device
};
// output[i] = input[i] + 1 on device pointers; before that the action.
void increment_on_device(DeviceAction action, int* input, int* output, std::size_t count);
WORKBOOK_CALLABLE(increment_on_device);

bool both_null(const int* a, const int* b);
WORKBOOK_CALLABLE(both_null);
