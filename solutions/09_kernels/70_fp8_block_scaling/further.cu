// Lesson 70, further: the same pieces with far fewer instructions. From compute capability 8.9 on,
// a GPU makes two codes with one instruction, and two numbers of two codes; <cuda_fp8.h> has both.
// And bfloat16 without signs are ordered as whole numbers are, so that two magnitudes in one word
// are compared at once. A thread has two pieces on their way.
#include "fp8_block_scaling.hpp"

#define quantize quantize_by_floats
#define dequantize dequantize_by_floats
#include "fp8_block_scaling.cu"
#undef quantize
#undef dequantize

#include <cuda_fp8.h>

constexpr unsigned all_lanes = 0xffffffff;
constexpr int pieces = 2; // of a thread
constexpr unsigned both_magnitudes = 0x7fff7fff;
constexpr unsigned infinite = 0x7f80; // of bfloat16; a NaN is above it

// Values lie in words by twos, the first one in the lower half.
__device__ float first_of(unsigned two) { return __uint_as_float(two << 16); }
__device__ float second_of(unsigned two) { return __uint_as_float(two & 0xffff0000); }

// The byte of the scale for the block of which a thread and its three neighbours have a piece each.
__device__ unsigned scale_of(const unsigned (&words)[4]) {
    unsigned both = 0;
#pragma unroll
    for (const unsigned two : words) both = __vmaxu2(both, two & both_magnitudes);
    unsigned largest = max(both & 0xffff, both >> 16);
    for (int distance = 2; distance > 0; distance /= 2) {
        largest = max(largest, __shfl_xor_sync(all_lanes, largest, distance));
    }
    if (!__any_sync(all_lanes, largest >= infinite)) return scale_for(first_of(largest));
    // Infinities and NaNs do not count, so values are looked at one by one.
    float counting = 0.0f;
#pragma unroll
    for (const unsigned two : words) {
        counting = fmaxf(counting, fmaxf(counted(first_of(two)), counted(second_of(two))));
    }
    return scale_for(largest_of_group(counting, values_of_a_block / eight));
}

// Two values, times the factor, as two codes.
__device__ unsigned two_codes(unsigned two, float factor) {
    return __nv_cvt_float2_to_fp8x2(make_float2(first_of(two) * factor, second_of(two) * factor),
                                    __NV_SATFINITE, __NV_E4M3);
}

// Two codes as two bfloat16.
__device__ unsigned two_numbers(unsigned codes, float factor) {
    const auto halves = static_cast<__half2>(__nv_cvt_fp8x2_to_halfraw2(codes, __NV_E4M3));
    const float2 numbers = __half22float2(halves); // both conversions are exact
    const __nv_bfloat162 two = __floats2bfloat162_rn(numbers.x * factor, numbers.y * factor);
    return __bfloat16_as_ushort(two.x) | unsigned{__bfloat16_as_ushort(two.y)} << 16;
}

struct alignas(16) Piece {
    unsigned words[4];
};

__device__ Piece piece_at(const bf16* x, std::size_t first, std::size_t n) {
    if (first + eight <= n) return *reinterpret_cast<const Piece*>(x + first);
    Piece piece{};
#pragma unroll
    for (int i = 0; i < eight; ++i) {
        if (first + i < n) piece.words[i / 2] |= __bfloat16_as_ushort(x[first + i]) << i % 2 * 16;
    }
    return piece;
}

// The first value of a thread's piece number p.
__device__ std::size_t first_of_piece(int p) {
    return ((std::size_t{blockIdx.x} * pieces + p) * blockDim.x + threadIdx.x) * eight;
}

__global__ void quantize_pieces_kernel(const bf16* x, std::uint8_t* codes, std::uint8_t* scales,
                                       std::size_t n) {
    Piece own[pieces];
#pragma unroll
    for (int p = 0; p < pieces; ++p) own[p] = piece_at(x, first_of_piece(p), n);
#pragma unroll
    for (int p = 0; p < pieces; ++p) {
        const std::size_t first = first_of_piece(p);
        const unsigned(&two)[4] = own[p].words;
        const unsigned scale = scale_of(two);
        const float factor = __uint_as_float((254 - scale) << 23);
        const uint2 four = make_uint2(two_codes(two[0], factor) | two_codes(two[1], factor) << 16,
                                      two_codes(two[2], factor) | two_codes(two[3], factor) << 16);
        if (first + eight <= n) {
            *reinterpret_cast<uint2*>(codes + first) = four;
        } else {
#pragma unroll
            for (int i = 0; i < eight; ++i) {
                if (first + i < n) codes[first + i] = (i < 4 ? four.x : four.y) >> i % 4 * 8 & 0xff;
            }
        }
        if (threadIdx.x % 4 == 0 && first < n) scales[first / values_of_a_block] = scale;
    }
}

// The scale that a byte stands for.
__device__ float scale_from(unsigned byte) {
    return byte == 0 ? 0x1p-127f : __uint_as_float(byte << 23);
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
        const float factor = scale_from(scale[p]);
        if (first + eight <= n) {
            const auto [four, other_four] = own[p];
            *reinterpret_cast<Piece*>(y + first) = {
                {two_numbers(four & 0xffff, factor), two_numbers(four >> 16, factor),
                 two_numbers(other_four & 0xffff, factor), two_numbers(other_four >> 16, factor)}};
        } else {
            for (std::size_t i = first; i < n; ++i) {
                y[i] = __float2bfloat16(from_e4m3(codes[i]) * factor);
            }
        }
    }
}

void quantize(const bf16* x, std::uint8_t* codes, std::uint8_t* scales, std::size_t n) {
    if (n == 0) return;
    const unsigned blocks = blocks_for((n + pieces * eight - 1) / (pieces * eight));
    quantize_pieces_kernel<<<blocks, threads>>>(x, codes, scales, n);
    check(cudaGetLastError());
}

void dequantize(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y, std::size_t n) {
    if (n == 0) return;
    const unsigned blocks = blocks_for((n + pieces * eight - 1) / (pieces * eight));
    dequantize_pieces_kernel<<<blocks, threads>>>(codes, scales, y, n);
    check(cudaGetLastError());
}
