// fp16 and bf16: scalar, in pairs, compared, converted with each rounding. Bits are printed.
#include "check.hpp"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__device__ unsigned bits(__half h) { return __half_as_ushort(h); }
__device__ unsigned bits(__nv_bfloat16 b) { return __bfloat16_as_ushort(b); }
__device__ unsigned bits(__half2 h) { return bits(__low2half(h)) | bits(__high2half(h)) << 16; }
__device__ unsigned bits(__nv_bfloat162 b) {
    return bits(__low2bfloat16(b)) | bits(__high2bfloat16(b)) << 16;
}

constexpr int rows = 8, columns = 12;

__global__ void compute(unsigned* out) {
    const int i = threadIdx.x;
    unsigned* mine = out + i * columns;
    const float a = 1.0f / (i + 1) + i, b = 0.37f * i - 1.25f;
    const __half x = __float2half(a), y = __float2half(b);
    mine[0] = bits(x + y) << 16 | bits(x * y);
    mine[1] = bits(x / y) << 16 | bits(__hfma(x, y, x));
    mine[2] = bits(hsqrt(__habs(y))) << 16 | bits(__hmax(x, -y));
    mine[3] = (x < y) << 3 | __heq(x, x) << 2 | __hisnan(y / y) << 1 | (x != y);
    mine[4] = bits(__float2half_rd(a)) << 16 | bits(__float2half_ru(a));
    mine[5] = unsigned(__half2int_rz(y)) << 16 | (__half2uint_rn(x) & 0xffff);
    const __half2 pair = __floats2half2_rn(a, b), other = __half2half2(y);
    mine[6] = bits(__hfma2(pair, other, pair));
    mine[7] = bits(__hmin2(pair, other) - __hmul2_sat(pair, pair));
    const __nv_bfloat16 p = __float2bfloat16(a), q = __float2bfloat16_rz(b);
    mine[8] = bits(p + q) << 16 | bits(p * q);
    mine[9] = bits(__hfma(p, q, p)) << 16 | bits(__hmax(p, q));
    const __nv_bfloat162 both = __floats2bfloat162_rn(b, a);
    mine[10] = bits(__hadd2(both, both));
    mine[11] = bits(__hfma2(both, both, __bfloat162bfloat162(q)));
}

__global__ void dot(const __half2* a, const __half2* b, int pairs, float* result) {
    __half2 sum = __float2half2_rn(0);
    for (int i = threadIdx.x; i < pairs; i += 32) sum = __hfma2(a[i], b[i], sum);
    float total = __low2float(sum) + __high2float(sum);
    for (int step = 16; step > 0; step /= 2) total += __shfl_down_sync(0xffffffffu, total, step);
    if (threadIdx.x == 0) *result = total;
}

__global__ void accumulate(__half2* sum, __nv_bfloat16* bsum) {
    atomicAdd(sum, __floats2half2_rn(0.5f, 1));
    atomicAdd(bsum, __float2bfloat16(1));
}

int main() {
    unsigned* out = nullptr;
    check(cudaMalloc(&out, rows * columns * sizeof(unsigned)));
    compute<<<1, rows>>>(out);
    finish();
    unsigned host[rows * columns];
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < rows; ++i) {
        for (int column = 0; column < columns; ++column)
            std::printf("%08x%c", host[i * columns + column], column + 1 < columns ? ' ' : '\n');
        const float a = 1.0f / (i + 1) + i;
        require(host[i * columns + 4] >> 16 <= host[i * columns + 4] % 0x10000,
                "rounding down and up");
        require((host[i * columns + 5] & 0xffff) ==
                    unsigned(__builtin_rintf(__half2float(__float2half(a)))),
                "a rounded half");
    }

    constexpr int pairs = 256;
    __half2 values[2 * pairs];
    for (int i = 0; i < 2 * pairs; ++i) values[i] = __floats2half2_rn(i % 5 - 2, i % 3);
    __half2* device = nullptr;
    float* result = nullptr;
    check(cudaMalloc(&device, sizeof values));
    check(cudaMalloc(&result, sizeof *result));
    check(cudaMemcpy(device, values, sizeof values, cudaMemcpyHostToDevice));
    dot<<<1, 32>>>(device, device + pairs, pairs, result);
    finish();
    float found = 0, expected = 0;
    check(cudaMemcpy(&found, result, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < pairs; ++i)
        expected += (i % 5 - 2) * ((i + pairs) % 5 - 2) + (i % 3) * ((i + pairs) % 3);
    require(found == expected, "the dot product"); // small integers: exact in fp16
    std::printf("dot %g\n", found);

    check(cudaMemset(device, 0, 2 * sizeof *device));
    accumulate<<<2, 64>>>(device, reinterpret_cast<__nv_bfloat16*>(device + 1));
    finish();
    check(cudaMemcpy(values, device, 2 * sizeof *values, cudaMemcpyDeviceToHost));
    require(__low2float(values[0]) == 64 && __high2float(values[0]) == 128, "atomic pairs of fp16");
    __nv_bfloat16 b;
    __builtin_memcpy(&b, &values[1], sizeof b);
    require(__bfloat162float(b) == 128, "atomic bf16");
    std::printf("atomics %g %g %g\n", __low2float(values[0]), __high2float(values[0]),
                __bfloat162float(b));
    check(cudaFree(out));
    check(cudaFree(device));
    check(cudaFree(result));
    return 0;
}
