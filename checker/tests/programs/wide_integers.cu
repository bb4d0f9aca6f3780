// Wide integers: __int128 (all operations, division included), multiplication with its upper half,
// modular powers, and numbers of 256 bits made of 32-bit words.
#include "check.hpp"

#include <cstdint>

using Wide = unsigned __int128;

__host__ __device__ std::uint64_t low(Wide w) { return static_cast<std::uint64_t>(w); }
__host__ __device__ std::uint64_t high(Wide w) { return static_cast<std::uint64_t>(w >> 64); }

__host__ __device__ std::uint64_t power(std::uint64_t base, std::uint64_t exponent,
                                        std::uint64_t modulus) {
    std::uint64_t result = 1 % modulus;
    for (base %= modulus; exponent != 0; exponent >>= 1) {
        if (exponent & 1) result = low(Wide(result) * base % modulus);
        base = low(Wide(base) * base % modulus);
    }
    return result;
}

__host__ __device__ bool is_prime(std::uint64_t n) { // Miller and Rabin, sure for 64 bits
    if (n < 2 || n % 2 == 0) return n == 2;
    std::uint64_t odd = n - 1;
    int twos = 0;
    for (; odd % 2 == 0; odd /= 2) ++twos;
    const std::uint64_t bases[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
    for (std::uint64_t base : bases) {
        if (n == base) return true;
        std::uint64_t x = power(base, odd, n);
        if (x == 1 || x == n - 1) continue;
        bool passes = false;
        for (int i = 1; i < twos && !passes; ++i) {
            x = low(Wide(x) * x % n);
            passes = x == n - 1;
        }
        if (!passes) return false;
    }
    return true;
}

__host__ __device__ std::uint64_t mix(std::uint64_t i) {
    const Wide a = (Wide(i * 0x9e3779b97f4a7c15ull) << 64) + i * 0xc2b2ae3d27d4eb4full;
    const Wide b = (Wide(i + 3) << (i * 5 % 60)) | 1;
    const __int128 negative = -static_cast<__int128>(a >> 2);
    const Wide parts[] = {a + b,
                          a - b,
                          a * b,
                          a / b,
                          a % b,
                          a << (i % 128),
                          a >> (i * 3 % 128),
                          ~a ^ b,
                          Wide(negative / static_cast<__int128>(b)),
                          Wide(negative >> (i % 90)),
                          Wide(negative % 1000003)};
    std::uint64_t sum = a > b ? 1 : 2;
    for (Wide part : parts) sum = (sum ^ low(part)) * 0x100000001b3ull + high(part);
    return sum;
}

struct Number256 {
    std::uint32_t words[8];
};

__host__ __device__ Number256 multiply(const Number256& a, const Number256& b) { // modulo 2^256
    Number256 product{};
    for (int i = 0; i < 8; ++i) {
        std::uint64_t carry = 0;
        for (int j = 0; i + j < 8; ++j) {
            carry += std::uint64_t(a.words[i]) * b.words[j] + product.words[i + j];
            product.words[i + j] = static_cast<std::uint32_t>(carry);
            carry >>= 32;
        }
    }
    return product;
}

__global__ void kernel(std::uint64_t* sums, Number256* factorials, unsigned* primes) {
    const unsigned i = threadIdx.x;
    sums[i] = mix(i + 1) + __umul64hi(i * 0x123456789abcdefull, ~0ull / (i + 1)) +
              __mul64hi(-1000000007ll * i, 0x7fffffffffffll) + __umulhi(i * 123456789u, 987654321u);
    Number256 product{{1}};
    for (unsigned k = 2; k <= i; ++k) product = multiply(product, Number256{{k}});
    factorials[i] = product;
    const bool prime = is_prime(18446744073709551615ull - 2 * i);
    const unsigned vote = __ballot_sync(0xffffffffu, prime);
    if (i % 32 == 0) primes[i / 32] = vote;
}

int main() {
    constexpr int threads = 64;
    std::uint64_t *sums = nullptr, host[threads], all = 0;
    Number256 *factorials = nullptr, numbers[threads];
    unsigned *primes = nullptr, found[2];
    check(cudaMalloc(&sums, sizeof host));
    check(cudaMalloc(&factorials, sizeof numbers));
    check(cudaMalloc(&primes, sizeof found));
    kernel<<<1, threads>>>(sums, factorials, primes);
    finish();
    check(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(numbers, factorials, sizeof numbers, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(found, primes, sizeof found, cudaMemcpyDeviceToHost));
    Number256 factorial{{1}};
    for (std::uint64_t i = 0; i < threads; ++i) {
        const std::uint64_t expected =
            mix(i + 1) + high(Wide(i * 0x123456789abcdefull) * (~0ull / (i + 1))) +
            high(Wide(__int128(-1000000007ll * std::int64_t(i)) * 0x7fffffffffffll)) +
            (std::uint64_t(std::uint32_t(i * 123456789u)) * 987654321u >> 32);
        require(host[i] == expected, "128 bits");
        if (i > 1) factorial = multiply(factorial, Number256{{std::uint32_t(i)}});
        for (int k = 0; k < 8; ++k) require(numbers[i].words[k] == factorial.words[k], "256 bits");
        require((found[i / 32] >> i % 32 & 1) == is_prime(18446744073709551615ull - 2 * i),
                "a prime");
        all = all * 31 + host[i];
    }
    std::printf("128 bits: %016llx\n57! =", static_cast<unsigned long long>(all));
    for (int k = 7; k >= 0; --k) std::printf(" %08x", numbers[57].words[k]);
    std::printf("\nprimes near 2^64: %08x %08x\n", found[0], found[1]);
    check(cudaFree(sums));
    check(cudaFree(factorials));
    check(cudaFree(primes));
    return 0;
}
