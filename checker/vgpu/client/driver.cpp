// The functions of the driver API that programs of the runtime API get by
// cudaGetDriverEntryPointByVersion: those that describe tensors for copies.
#include "vgpu/client/link.hpp"
#include "vgpu/runtime/tensor_map_request.hpp"

#include <algorithm>
#include <cstring>
#include <cuda.h>
#include <string_view>

using vgpu::calls::Function;
using vgpu::client::typed_call;
using vgpu::runtime::TensorMapBytes;
using vgpu::runtime::TensorMapRequest;

namespace {

std::uint64_t number_of(const void* pointer) { return reinterpret_cast<std::uint64_t>(pointer); }

// The numbers of CUresult are those of cudaError_t where both have one.
CUresult as_driver_result(cudaError_t error) { return static_cast<CUresult>(error); }

CUresult encode(CUtensorMap* map, const TensorMapRequest& request) {
    TensorMapBytes bytes;
    const cudaError_t error = typed_call(Function::workbook_encode_tensor_map, 0, &request, &bytes);
    if (error == cudaSuccess) std::memcpy(map, &bytes, sizeof bytes);
    return as_driver_result(error);
}

// What maps of both kinds say.
TensorMapRequest request_for(const CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank,
                             const void* address, CUtensorMapInterleave interleave,
                             CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                             CUtensorMapFloatOOBfill fill) {
    TensorMapRequest request;
    request.map = number_of(map);
    request.address = number_of(address);
    request.rank = rank;
    request.type = static_cast<std::int32_t>(type);
    request.interleave = static_cast<std::int32_t>(interleave);
    request.swizzle = static_cast<std::int32_t>(swizzle);
    request.promotion = static_cast<std::int32_t>(promotion);
    request.fill = static_cast<std::int32_t>(fill);
    return request;
}

CUresult encode_tiled(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                      const cuuint64_t* dims, const cuuint64_t* strides, const cuuint32_t* box,
                      const cuuint32_t* steps, CUtensorMapInterleave interleave,
                      CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                      CUtensorMapFloatOOBfill fill) {
    TensorMapRequest request =
        request_for(map, type, rank, address, interleave, swizzle, promotion, fill);
    request.has_null = map == nullptr || dims == nullptr || box == nullptr || steps == nullptr ||
                       (strides == nullptr && rank > 1);
    if (request.has_null == 0 && rank >= 1 && rank <= 5) {
        std::copy_n(dims, rank, request.dims);
        std::copy_n(box, rank, request.box);
        std::copy_n(steps, rank, request.steps);
        if (rank > 1) std::copy_n(strides, rank - 1, request.strides);
    }
    return encode(map, request);
}

CUresult encode_im2col(CUtensorMap* map, CUtensorMapDataType type, cuuint32_t rank, void* address,
                       const cuuint64_t* dims, const cuuint64_t* strides, const int* lower,
                       const int* upper, cuuint32_t channels, cuuint32_t pixels,
                       const cuuint32_t* steps, CUtensorMapInterleave interleave,
                       CUtensorMapSwizzle swizzle, CUtensorMapL2promotion promotion,
                       CUtensorMapFloatOOBfill fill) {
    TensorMapRequest request =
        request_for(map, type, rank, address, interleave, swizzle, promotion, fill);
    request.is_im2col = 1;
    request.box[0] = channels;
    request.pixels = pixels;
    request.has_null = map == nullptr || dims == nullptr || strides == nullptr ||
                       lower == nullptr || upper == nullptr || steps == nullptr;
    if (request.has_null == 0 && rank >= 3 && rank <= 5) {
        std::copy_n(dims, rank, request.dims);
        std::copy_n(steps, rank, request.steps);
        std::copy_n(strides, rank - 1, request.strides);
        std::copy_n(lower, rank - 2, request.lower);
        std::copy_n(upper, rank - 2, request.upper);
    }
    return encode(map, request);
}

CUresult replace_address(CUtensorMap* map, void* address) {
    TensorMapBytes bytes;
    if (map != nullptr) std::memcpy(bytes.words, map, sizeof bytes);
    const cudaError_t error =
        typed_call(Function::workbook_replace_tensor_address, 0, number_of(map),
                   map == nullptr ? nullptr : &bytes, number_of(address));
    if (error == cudaSuccess) std::memcpy(map, &bytes, sizeof bytes);
    return as_driver_result(error);
}
static_assert(sizeof(TensorMapBytes) == sizeof(CUtensorMap));

struct EntryPoint {
    std::string_view name;
    const void* function;
    unsigned since; // the version of CUDA that brought it
};
// Type-checked against cuda.h's declarations.
constexpr decltype(&cuTensorMapEncodeTiled) encode_tiled_entry = encode_tiled;
constexpr decltype(&cuTensorMapEncodeIm2col) encode_im2col_entry = encode_im2col;
constexpr decltype(&cuTensorMapReplaceAddress) replace_address_entry = replace_address;

EntryPoint find(const char* name) {
    const EntryPoint known[] = {
        {"cuTensorMapEncodeTiled", reinterpret_cast<const void*>(encode_tiled_entry), 12000},
        {"cuTensorMapEncodeIm2col", reinterpret_cast<const void*>(encode_im2col_entry), 12000},
        {"cuTensorMapReplaceAddress", reinterpret_cast<const void*>(replace_address_entry), 12000},
    };
    for (const EntryPoint& entry : known)
        if (name != nullptr && entry.name == name) return entry;
    return {"", nullptr, 0};
}

cudaError_t entry_point(const char* api, const char* symbol, void** function, unsigned version,
                        cudaDriverEntryPointQueryResult* result) {
    const EntryPoint found = find(symbol);
    int answer = cudaDriverEntryPointSymbolNotFound;
    const cudaError_t error =
        typed_call(Function::workbook_driver_entry_point, 0, api, symbol, number_of(found.function),
                   found.since, version, function, result == nullptr ? nullptr : &answer);
    if (result != nullptr) *result = static_cast<cudaDriverEntryPointQueryResult>(answer);
    return error;
}

} // namespace

#define WORKBOOK_EXPORT extern "C" __attribute__((visibility("default"))) cudaError_t

WORKBOOK_EXPORT cudaGetDriverEntryPoint(const char* symbol, void** function, unsigned long long,
                                        cudaDriverEntryPointQueryResult* result) {
    return entry_point(__func__, symbol, function, 0, result);
}

WORKBOOK_EXPORT cudaGetDriverEntryPoint_ptsz(const char* symbol, void** function,
                                             unsigned long long,
                                             cudaDriverEntryPointQueryResult* result) {
    return entry_point("cudaGetDriverEntryPoint", symbol, function, 0, result);
}

WORKBOOK_EXPORT cudaGetDriverEntryPointByVersion(const char* symbol, void** function,
                                                 unsigned version, unsigned long long,
                                                 cudaDriverEntryPointQueryResult* result) {
    return entry_point(__func__, symbol, function, version, result);
}

WORKBOOK_EXPORT cudaGetDriverEntryPointByVersion_ptsz(const char* symbol, void** function,
                                                      unsigned version, unsigned long long,
                                                      cudaDriverEntryPointQueryResult* result) {
    return entry_point("cudaGetDriverEntryPointByVersion", symbol, function, version, result);
}
