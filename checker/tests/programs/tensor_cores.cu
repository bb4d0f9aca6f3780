// Products of matrices with tensor cores, three ways: nvcuda::wmma, mma with ldmatrix in PTX, and
// 8-bit integers. All elements are small integers, so that each sum is exact on each GPU.
#include "check.hpp"

#include <cstdint>
#include <cuda_fp16.h>
#include <mma.h>
#include <vector>

using namespace nvcuda;

constexpr int m = 64, n = 64, k = 64; // A is m * k by rows, B is k * n by columns

// A block of four warps, each of which has 16 rows of C; tiles of A and B are in shared memory.
constexpr int tile_k = 16, padding = 8;
constexpr float alpha = 2, beta = -1;

__global__ void with_wmma(const half* a, const half* b, const float* c, float* d) {
    __shared__ __align__(32) half tile_a[m][tile_k + padding], tile_b[n][tile_k + padding];
    const int warp = threadIdx.x / 32;
    wmma::fragment<wmma::accumulator, 16, 16, 16, float> sums[n / 16];
    for (auto& sum : sums) wmma::fill_fragment(sum, 0.0f);
    for (int begin = 0; begin < k; begin += tile_k) {
        for (int i = threadIdx.x; i < m * tile_k; i += blockDim.x) {
            tile_a[i / tile_k][i % tile_k] = a[i / tile_k * k + begin + i % tile_k];
            tile_b[i / tile_k][i % tile_k] = b[i / tile_k * k + begin + i % tile_k];
        }
        __syncthreads();
        wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> left;
        wmma::load_matrix_sync(left, tile_a[16 * warp], tile_k + padding);
        for (int j = 0; j < n / 16; ++j) {
            wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> right;
            wmma::load_matrix_sync(right, tile_b[16 * j], tile_k + padding);
            wmma::mma_sync(sums[j], left, right, sums[j]);
        }
        __syncthreads();
    }
    for (int j = 0; j < n / 16; ++j) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, float> before;
        const int place = 16 * warp * n + 16 * j;
        wmma::load_matrix_sync(before, c + place, n, wmma::mem_row_major);
        for (int i = 0; i < before.num_elements; ++i)
            before.x[i] = alpha * sums[j].x[i] + beta * before.x[i];
        wmma::store_matrix_sync(d + place, before, n, wmma::mem_row_major);
    }
}

