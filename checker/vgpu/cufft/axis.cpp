#include "vgpu/cufft/axis.hpp"

#include "vgpu/library/copy_apart.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace vgpu::cufft {
namespace {

// More exact than the results, whose tables are rounded once.
using Wide = std::complex<long double>;

// The product without the operator's checks for infinities.
Wide product(Wide a, Wide b) {
    return {a.real() * b.real() - a.imag() * b.imag(), a.real() * b.imag() + a.imag() * b.real()};
}

Wide root(long long index, long long order) {
    const auto angle = -2 * std::numbers::pi_v<long double> * static_cast<long double>(index) /
                       static_cast<long double>(order);
    return {std::cos(angle), std::sin(angle)};
}

// Into `parts` passes, as equal as its divisors allow.
bool split_into(long long length, int parts, int limit, std::vector<int>& passes) {
    if (parts == 1) {
        if (length > limit) return false;
        passes.push_back(static_cast<int>(length));
        return true;
    }
    const auto least = static_cast<int>(std::pow(static_cast<double>(length), 1.0 / parts));
    for (int divisor = std::max(2, least); divisor <= limit; ++divisor) {
        if (length % divisor != 0) continue;
        passes.push_back(divisor);
        if (split_into(length / divisor, parts - 1, limit, passes)) return true;
        passes.pop_back();
    }
    return false;
}

bool is_summable(long long length) {
    for (int prime = 2; prime <= largest_prime; ++prime)
        while (length % prime == 0) length /= prime;
    return length == 1;
}

// Where neighbouring numbers belong to different transforms, a block has room for at least 16 of
// these, so that its threads read and write neighbours.
std::vector<int> split(long long length, bool is_row) {
    constexpr int narrow = largest_block / 16;
    std::vector<int> passes;
    if (split_into(length, 1, is_row ? largest_block : narrow, passes)) return passes;
    for (int parts = 2; !split_into(length, parts, narrow, passes); ++parts) passes.clear();
    return passes;
}

template <class Real>
std::vector<Complex<Real>> rounded(const std::vector<Wide>& numbers) {
    std::vector<Complex<Real>> result;
    result.reserve(numbers.size());
    for (const Wide& x : numbers)
        result.push_back({static_cast<Real>(x.real()), static_cast<Real>(x.imag())});
    return result;
}

std::vector<Wide> all_roots(long long order) {
    std::vector<Wide> result;
    result.reserve(static_cast<std::size_t>(order));
    for (long long i = 0; i < order; ++i) result.push_back(root(i, order));
    return result;
}

// exp(-pi i k^2 / points) for each k.
std::vector<Wide> chirp_of(long long points) {
    std::vector<Wide> result;
    long long square = 0; // modulo 2 points
    for (long long k = 0; k < points; ++k) {
        result.push_back(root(square, 2 * points));
        square = (square + 2 * k + 1) % (2 * points);
    }
    return result;
}

// The transform of a power of two.
std::vector<Wide> transformed(const std::vector<Wide>& x, const std::vector<Wide>& roots) {
    const std::size_t n = x.size();
    if (n == 1) return x;
    std::vector<Wide> even(n / 2), odd(n / 2), result(n);
    for (std::size_t i = 0; i < n / 2; ++i) {
        even[i] = x[2 * i];
        odd[i] = x[2 * i + 1];
    }
    even = transformed(even, roots);
    odd = transformed(odd, roots);
    for (std::size_t i = 0; i < n / 2; ++i) {
        const Wide turned = product(odd[i], roots[i * (roots.size() / n)]);
        result[i] = even[i] + turned;
        result[i + n / 2] = even[i] - turned;
    }
    return result;
}

// The spectrum by which a convolution with the conjugated chirp multiplies. It is divided by the
// length, because a transform and its inverse multiply by it.
std::vector<Wide> spectrum_of(const std::vector<Wide>& chirp, const std::vector<Wide>& roots) {
    const std::size_t length = roots.size();
    std::vector<Wide> padded(length);
    for (std::size_t k = 0; k < chirp.size(); ++k)
        padded[k] = padded[(length - k) % length] =
            std::conj(chirp[k]) / static_cast<long double>(length);
    return transformed(padded, roots);
}

} // namespace

cufftResult status_of(cudaError_t error) {
    if (error == cudaSuccess) return CUFFT_SUCCESS;
    if (error == cudaErrorStreamCaptureUnsupported) return CUFFT_INTERNAL_ERROR;
    return error == cudaErrorMemoryAllocation ? CUFFT_ALLOC_FAILED : CUFFT_EXEC_FAILED;
}

std::vector<int> factors_of(int points) {
    std::vector<int> factors;
    int twos = 0;
    for (; points % 2 == 0; points /= 2) ++twos;
    while (twos > 0) {
        const int next = twos == 4 ? 2 : std::min(twos, 3);
        factors.push_back(1 << next);
        twos -= next;
    }
    for (int prime = 3; points > 1; prime += 2)
        while (points % prime == 0) {
            factors.push_back(prime);
            points /= prime;
        }
    return factors;
}

Division::Division(long long of_points, bool is_row) : points(of_points), length(of_points) {
    if (!is_summable(points))
        for (length = 1; length < 2 * points - 1;) length *= 2;
    passes = split(length, is_row);
}

long long Division::work_numbers(long long transforms) const {
    return transforms * length * std::min(launches() - 1, 2);
}

template <class Real>
cufftResult Table<Real>::fill(const std::vector<Complex<Real>>& numbers) {
    const auto bytes = numbers.size() * sizeof numbers[0];
    if (const auto error = cudaMalloc(reinterpret_cast<void**>(&data_), bytes);
        error != cudaSuccess)
        return status_of(error);
    return status_of(library::copy_apart(data_, numbers.data(), bytes));
}

template <class Real>
cufftResult Tables<Real>::fill(const Division& division) {
    const auto wide_roots = all_roots(division.length);
    auto status = roots.fill(rounded<Real>(wide_roots));
    if (!division.by_bluestein() || status != CUFFT_SUCCESS) return status;
    const auto wide_chirp = chirp_of(division.points);
    status = chirp.fill(rounded<Real>(wide_chirp));
    if (status != CUFFT_SUCCESS) return status;
    return spectrum.fill(rounded<Real>(spectrum_of(wide_chirp, wide_roots)));
}

template struct Tables<float>;
template struct Tables<double>;

} // namespace vgpu::cufft
