// Math functions over a range. What IEEE defines is compared bit by bit with the CPU and its sums
// of bits are printed; of the others, whose last bits are CUDA's own, a rounded sum.
#include "check.hpp"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

constexpr int exact = 14, rounded = 24, count = 256;

__global__ void compute(const double* in, double* defined, double* own) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const double x = in[i], y = in[(i * 7 + 3) % count];
    const float f = static_cast<float>(x), g = static_cast<float>(y);
    double* d = defined + i * exact;
    d[0] = sqrt(fabs(x));
    d[1] = sqrtf(fabsf(f));
    d[2] = fma(x, y, -x);
    d[3] = fmaf(f, g, f);
    d[4] = x / y;
    d[5] = f / g;
    d[6] = floor(x) + ceil(y) + trunc(x * 3) + rint(y * 2.5) + round(x * 1.5);
    d[7] = fmod(x, y);
    d[8] = ldexp(x, i % 20 - 10);
    int exponent;
    d[9] = frexp(y, &exponent) + exponent;
    d[10] = copysign(x, y) + fmax(x, y) - fmin(f, g) + fdim(x, y);
    d[11] = __fadd_rd(f, g) + __fmul_ru(f, g);
    d[12] =
        __double2int_rn(x * 10) + __float2uint_rz(fabsf(g) * 3) + double(__float2ll_ru(f * 1000));
    d[13] =
        nextafter(x, y) + remainder(y, x) + ilogb(x) + (signbit(y) != 0) + isfinite(1 / (x - x));
    double* o = own + i * rounded;
    const float p = fabsf(f) + 0.1f;
    o[0] = sin(x), o[1] = cosf(f), o[2] = tan(x / 8), o[3] = expf(f / 4), o[4] = exp2(y / 3),
    o[5] = log(p);
    o[6] = log10f(p), o[7] = log1p(p), o[8] = powf(p, g / 10), o[9] = pow(double(p), 1.7),
    o[10] = cbrt(x);
    o[11] = hypotf(f, g), o[12] = atan2(x, y), o[13] = asinf(f / 20), o[14] = sinh(x / 5),
    o[15] = tanhf(g);
    o[16] = erf(x), o[17] = erfcf(f / 4), o[18] = tgamma(p + 0.5), o[19] = lgammaf(p),
    o[20] = rsqrt(double(p));
    o[21] = j0(x), o[22] = normcdf(x), o[23] = expm1(y / 4);
}

void on_host(double x, double y, int i, double* d, double* o) {
    const float f = static_cast<float>(x), g = static_cast<float>(y);
    d[0] = std::sqrt(std::fabs(x));
    d[1] = std::sqrt(std::fabs(f));
    d[2] = std::fma(x, y, -x);
    d[3] = std::fma(f, g, f);
    d[4] = x / y;
    d[5] = f / g;
    d[6] =
        std::floor(x) + std::ceil(y) + std::trunc(x * 3) + std::rint(y * 2.5) + std::round(x * 1.5);
    d[7] = std::fmod(x, y);
    d[8] = std::ldexp(x, i % 20 - 10);
    int exponent;
    d[9] = std::frexp(y, &exponent) + exponent;
    d[10] = std::copysign(x, y) + std::fmax(x, y) - std::fmin(f, g) + std::fdim(x, y);
    const float p = std::fabs(f) + 0.1f;
    const double q = p;
    const double all[] = {std::sin(x),
                          std::cos(f),
                          std::tan(x / 8),
                          std::exp(f / 4),
                          std::exp2(y / 3),
                          std::log(p),
                          std::log10(p),
                          std::log1p(q),
                          std::pow(p, g / 10),
                          std::pow(q, 1.7),
                          std::cbrt(x),
                          std::hypot(f, g),
                          std::atan2(x, y),
                          std::asin(f / 20),
                          std::sinh(x / 5),
                          std::tanh(g),
                          std::erf(x),
                          std::erfc(f / 4),
                          std::tgamma(q + 0.5),
                          std::lgamma(p),
                          1 / std::sqrt(q),
                          ::j0(x),
                          0.5 * std::erfc(-x / std::sqrt(2.0)),
                          std::expm1(y / 4)};
    std::memcpy(o, all, sizeof all);
}

int main() {
    std::vector<double> in(count), defined(count * exact), own(count * rounded);
    for (int i = 0; i < count; ++i) in[i] = (i - 127.5) / 13 + i % 7 * 0.0123;
    double *device = nullptr, *out = nullptr, *out_own = nullptr;
    check(cudaMalloc(&device, count * sizeof(double)));
    check(cudaMalloc(&out, defined.size() * sizeof(double)));
    check(cudaMalloc(&out_own, own.size() * sizeof(double)));
    check(cudaMemcpy(device, in.data(), count * sizeof(double), cudaMemcpyHostToDevice));
    compute<<<2, 128>>>(device, out, out_own);
    finish();
    check(cudaMemcpy(defined.data(), out, defined.size() * sizeof(double), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(own.data(), out_own, own.size() * sizeof(double), cudaMemcpyDeviceToHost));
    std::uint64_t bits[exact] = {};
    double sums[rounded] = {};
    for (int i = 0; i < count; ++i) {
        double d[exact], o[rounded];
        on_host(in[i], in[(i * 7 + 3) % count], i, d, o);
        for (int k = 0; k < exact; ++k) {
            const double value = defined[i * exact + k];
            if (k < 11)
                require(std::memcmp(&value, &d[k], sizeof value) == 0,
                        "a result that IEEE defines");
            std::uint64_t word;
            std::memcpy(&word, &value, sizeof word);
            bits[k] = bits[k] * 31 + word;
        }
        for (int k = 0; k < rounded; ++k) {
            const double value = own[i * rounded + k];
            require(std::fabs(value - o[k]) <= 3e-6 * (1 + std::fabs(o[k])), "a rounded result");
            sums[k] += value;
        }
    }
    for (std::uint64_t word : bits) std::printf("%016llx\n", static_cast<unsigned long long>(word));
    for (int k = 0; k < rounded; ++k)
        std::printf("%.2f%c", std::fabs(sums[k]) < 0.005 ? 0.0 : sums[k], k % 8 == 7 ? '\n' : ' ');
    check(cudaFree(device));
    check(cudaFree(out));
    check(cudaFree(out_own));
    return 0;
}
