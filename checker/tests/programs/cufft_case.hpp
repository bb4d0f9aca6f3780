// A transform that programs try with cuFFT: where its numbers lie, numbers to transform, and what
// they become, by sums of long doubles.
#pragma once

#include <cufft.h>

#include <cmath>
#include <complex>
#include <vector>

using Wide = std::complex<long double>;
using Wides = std::vector<Wide>;

inline bool is_double(cufftType type) {
    return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D;
}
inline bool from_real(cufftType type) { return type == CUFFT_R2C || type == CUFFT_D2Z; }
inline bool to_real(cufftType type) { return type == CUFFT_C2R || type == CUFFT_Z2D; }

inline const cufftType types[] = {CUFFT_C2C, CUFFT_R2C, CUFFT_C2R, CUFFT_Z2Z, CUFFT_D2Z, CUFFT_Z2D};

// Where numbers lie, as cufftPlanMany is told.
struct Place {
    int embed[3], stride, distance;
};

struct Case {
    cufftType type;
    int rank, n[3], batch;
    bool in_place;
    int direction; // of real transforms the type says it
    bool is_placed;
    Place in, out;

    int points() const { return n[0] * n[1] * n[2]; }
    int sign() const { return from_real(type) ? -1 : to_real(type) ? 1 : direction; }
};

inline Case packed(cufftType type, int rank, int x, int y, int z, int batch = 1,
                   bool in_place = false, int direction = CUFFT_FORWARD) {
    return {type, rank, {x, y, z}, batch, in_place, direction, false, {}, {}};
}

// The place of numbers that are packed: rows of reals have room for the complex ones in place.
inline Place place_of(const Case& c, bool is_input) {
    if (c.is_placed) return is_input ? c.in : c.out;
    const bool has_reals = from_real(c.type) || to_real(c.type);
    const bool is_real = is_input ? from_real(c.type) : to_real(c.type);
    Place place{{c.n[0], c.n[1], c.n[2]}, 1, 1};
    int& last = place.embed[c.rank - 1];
    if (has_reals && !is_real) last = last / 2 + 1;
    if (is_real && c.in_place) last = 2 * (last / 2 + 1);
    for (int axis = 0; axis < c.rank; ++axis) place.distance *= place.embed[axis];
    return place;
}

// Calls `use` with the place of each number in memory, and its place among c.points() per
// transform: of a half, of the numbers that are there.
template <class Use>
void for_each(const Case& c, bool is_input, Use use) {
    const Place place = place_of(c, is_input);
    const bool is_half = is_input ? to_real(c.type) : from_real(c.type);
    int counts[3] = {c.n[0], c.n[1], c.n[2]}, strides[3] = {0, 0, 0};
    if (is_half) counts[c.rank - 1] = counts[c.rank - 1] / 2 + 1;
    for (int axis = c.rank - 1, stride = place.stride; axis >= 0; --axis) {
        strides[axis] = stride;
        stride *= place.embed[axis];
    }
    for (int b = 0; b < c.batch; ++b)
        for (int i = 0; i < counts[0]; ++i)
            for (int j = 0; j < counts[1]; ++j)
                for (int k = 0; k < counts[2]; ++k)
                    use(static_cast<std::size_t>(b * place.distance + i * strides[0] +
                                                 j * strides[1] + k * strides[2]),
                        static_cast<std::size_t>(((b * c.n[0] + i) * c.n[1] + j) * c.n[2] + k));
}

// Eighths from -2 to 2, which floats hold.
inline long double next_number() {
    static unsigned state = 1;
    state = state * 1664525u + 1013904223u;
    return (static_cast<int>(state >> 24) % 33 - 16) / 8.0L;
}

// Numbers to transform; for a real result those that such a one has.
inline Wides numbers_for(const Case& c) {
    Wides x(static_cast<std::size_t>(c.points() * c.batch));
    for (Wide& value : x) value = {next_number(), from_real(c.type) ? 0 : next_number()};
    if (!to_real(c.type)) return x;
    Wides symmetric(x.size());
    for (int b = 0; b < c.batch; ++b)
        for (int i = 0; i < c.n[0]; ++i)
            for (int j = 0; j < c.n[1]; ++j)
                for (int k = 0; k < c.n[2]; ++k) {
                    const auto at = [&](int p, int q, int r) {
                        return ((b * c.n[0] + p) * c.n[1] + q) * c.n[2] + r;
                    };
                    const int other =
                        at((c.n[0] - i) % c.n[0], (c.n[1] - j) % c.n[1], (c.n[2] - k) % c.n[2]);
                    symmetric[at(i, j, k)] = x[at(i, j, k)] + std::conj(x[other]);
                }
    return symmetric;
}

inline Wides roots_of(int n, int sign) {
    Wides roots;
    for (int i = 0; i < n; ++i)
        roots.push_back(
            std::polar(1.0L, sign * 2 * 3.14159265358979323846264338327950288L * i / n));
    return roots;
}

// One number of a transform of n numbers that lie `step` apart.
inline Wide sum_of(const Wide* x, int n, int step, const Wides& roots, int index) {
    long double re = 0, im = 0;
    for (long long i = 0; i < n; ++i) {
        const Wide &w = roots[static_cast<std::size_t>(i * index % n)], &value = x[i * step];
        re += value.real() * w.real() - value.imag() * w.imag();
        im += value.real() * w.imag() + value.imag() * w.real();
    }
    return {re, im};
}

inline void transform_along(Wides& x, int n, int step, int sign) {
    const Wides roots = roots_of(n, sign), from = x;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const int index = static_cast<int>(i) / step % n;
        x[i] = sum_of(&from[i - static_cast<std::size_t>(index * step)], n, step, roots, index);
    }
}
