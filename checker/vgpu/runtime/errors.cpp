#include "vgpu/runtime/errors.hpp"

#include <algorithm>
#include <array>

namespace vgpu::runtime {
namespace {

constexpr auto codes = std::to_array<ErrorCode>({
#define WORKBOOK_CUDA_ERROR(number, name, text) {number, #name, text},
#include "vgpu/runtime/error_codes.def"
#undef WORKBOOK_CUDA_ERROR
});

static_assert(std::ranges::is_sorted(codes, std::ranges::less_equal(), &ErrorCode::number),
              "error_codes.def is sorted and names each code once");

constexpr const char* unrecognised = "unrecognized error code";

const ErrorCode* find(cudaError_t error) {
    const auto at =
        std::ranges::lower_bound(codes, static_cast<int>(error), {}, &ErrorCode::number);
    return at != codes.end() && at->number == static_cast<int>(error) ? &*at : nullptr;
}

} // namespace

std::span<const ErrorCode> error_codes() { return codes; }

const char* error_name(cudaError_t error) {
    const ErrorCode* code = find(error);
    return code != nullptr ? code->name : unrecognised;
}

const char* error_text(cudaError_t error) {
    const ErrorCode* code = find(error);
    return code != nullptr ? code->text : unrecognised;
}

cudaError_t error_of(exec::FaultKind kind) {
    using enum exec::FaultKind;
    switch (kind) {
    case invalid_read:
    case invalid_write:
    case invalid_atomic:
        return cudaErrorIllegalAddress;
    case misaligned:
        return cudaErrorMisalignedAddress;
    case assertion:
        return cudaErrorAssert;
    case stack_overflow:
        return cudaErrorHardwareStackError;
    case illegal_instruction:
        return cudaErrorIllegalInstruction;
    case deadlock:
        return cudaErrorLaunchTimeout; // a GPU would wait for ever or for its watchdog
    case trap:
    case race:
    case uninitialised_read:
    case barrier_divergence:
    case barrier_arguments:
    case host_access:
    case api_misuse:
        return cudaErrorLaunchFailure;
    }
    return cudaErrorUnknown;
}

} // namespace vgpu::runtime
