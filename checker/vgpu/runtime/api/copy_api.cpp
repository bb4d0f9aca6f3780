// Copies and sets, of arrays, of rows and of __device__ variables.
#include "vgpu/runtime/copies.hpp"
#include "vgpu/runtime/twin.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

cudaError_t check_stream(Call& call, cudaStream_t stream) {
    return call.runtime.streams.knows(stream)
               ? cudaSuccess
               : call.fail(cudaErrorInvalidResourceHandle, "the stream does not exist");
}

cudaError_t copy_in(Call& call, cudaStream_t stream, CopyRequest request) {
    if (const cudaError_t error = check_stream(call, stream); error != cudaSuccess) return error;
    request.waits = false;
    return copy(call, request);
}

CopyRequest plain(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return {destination, source, bytes, 1, 0, 0, kind, true};
}

CopyRequest rows(void* destination, size_t destination_pitch, const void* source,
                 size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
    return {destination, source, width, height, destination_pitch, source_pitch, kind, true};
}

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
    Outcome loaded = call.runtime.modules.load(*variable, call.device());
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
    address = reinterpret_cast<void*>(variable->address + offset);
    return cudaSuccess;
}

cudaError_t copy_to_symbol(Call& call, const void* symbol, const void* source, size_t bytes,
                           size_t offset, cudaMemcpyKind kind, bool waits) {
    void* address = nullptr;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    CopyRequest request = plain(address, source, bytes, kind);
    request.waits = waits;
    return copy(call, request);
}

cudaError_t copy_from_symbol(Call& call, void* destination, const void* symbol, size_t bytes,
                             size_t offset, cudaMemcpyKind kind, bool waits) {
    void* address = nullptr;
    if (const cudaError_t error = find_range(call, symbol, bytes, offset, address);
        error != cudaSuccess)
        return error;
    CopyRequest request = plain(destination, address, bytes, kind);
    request.waits = waits;
    return copy(call, request);
}

} // namespace

extern "C" {

cudaError_t cudaMemcpy(void* destination, const void* source, size_t bytes, cudaMemcpyKind kind) {
    return api_call(
        __func__, [&](Call& call) { return copy(call, plain(destination, source, bytes, kind)); });
}

cudaError_t cudaMemcpyAsync(void* destination, const void* source, size_t bytes,
                            cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_in(call, stream, plain(destination, source, bytes, kind));
    });
}

cudaError_t cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                         size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy(
            call, rows(destination, destination_pitch, source, source_pitch, width, height, kind));
    });
}

cudaError_t cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                              size_t source_pitch, size_t width, size_t height, cudaMemcpyKind kind,
                              cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        return copy_in(
            call, stream,
            rows(destination, destination_pitch, source, source_pitch, width, height, kind));
    });
}

cudaError_t cudaMemcpyToSymbol(const void* symbol, const void* source, size_t bytes, size_t offset,
                               cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_to_symbol(call, symbol, source, bytes, offset, kind, true);
    });
}

cudaError_t cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t bytes,
                                    size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess
                   ? error
                   : copy_to_symbol(call, symbol, source, bytes, offset, kind, false);
    });
}

cudaError_t cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t bytes, size_t offset,
                                 cudaMemcpyKind kind) {
    return api_call(__func__, [&](Call& call) {
        return copy_from_symbol(call, destination, symbol, bytes, offset, kind, true);
    });
}

cudaError_t cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t bytes,
                                      size_t offset, cudaMemcpyKind kind, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess
                   ? error
                   : copy_from_symbol(call, destination, symbol, bytes, offset, kind, false);
    });
}

cudaError_t cudaGetSymbolAddress(void** address, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (address == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        return find_range(call, symbol, 0, 0, *address);
    });
}

cudaError_t cudaGetSymbolSize(size_t* bytes, const void* symbol) {
    return api_call(__func__, [&](Call& call) {
        if (bytes == nullptr)
            return call.fail(cudaErrorInvalidValue, "the pointer for the answer is null");
        Variable* variable = nullptr;
        const cudaError_t error = find_symbol(call, symbol, variable);
        if (error == cudaSuccess) *bytes = variable->bytes;
        return error;
    });
}

// Setting memory does not wait for the device (CUDA Runtime API, "API synchronization behavior").
cudaError_t cudaMemset(void* destination, int value, size_t bytes) {
    return api_call(__func__, [&](Call& call) {
        return set(call, {destination, value, bytes, 1, 0});
    });
}

cudaError_t cudaMemsetAsync(void* destination, int value, size_t bytes, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess ? error : set(call, {destination, value, bytes, 1, 0});
    });
}

cudaError_t cudaMemset2D(void* destination, size_t pitch, int value, size_t width, size_t height) {
    return api_call(__func__, [&](Call& call) {
        return set(call, {destination, value, width, height, pitch});
    });
}

cudaError_t cudaMemset2DAsync(void* destination, size_t pitch, int value, size_t width,
                              size_t height, cudaStream_t stream) {
    return api_call(__func__, [&](Call& call) {
        const cudaError_t error = check_stream(call, stream);
        return error != cudaSuccess ? error : set(call, {destination, value, width, height, pitch});
    });
}

} // extern "C"

WORKBOOK_TWIN(cudaMemcpy, _ptds);
WORKBOOK_TWIN(cudaMemcpyAsync, _ptsz);
WORKBOOK_TWIN(cudaMemcpy2D, _ptds);
WORKBOOK_TWIN(cudaMemcpy2DAsync, _ptsz);
WORKBOOK_TWIN(cudaMemcpyToSymbol, _ptds);
WORKBOOK_TWIN(cudaMemcpyToSymbolAsync, _ptsz);
WORKBOOK_TWIN(cudaMemcpyFromSymbol, _ptds);
WORKBOOK_TWIN(cudaMemcpyFromSymbolAsync, _ptsz);
WORKBOOK_TWIN(cudaMemset, _ptds);
WORKBOOK_TWIN(cudaMemsetAsync, _ptsz);
WORKBOOK_TWIN(cudaMemset2D, _ptds);
WORKBOOK_TWIN(cudaMemset2DAsync, _ptsz);
