#include "vgpu/runtime/errors.hpp"

#include "vgpu/isa/address_space.hpp"
#include "wire/cuda_errors.hpp"

namespace vgpu::runtime {
namespace {

constexpr const char* unrecognised = "unrecognized error code";

// An instruction for global memory was given the address of shared or local memory.
bool leads_to_a_window(const exec::Fault& fault) {
    return fault.space == ptx::Space::global && (isa::shared_window.contains(fault.address) ||
                                                 isa::local_window.contains(fault.address));
}

} // namespace

const char* error_name(cudaError_t error) {
    const auto* code = workbook::wire::find_cuda_error(error);
    return code != nullptr ? code->name : unrecognised;
}

const char* error_text(cudaError_t error) {
    const auto* code = workbook::wire::find_cuda_error(error);
    return code != nullptr ? code->text : unrecognised;
}

cudaError_t error_of(const exec::Fault& fault) {
    using enum exec::FaultKind;
    switch (fault.kind) {
    case invalid_read:
    case invalid_write:
    case invalid_atomic:
        return leads_to_a_window(fault) ? cudaErrorInvalidAddressSpace : cudaErrorIllegalAddress;
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
