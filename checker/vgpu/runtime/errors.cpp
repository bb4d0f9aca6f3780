#include "vgpu/runtime/errors.hpp"

#include "wire/cuda_errors.hpp"

namespace vgpu::runtime {
namespace {

constexpr const char* unrecognised = "unrecognized error code";

} // namespace

const char* error_name(cudaError_t error) {
    const auto* code = workbook::wire::find_cuda_error(error);
    return code != nullptr ? code->name : unrecognised;
}

const char* error_text(cudaError_t error) {
    const auto* code = workbook::wire::find_cuda_error(error);
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
    case warp_sync_divergence:
    case barrier_arguments:
    case host_access:
    case api_misuse:
        return cudaErrorLaunchFailure;
    }
    return cudaErrorUnknown;
}

} // namespace vgpu::runtime
