// Lesson 70: eight bits a value. README.md explains; fill in the five regions marked TODO.
#include "fp8_block_scaling.hpp"

#include "wire/cuda_check.hpp"

constexpr unsigned sign_bit = 0x80, nan_code = 0x7f; // of e4m3
constexpr unsigned scale_of_one = 127;               // the byte of 2^0

// The code of the e4m3 that is nearest to a value.
__device__ unsigned to_e4m3(float value) {
    // Solution 1: a float has 24 bits, so a sum with 2^(k + 20) keeps nothing below 2^(k - 3), and
    // is rounded to it: once, to the nearest, to an even last place. That is what e4m3 keeps of a
    // value between 2^k and 2^(k + 1); of all below 2^-6 it keeps the multiples of 2^-9. What is
    // then left has its code in the bits of the float, once the bias is 7 and not 127: 2^-120 does
    // that, for the subnormal numbers, too.
    const float magnitude = fminf(fabsf(value), 448.0f);
    const unsigned power = __float_as_uint(magnitude) & 0x7f800000; // 2^k: the exponent alone
    const float large = __uint_as_float(max(power, __float_as_uint(0x1p-6f)) + (20u << 23));
    const float rounded = (magnitude + large) - large;
    const unsigned sign = __float_as_uint(value) >> 24 & sign_bit;
    const unsigned code = __float_as_uint(rounded * 0x1p-120f) >> 20;
    return isnan(value) ? nan_code : sign | code;
    // end of Solution 1
}

// Given: a thread for each value.
__global__ void to_codes_kernel(const float* values, std::uint8_t* codes, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) codes[i] = static_cast<std::uint8_t>(to_e4m3(values[i]));
}

// Solution 2: powers of two are read off the bits of a float. 448 is 1.75 * 2^8, so the scale's
// exponent is the largest value's less 8, and one more if its fraction is above 0.75.
// What a value counts among the magnitudes of its block.
__device__ float counted(float value) {
    const float magnitude = fabsf(value);
    return magnitude < INFINITY ? magnitude : 0.0f; // a NaN is not less than anything
}

// Called by all lanes of a warp. The lanes stand in groups of so many neighbours (4 or 32): the
// largest of what a lane's group brings, for all of the group.
__device__ float largest_of_group(float own, int lanes) {
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        own = fmaxf(own, __shfl_xor_sync(0xffffffff, own, distance));
    }
    return own;
}

// The byte of the scale for a block in which this is the largest magnitude.
__device__ unsigned scale_for(float largest) {
    if (largest == 0.0f) return scale_of_one;
    const unsigned bits = __float_as_uint(largest);
    const int exponent = bits >> 23; // with the bias of 127, as the byte has it
    const int rounded_up = (bits & 0x7fffff) > 0x600000 ? 1 : 0;
    return max(exponent - 8 + rounded_up, 0);
}
// end of Solution 2

// Given: a lane for each value.
__global__ void group_maxima_kernel(const float* values, float* maxima, std::size_t n, int lanes) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= n) return; // whole warps
    maxima[i] = largest_of_group(counted(values[i]), lanes);
}

// Given: a lane for each value, a warp for each block of 32.
__global__ void block_scales_kernel(const bf16* x, std::uint8_t* scales, std::size_t blocks) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t block = i / values_of_a_block;
    if (block >= blocks) return; // whole warps
    const float largest = largest_of_group(counted(__bfloat162float(x[i])), values_of_a_block);
    const unsigned scale = scale_for(largest);
    if (threadIdx.x % values_of_a_block == 0) scales[block] = static_cast<std::uint8_t>(scale);
}

__global__ void quantize_kernel(const bf16* x, std::uint8_t* codes, std::uint8_t* scales,
                                std::size_t n) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * eight;
    // Solution 3: eight values for a thread, a block for four neighbours. All lanes come to the
    // shuffles, those behind the end with zeros. Dividing by 2^(s - 127) is multiplying by
    // 2^(127 - s), whose bits are those of an exponent field 254 - s: exact, but for values that
    // are far too small for any code but 0.
    const bool all_there = first + eight <= n;
    float values[eight];
    if (all_there) {
        const uint4 piece = *reinterpret_cast<const uint4*>(x + first);
        const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&piece);
#pragma unroll
        for (int i = 0; i < eight / 2; ++i) {
            const float2 both = __bfloat1622float2(pairs[i]);
            values[2 * i] = both.x;
            values[2 * i + 1] = both.y;
        }
    } else {
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            values[i] = first + i < n ? __bfloat162float(x[first + i]) : 0.0f;
        }
    }
    float largest = 0.0f;