__device__ unsigned shared_address(const void* at) {
    return static_cast<unsigned>(__cvta_generic_to_shared(at));
}
__device__ void load_four(unsigned (&to)[4], const half* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
                 : "=r"(to[0]), "=r"(to[1]), "=r"(to[2]), "=r"(to[3])
                 : "r"(shared_address(row))
                 : "memory");
}
__device__ void load_two(unsigned (&to)[2], const half* row) {
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%0, %1}, [%2];"
                 : "=r"(to[0]), "=r"(to[1])
                 : "r"(shared_address(row))
                 : "memory");
}
__device__ void add_product(float (&d)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, "
                 "{%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

__global__ void with_ptx(const half* a, const half* b, const float* c, float* d) {
    __shared__ __align__(16) half tile_a[m][tile_k + padding], tile_b[n][tile_k + padding];
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    float sums[n / 8][4] = {};
    for (int begin = 0; begin < k; begin += tile_k) {
        for (int i = threadIdx.x; i < m * tile_k; i += blockDim.x) {
            tile_a[i / tile_k][i % tile_k] = a[i / tile_k * k + begin + i % tile_k];
            tile_b[i / tile_k][i % tile_k] = b[i / tile_k * k + begin + i % tile_k];
        }
        __syncthreads();
        unsigned left[4];
        load_four(left, &tile_a[16 * warp + lane % 16][lane / 16 * 8]);
        for (int j = 0; j < n / 8; ++j) {
            unsigned right[2];
            load_two(right, &tile_b[8 * j + lane % 8][lane / 8 % 2 * 8]);
            add_product(sums[j], left, right);
        }
        __syncthreads();
    }
    for (int j = 0; j < n / 8; ++j)
        for (int i = 0; i < 4; ++i) {
            const int row = 16 * warp + lane / 4 + i / 2 * 8, column = 8 * j + lane % 4 * 2 + i % 2;
            d[row * n + column] = alpha * sums[j][i] + beta * c[row * n + column];
        }
}

__global__ void with_integers(const std::int8_t* a, const std::int8_t* b, int* d) {
    const int warp = threadIdx.x / 32;
    for (int j = 0; j < n / 16; ++j) {
        wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
        wmma::fill_fragment(sum, 0);
        for (int begin = 0; begin < k; begin += 16) {
            wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> left;
            wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> right;
            wmma::load_matrix_sync(left, a + 16 * warp * k + begin, k);
            wmma::load_matrix_sync(right, b + 16 * j * k + begin, k);
            wmma::mma_sync(sum, left, right, sum);
        }
        wmma::store_matrix_sync(d + 16 * warp * n + 16 * j, sum, n, wmma::mem_row_major);
    }
}

template <class Element>
Element* on_device(const std::vector<Element>& values) {
    Element* at = nullptr;
    check(cudaMalloc(&at, values.size() * sizeof(Element)));
    check(cudaMemcpy(at, values.data(), values.size() * sizeof(Element), cudaMemcpyHostToDevice));
    return at;
}

template <class Element>
void print_sums(const char* how, const Element* device, const std::vector<Element>& expected) {
    finish();
    std::vector<Element> values(expected.size());
    check(cudaMemcpy(values.data(), device, values.size() * sizeof(Element),
                     cudaMemcpyDeviceToHost));
    require(values == expected, how);
    long long sum = 0, alternating = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        sum += static_cast<long long>(values[i]);
        alternating += static_cast<long long>(values[i]) * (static_cast<long long>(i % 7) - 3);
    }
    std::printf("%s: %lld %lld\n", how, sum, alternating);
}

int small(int i) { return (i * 37 + i / 11 * 5) % 15 - 7; }

int main() {
    std::vector<half> a, b;
    std::vector<std::int8_t> a_bytes, b_bytes;
    std::vector<float> c, expected(m * n);
    std::vector<int> expected_integers(m * n);
    for (int i = 0; i < m * k; ++i) {
        a_bytes.push_back(static_cast<std::int8_t>(small(i)));
        b_bytes.push_back(static_cast<std::int8_t>(small(3 * i + 1)));
        a.push_back(__float2half(static_cast<float>(a_bytes.back())));
        b.push_back(__float2half(static_cast<float>(b_bytes.back())));
        c.push_back(static_cast<float>(small(7 * i + 2)));
    }
    for (int i = 0; i < m * n; ++i) {
        for (int j = 0; j < k; ++j)
            expected_integers[i] += a_bytes[i / n * k + j] * b_bytes[i % n * k + j];
        expected[i] = alpha * static_cast<float>(expected_integers[i]) + beta * c[i];
    }
    half *device_a = on_device(a), *device_b = on_device(b);
    float *device_c = on_device(c), *device_d = nullptr;
    std::int8_t *device_a_bytes = on_device(a_bytes), *device_b_bytes = on_device(b_bytes);
    int* device_integers = nullptr;
    check(cudaMalloc(&device_d, m * n * sizeof(float)));
    check(cudaMalloc(&device_integers, m * n * sizeof(int)));
    with_wmma<<<1, 128>>>(device_a, device_b, device_c, device_d);
    print_sums("wmma", device_d, expected);
    check(cudaMemset(device_d, 0, m * n * sizeof(float)));
    with_ptx<<<1, 128>>>(device_a, device_b, device_c, device_d);
    print_sums("ldmatrix and mma", device_d, expected);
    with_integers<<<1, 128>>>(device_a_bytes, device_b_bytes, device_integers);
    print_sums("8-bit integers", device_integers, expected_integers);
    for (void* at : {static_cast<void*>(device_a), static_cast<void*>(device_b),
                     static_cast<void*>(device_c), static_cast<void*>(device_d),
                     static_cast<void*>(device_a_bytes), static_cast<void*>(device_b_bytes),
                     static_cast<void*>(device_integers)})
        check(cudaFree(at));
    return 0;
}
