// Copies to and from __device__ and __constant__ variables, and where these are.
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/copies.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

// The variable that `&symbol` on the host stands for, with its module loaded.
cudaError_t find_symbol(Call& call, const void* symbol, Variable*& variable) {
    variable = call.runtime.modules.find_variable(symbol);
    if (variable == nullptr)
        return call.fail(
            cudaErrorInvalidSymbol,
            fmt::format("{} was given something that is not a __device__ or __constant__ "
                        "variable of this program: pass the variable itself, not its "
                        "name in a string and not a pointer",
                        call.api));
    Outcome loaded = call.runtime.modules.load(*variable, call.device(), Call::current_device());
    return loaded.error == cudaSuccess ? cudaSuccess : call.fail(std::move(loaded));
}

cudaError_t find_range(Call& call, const void* symbol, size_t bytes, size_t offset,
                       void*& address) {
    Variable* variable = nullptr;
    if (const cudaError_t error = find_symbol(call, symbol, variable); error != cudaSuccess)
        return error;
    if (offset > variable->bytes || bytes > variable->bytes - offset)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was asked for {} bytes at offset {} of {}, which has {} bytes",
                        call.api, bytes, offset, variable->name, variable->bytes));
    address = reinterpret_cast<void*>(variable->on(Call::current_device()).address + offset);
    return cudaSuccess;
}

} // namespace

cudaError_t vgpu::runtime::request_to_symbol(Call& call, const void* symbol, const void* source,
                                             std::uint64_t bytes, std::uint64_t offset,
                                             cudaMemcpyKind kind, CopyRequest& request) {
    void* address = nullptr;
    if (const cudaError_t error = check_kind(call, kind, cudaMemcpyHostToDevice);
        error != cudaSuccess)
        return error;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    request = plain_copy(address, source, bytes, kind);
    return cudaSuccess;
}

cudaError_t vgpu::runtime::request_from_symbol(Call& call, void* destination, const void* symbol,
                                               std::uint64_t bytes, std::uint64_t offset,
                                               cudaMemcpyKind kind, CopyRequest& request) {
    void* address = nullptr;
    if (const cudaError_t error = check_kind(call, kind, cudaMemcpyDeviceToHost);
        error != cudaSuccess)
        return error;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    request = plain_copy(destination, address, bytes, kind);
    return cudaSuccess;
}

namespace {

cudaError_t copy_to_symbol(Call& call, const void* symbol, const void* source, size_t bytes,
                           size_t offset, cudaMemcpyKind kind, std::optional<cudaStream_t> stream) {
    CopyRequest request;
    const cudaError_t error = request_to_symbol(call, symbol, source, bytes, offset, kind, request);
    if (error != cudaSuccess) return error;
    return copy(call, stream ? in_stream(*stream, request) : request);
}

cudaError_t copy_from_symbol(Call& call, void* destination, const void* symbol, size_t bytes,
                             size_t offset, cudaMemcpyKind kind,
                             std::optional<cudaStream_t> stream) {
    CopyRequest request;
    const cudaError_t error =
        request_from_symbol(call, destination, symbol, bytes, offset, kind, request);
    if (error != cudaSuccess) return error;
    return copy(call, stream ? in_stream(*stream, request) : request);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_to_symbol(call, symbol, source, bytes, offset, kind, std::nullopt);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_to_symbol(call, symbol, source, bytes, offset, kind, stream);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_from_symbol(call, destination, symbol, bytes, offset, kind, std::nullopt);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes,
                                      size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_from_symbol(call, destination, symbol, bytes, offset, kind, stream);
    });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (address == nullptr) return null_answer(call);
        return find_range(call, symbol, 0, 0, *address);
    });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (bytes == nullptr) return null_answer(call);
        Variable* variable = nullptr;
        const cudaError_t error = find_symbol(call, symbol, variable);
        if (error == cudaSuccess) *bytes = variable->bytes;
        return error;
    });
}

} // extern "C"