#pragma unroll
    for (int i = 0; i < eight; ++i) largest = fmaxf(largest, counted(values[i]));
    const unsigned scale = scale_for(largest_of_group(largest, values_of_a_block / eight));
    const float factor = __uint_as_float((254 - scale) << 23);

    unsigned words[2] = {0, 0}; // four codes each, the first one lowest
#pragma unroll
    for (int i = 0; i < eight; ++i) words[i / 4] |= to_e4m3(values[i] * factor) << i % 4 * 8;
    if (all_there) {
        *reinterpret_cast<uint2*>(codes + first) = make_uint2(words[0], words[1]);
    } else {
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            if (first + i < n) codes[first + i] = words[i / 4] >> i % 4 * 8 & 0xff;
        }
    }
    if (threadIdx.x % 4 == 0 && first < n) scales[first / values_of_a_block] = scale;
    // end of Solution 3
}

// The number that a code stands for.
__device__ float from_e4m3(unsigned code) {
    // Solution 4: the code's bits in a float's places are the number times 2^-120, the difference
    // of the biases; for the subnormal ones, too, which are a float's subnormal ones there.
    const unsigned magnitude = code & 0x7f;
    const float number = __uint_as_float((code & sign_bit) << 24 | magnitude << 20) * 0x1p120f;
    return magnitude == nan_code ? NAN : number;
    // end of Solution 4
}

// Given: a thread for each code.
__global__ void from_codes_kernel(const std::uint8_t* codes, float* values, std::size_t n) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) values[i] = from_e4m3(codes[i]);
}

__global__ void dequantize_kernel(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y,
                                  std::size_t n) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * eight;
    if (first >= n) return;
    // Solution 5: the same pieces. The scale's byte is a float's exponent field, except for byte 0:
    // 2^-127 is a subnormal float. The product is exact as a float, or an infinity, and rounded
    // once, as bfloat16.
    const unsigned scale = scales[first / values_of_a_block];
    const float factor = scale == 0 ? 0x1p-127f : __uint_as_float(scale << 23);
    if (first + eight <= n) {
        const uint2 words = *reinterpret_cast<const uint2*>(codes + first);
        uint4 piece;
        auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
        for (int i = 0; i < eight / 2; ++i) {
            const unsigned two = (i < 2 ? words.x : words.y) >> i % 2 * 16;
            pairs[i] = __floats2bfloat162_rn(from_e4m3(two & 0xff) * factor,
                                             from_e4m3(two >> 8 & 0xff) * factor);
        }
        *reinterpret_cast<uint4*>(y + first) = piece;
    } else {
        for (std::size_t i = first; i < n; ++i) {
            y[i] = __float2bfloat16(from_e4m3(codes[i]) * factor);
        }
    }
    // end of Solution 5
}

constexpr int threads = 256;

unsigned blocks_for(std::size_t all_threads) {
    return static_cast<unsigned>((all_threads + threads - 1) / threads);
}

void to_codes(const float* values, std::uint8_t* codes, std::size_t n) {
    if (n == 0) return;
    to_codes_kernel<<<blocks_for(n), threads>>>(values, codes, n);
    check(cudaGetLastError());
}

void group_maxima(const float* values, float* maxima, std::size_t n, int lanes) {
    if (n == 0) return;
    group_maxima_kernel<<<blocks_for(n), threads>>>(values, maxima, n, lanes);
    check(cudaGetLastError());
}

void block_scales(const bf16* x, std::uint8_t* scales, std::size_t blocks) {
    if (blocks == 0) return;
    block_scales_kernel<<<blocks_for(blocks * values_of_a_block), threads>>>(x, scales, blocks);
    check(cudaGetLastError());
}

void quantize(const bf16* x, std::uint8_t* codes, std::uint8_t* scales, std::size_t n) {
    if (n == 0) return;
    quantize_kernel<<<blocks_for((n + eight - 1) / eight), threads>>>(x, codes, scales, n);
    check(cudaGetLastError());
}

void from_codes(const std::uint8_t* codes, float* values, std::size_t n) {
    if (n == 0) return;
    from_codes_kernel<<<blocks_for(n), threads>>>(codes, values, n);
    check(cudaGetLastError());
}

void dequantize(const std::uint8_t* codes, const std::uint8_t* scales, bf16* y, std::size_t n) {
    if (n == 0) return;
    dequantize_kernel<<<blocks_for((n + eight - 1) / eight), threads>>>(codes, scales, y, n);
    check(cudaGetLastError());
}
