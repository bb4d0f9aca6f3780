// The arguments of functions that make plans, and the shape that they describe.
#pragma once

#include "vgpu/cufft/shape.hpp"

#include <cufftXt.h>

#include <algorithm>
#include <optional>

namespace vgpu::cufft {

inline bool is_type(cufftType type) {
    return type == CUFFT_C2C || type == CUFFT_R2C || type == CUFFT_C2R || type == CUFFT_Z2Z ||
           type == CUFFT_D2Z || type == CUFFT_Z2D;
}

// The arguments of cufftPlanMany and its relatives, in 32 or in 64 bits.
template <class Int>
struct Request {
    int rank;
    const Int *n, *in_embed;
    long long in_stride, in_distance;
    const Int* out_embed;
    long long out_stride, out_distance;
    cufftType type;
    long long batch;
};

template <class Int>
cufftResult shape_of(const Request<Int>& request, Shape& shape) {
    if (request.rank < 1 || request.rank > most_dimensions) return CUFFT_INVALID_VALUE;
    if (request.n == nullptr) return CUFFT_INVALID_VALUE;
    if (!is_type(request.type)) return CUFFT_INVALID_TYPE;
    shape = {request.rank, {1, 1, 1}, request.type, request.batch, true, {}, {}};
    std::copy_n(request.n, request.rank, shape.n.begin());
    if (request.batch < 1 ||
        std::any_of(shape.n.begin(), shape.n.end(), [](long long n) { return n < 1; }))
        return CUFFT_INVALID_SIZE;
    if (request.in_embed == nullptr && request.out_embed == nullptr) return CUFFT_SUCCESS;
    if (request.in_embed == nullptr || request.out_embed == nullptr) return CUFFT_INVALID_VALUE;
    if (request.in_stride < 1 || request.out_stride < 1) return CUFFT_INVALID_VALUE;
    if (request.in_distance < 1 || request.out_distance < 1) return CUFFT_INVALID_VALUE;
    shape.is_default = false;
    shape.in = {{1, 1, 1}, request.in_stride, request.in_distance};
    shape.out = {{1, 1, 1}, request.out_stride, request.out_distance};
    std::copy_n(request.in_embed, request.rank, shape.in.embed.begin());
    std::copy_n(request.out_embed, request.rank, shape.out.embed.begin());
    return CUFFT_SUCCESS;
}

// Contiguous numbers.
template <int rank>
Request<int> packed(const int (&n)[rank], cufftType type, int batch = 1) {
    return {rank, n, nullptr, 1, 0, nullptr, 1, 0, type, batch};
}

// The types of cufftXtMakePlanMany, as the plain ones; nothing for others.
std::optional<cufftType> plain_type(cudaDataType in, cudaDataType out, cudaDataType computed);
// Numbers of 16 bits.
bool is_narrow(cudaDataType type);

} // namespace vgpu::cufft
