// The standard library on the device: cuda::std array, span, tuple, optional, pair, complex,
// algorithms, bit functions, numeric limits, type traits.
#include "check.hpp"

#include <cuda/std/array>
#include <cuda/std/bit>
#include <cuda/std/complex>
#include <cuda/std/limits>
#include <cuda/std/optional>
#include <cuda/std/span>
#include <cuda/std/tuple>
#include <cuda/std/type_traits>
#include <cuda/std/utility>

template <class Value>
__host__ __device__ cuda::std::optional<int> find(cuda::std::span<const Value> values,
                                                  Value wanted) {
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i] == wanted) return static_cast<int>(i);
    return cuda::std::nullopt;
}

__host__ __device__ cuda::std::tuple<int, double, cuda::std::array<int, 3>> describe(int i) {
    return {i * i, i / 4.0, {i, i + 1, i + 2}};
}

__host__ __device__ int orbit(cuda::std::complex<double> c) { // how long it stays near
    cuda::std::complex<double> z = 0;
    for (int step = 0; step < 40; ++step) {
        if (cuda::std::norm(z) > 4) return step;
        z = z * z + c;
    }
    return 40;
}

__host__ __device__ long long compute(int i, cuda::std::span<const int> table) {
    const auto [square, quarter, next] = describe(i);
    long long result = square + static_cast<int>(quarter * 8) + next[2] * next.size();
    result = result * 100 + find(table, i % 11).value_or(77);
    result += find(table.subspan(2, 3), 9).has_value() * 13;
    const unsigned word = 0x9e3779b9u * (i + 1);
    result += cuda::std::popcount(word) + 100 * cuda::std::countl_zero(word >> i % 20) +
              1000 * cuda::std::countr_zero(word) + cuda::std::bit_ceil(word % 1000 + 1u);
    result ^= static_cast<long long>(cuda::std::rotl(word, 7)) << 20;
    result += cuda::std::bit_cast<unsigned>(static_cast<float>(i));
    auto pair = cuda::std::make_pair(i, -i);
    cuda::std::swap(pair.first, pair.second);
    result += pair.first + orbit({i / 32.0 - 2, i / 100.0});
    static_assert(cuda::std::is_same_v<decltype(pair), cuda::std::pair<int, int>>);
    return result % cuda::std::numeric_limits<int>::max();
}

__global__ void kernel(const int* table, int size, long long* out) {
    out[threadIdx.x] = compute(threadIdx.x, cuda::std::span<const int>(table, size));
}

int main() {
    const int table[7] = {5, 3, 9, 1, 0, 7, 10};
    int* device = nullptr;
    long long *out = nullptr, host[96], sum = 0;
    check(cudaMalloc(&device, sizeof table));
    check(cudaMalloc(&out, sizeof host));
    check(cudaMemcpy(device, table, sizeof table, cudaMemcpyHostToDevice));
    kernel<<<1, 96>>>(device, 7, out);
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 96; ++i) {
        require(host[i] == compute(i, cuda::std::span<const int>(table, 7)), "a result");
        sum += host[i];
    }
    std::printf("%lld %lld, sum %lld\n", host[0], host[95], sum);
    check(cudaFree(device));
    check(cudaFree(out));
    return 0;
}
