// The error codes of the CUDA runtime (cuda_errors.def).
#pragma once

#include <algorithm>
#include <array>

namespace workbook::wire {

struct ErrorCode {
    int number;
    const char* name; // "cudaErrorInvalidValue"
    const char* text; // "invalid argument"
};

// All codes, sorted by number.
inline constexpr auto cuda_errors = std::to_array<ErrorCode>({
#define WORKBOOK_CUDA_ERROR(number, name, text) {number, #name, text},
#include "wire/cuda_errors.def"
#undef WORKBOOK_CUDA_ERROR
});

static_assert(std::ranges::is_sorted(cuda_errors, std::ranges::less_equal(), &ErrorCode::number),
              "cuda_errors.def is sorted and names each code once");

// nullptr: the runtime has no code of that number.
constexpr const ErrorCode* find_cuda_error(int number) {
    const auto at = std::ranges::lower_bound(cuda_errors, number, {}, &ErrorCode::number);
    return at != cuda_errors.end() && at->number == number ? &*at : nullptr;
}

} // namespace workbook::wire
