// Lesson 70, further: two pieces of a thread are on their way at once, and two codes are made by
// one instruction: from compute capability 8.9 on, a GPU rounds to e4m3 itself, and <cuda_fp8.h>
// has that. As quick as a copy.
#include "fp8_block_scaling.hpp"

#define quantize quantize_by_floats
#define dequantize dequantize_by_floats
#include "fp8_block_scaling.cu"
#undef quantize
#undef dequantize

#include <cuda_fp8.h>

constexpr int pieces = 2; // of a thread

// Eight values: a pair in each word, its first one in the lower half.
struct alignas(16) Piece {
    unsigned pairs[eight / 2];
};

__device__ float2 values_of(unsigned pair) {
    return make_float2(__uint_as_float(pair << 16), __uint_as_float(pair & 0xffff0000));
}

// The first value of a thread's piece number p.
__device__ std::size_t first_of_piece(int p) {
    return ((std::size_t{blockIdx.x} * pieces + p) * blockDim.x + threadIdx.x) * eight;
}

// Zeros behind the end.
__device__ Piece piece_at(const bf16* x, std::size_t first, std::size_t n) {
    if (first + eight <= n) return *reinterpret_cast<const Piece*>(x + first);
    Piece piece{};
#pragma unroll
    for (int i = 0; i < eight; ++i) {
        if (first + i < n) piece.pairs[i / 2] |= __bfloat16_as_ushort(x[first + i]) << i % 2 * 16;
    }
    return piece;
}

// The byte of the scale for the block of which a thread and its three neighbours have a piece each.
__device__ unsigned scale_of_block(const Piece& piece) {
    float largest = 0.0f;
#pragma unroll
    for (const unsigned pair : piece.pairs) {
        const float2 values = values_of(pair);
        largest = fmaxf(largest, fmaxf(counted(values.x), counted(values.y)));
    }
    return scale_for(largest_of_group(largest, values_of_a_block / eight));
}

// A pair, times the factor, as two codes.
__device__ unsigned codes_of(unsigned pair, float factor) {
    const float2 values = values_of(pair);
    return __nv_cvt_float2_to_fp8x2(make_float2(values.x * factor, values.y * factor),
                                    __NV_SATFINITE, __NV_E4M3);
}

__global__ void quantize_pieces_kernel(const bf16* x, std::uint8_t* codes, std::uint8_t* scales,
                                       std::size_t n) {
    Piece own[pieces];
#pragma unroll
    for (int p = 0; p < pieces; ++p) own[p] = piece_at(x, first_of_piece(p), n);
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
        const std::size_t first = first_of_piece(p);
        const unsigned scale = scale_of_block(own[p]); // all lanes come to it
        const float factor = __uint_as_float((254 - scale) << 23);
        unsigned words[2] = {0, 0};
#pragma unroll
        for (int i = 0; i < eight / 2; ++i) {
            words[i / 2] |= codes_of(own[p].pairs[i], factor) << i % 2 * 16;
        }
        if (first + eight <= n) {
            *reinterpret_cast<uint2*>(codes + first) = make_uint2(words[0], words[1]);
        } else {
#pragma unroll
            for (int i = 0; i < eight; ++i) {
                if (first + i < n) codes[first + i] = words[i / 4] >> i % 4 * 8 & 0xff;
            }
        }
        if (threadIdx.x % 4 == 0 && first < n) scales[first / values_of_a_block] = scale;
    }
}

__global__ void dequantize_pieces_kernel(const std::uint8_t* codes, const std::uint8_t* scales,
                                         bf16* y, std::size_t n) {
    uint2 own[pieces];
    unsigned scale[pieces];
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
        const std::size_t first = first_of_piece(p);
        if (first < n) scale[p] = scales[first / values_of_a_block];
        if (first + eight <= n) own[p] = *reinterpret_cast<const uint2*>(codes + first);
    }
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
        const std::size_t first = first_of_piece(p);
        if (first >= n) break;
        const float factor = scale[p] == 0 ? 0x1p-127f : __uint_as_float(scale[p] << 23);
        if (first + eight <= n) {
            uint4 piece;
            auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
            for (int i = 0; i < eight / 2; ++i) {
                const unsigned two = (i < 2 ? own[p].x : own[p].y) >> i % 2 * 16;
                pairs[i] = __floats2bfloat162_rn(from_e4m3(two & 0xff) * factor,
                                                 from_e4m3(two >> 8 & 0xff) * factor);
            }
            *reinterpret_cast<uint4*>(y + first) = piece;
        } else {
            for (std::size_t i = first; i < n; ++i) {
                y[i] = __float2bfloat16(from_e4m3(codes[i]) * factor);
            }
        }
    }
}

static unsigned blocks_of_pieces(std::size_t n) {
    constexpr std::size_t of_thread = pieces * eight;
    return blocks_for((n + of_thread - 1) / of_thread);
}

void quantize(const bf16* x, std::uint8_t* codes, std::uint8_t* scales, std::size_t n) {
    if (n == 0) return;
    quantize_pieces_kernel<<<blocks_of_pieces(n), threads>>>(x, codes, scales, n);
    check(cudaGetLastError());
}

void dequantize(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y, std::size_t n) {
    if (n == 0) return;
    dequantize_pieces_kernel<<<blocks_of_pieces(n), threads>>>(codes, scales, y, n);
    check(cudaGetLastError());
}
