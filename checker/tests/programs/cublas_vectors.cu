// cuBLAS, level 1: each function of each type beside a loop in double, with increments of both
// signs and results on both sides.
#include "cublas_check.hpp"

template <class T>
void elementwise(int n, int incx, int incy) {
    const Wide a = next_number(is_complex<T>);
    in_both_modes([&](cublasPointerMode_t mode) {
        Array<T> x(size_of(n, incx)), y(size_of(n, incy));
        x.upload();
        y.upload();
        Factor<T> alpha(a);
        check(Blas<T>::axpy(handle(), n, alpha.at(mode), x.device, incx, y.device, incy));
        for (int i = 0; i < n; ++i)
            y.expected[place(n, incy, i)] += a * x.expected[place(n, incx, i)];
        y.compare("axpy");
        check(Blas<T>::swap(handle(), n, x.device, incx, y.device, incy));
        for (int i = 0; i < n; ++i)
            std::swap(x.expected[place(n, incx, i)], y.expected[place(n, incy, i)]);
        x.compare("swap: x");
        y.compare("swap: y");
        check(Blas<T>::scal(handle(), n, alpha.at(mode), x.device, incx));
        if (incx > 0)
            for (int i = 0; i < n; ++i) x.expected[i * incx] *= a;
        x.compare("scal");
        check(Blas<T>::copy(handle(), n, x.device, incx, y.device, incy));
        for (int i = 0; i < n; ++i) y.expected[place(n, incy, i)] = x.expected[place(n, incx, i)];
        y.compare("copy");
    });
}

template <class T, class Real>
void rotation(int n, int incx, int incy) {
    const Wide s = is_complex<T> ? Wide(0.5, -0.25) : Wide(0.5);
    in_both_modes([&](cublasPointerMode_t mode) {
        Array<T> x(size_of(n, incx)), y(size_of(n, incy));
        x.upload();
        y.upload();
        Factor<Real> c(0.75);
        Factor<T> sine(s);
        check(Blas<T>::rot(handle(), n, x.device, incx, y.device, incy, c.at(mode), sine.at(mode)));
        for (int i = 0; i < n; ++i) {
            Wide &to_x = x.expected[place(n, incx, i)], &to_y = y.expected[place(n, incy, i)];
            const Wide old = to_x;
            to_x = 0.75 * old + s * to_y;
            to_y = 0.75 * to_y - std::conj(s) * old;
        }
        x.compare("rot: x");
        y.compare("rot: y");
    });
}

// A result, by both modes.
template <class Result, class Call>
void result(const char* what, Wide expected, double allowed, Call call) {
    in_both_modes([&](cublasPointerMode_t mode) {
        Factor<Result> found(77);
        check(call(found.at(mode)));
        const Wide value = mode == CUBLAS_POINTER_MODE_HOST ? wide(found.host) : found.value();
        if (std::abs(value - expected) <= allowed * (1 + std::abs(expected))) return;
        std::fprintf(stderr, "%s is (%g, %g), expected (%g, %g)\n", what, value.real(),
                     value.imag(), expected.real(), expected.imag());
        wrong();
    });
}

double magnitude(Wide x) { return std::abs(x.real()) + std::abs(x.imag()); }

template <class T, class Real, class Dot, class Dotc, class Asum, class Nrm2, class Amax,
          class Amin>
void reductions(int n, int incx, int incy, Dot dot, Dotc dotc, Asum asum, Nrm2 nrm2, Amax amax,
                Amin amin) {
    Array<T> x(size_of(n, incx)), y(size_of(n, incy));
    x.upload();
    y.upload();
    Wide plain = 0, conjugated = 0;
    double sum = 0, squares = 0;
    int largest = 0, smallest = 0;
    for (int i = 0; i < n; ++i) {
        const Wide a = x.expected[place(n, incx, i)], b = y.expected[place(n, incy, i)];
        plain += a * b;
        conjugated += std::conj(a) * b;
        if (incx <= 0) continue;
        sum += magnitude(a);
        squares += std::norm(a);
        const auto at = [&](int place) { return magnitude(x.expected[(place - 1) * incx]); };
        if (largest == 0 || magnitude(a) > at(largest)) largest = i + 1;
        if (smallest == 0 || magnitude(a) < at(smallest)) smallest = i + 1;
    }
    const double allowed = tolerance<T>();
    result<T>("dot", plain, allowed,
              [&](T* to) { return dot(handle(), n, x.device, incx, y.device, incy, to); });
    result<T>("dotc", conjugated, allowed,
              [&](T* to) { return dotc(handle(), n, x.device, incx, y.device, incy, to); });
    result<Real>("asum", sum, allowed,
                 [&](Real* to) { return asum(handle(), n, x.device, incx, to); });
    result<Real>("nrm2", std::sqrt(squares), allowed,
                 [&](Real* to) { return nrm2(handle(), n, x.device, incx, to); });
    result<int>("amax", largest, 0, [&](int* to) { return amax(handle(), n, x.device, incx, to); });
    result<int>("amin", smallest, 0,
                [&](int* to) { return amin(handle(), n, x.device, incx, to); });
}

void all(int n, int incx, int incy) {
    elementwise<float>(n, incx, incy);
    elementwise<double>(n, incx, incy);
    elementwise<cuComplex>(n, incx, incy);
    elementwise<cuDoubleComplex>(n, incx, incy);
    rotation<float, float>(n, incx, incy);
    rotation<double, double>(n, incx, incy);
    rotation<cuComplex, float>(n, incx, incy);
    rotation<cuDoubleComplex, double>(n, incx, incy);
    reductions<float, float>(n, incx, incy, cublasSdot, cublasSdot, cublasSasum, cublasSnrm2,
                             cublasIsamax, cublasIsamin);
    reductions<double, double>(n, incx, incy, cublasDdot, cublasDdot, cublasDasum, cublasDnrm2,
                               cublasIdamax, cublasIdamin);
    reductions<cuComplex, float>(n, incx, incy, cublasCdotu, cublasCdotc, cublasScasum,
                                 cublasScnrm2, cublasIcamax, cublasIcamin);
    reductions<cuDoubleComplex, double>(n, incx, incy, cublasZdotu, cublasZdotc, cublasDzasum,
                                        cublasDznrm2, cublasIzamax, cublasIzamin);
}

// Squares of these are infinite, or 0, as floats.
void lengths_of_large_and_small_values() {
    for (const double size : {1e30, 1e-30}) {
        Array<float> x(300);
        for (Wide& value : x.expected) value = size;
        x.upload();
        float length = 0;
        check(cublasSnrm2(handle(), 300, x.device, 1, &length));
        require(std::abs(length / (size * std::sqrt(300.0)) - 1) < 1e-5, "nrm2 of extreme values");
    }
}

// Beside the large values with which the sums begin, the others vanish one by one in a float.
template <class T, class Real, class Dot, class Asum, class Nrm2>
void many_small_values(Dot dot, Asum asum, Nrm2 nrm2) {
    constexpr int n = 1 << 20, large = 256;
    Array<T> roots(n), values(n);
    for (int i = 0; i < n; ++i) {
        values.expected[i] = i < large ? 1 : std::exp2(-25);
        roots.expected[i] = i < large ? 1 : std::exp2(-12.5);
    }
    roots.upload();
    values.upload();
    const double sum = large + (n - large) * std::exp2(-25);
    result<T>("dot of many", sum, 1e-5,
              [&](T* to) { return dot(handle(), n, roots.device, 1, roots.device, 1, to); });
    result<Real>("asum of many", sum, 1e-5,
                 [&](Real* to) { return asum(handle(), n, values.device, 1, to); });
    result<Real>("nrm2 of many", std::sqrt(sum), 1e-5,
                 [&](Real* to) { return nrm2(handle(), n, roots.device, 1, to); });
}

int main() {
    for (const int n : {1, 7, 600})
        for (const auto& [incx, incy] : {std::pair(1, 1), {2, -3}, {-1, 2}}) all(n, incx, incy);
    lengths_of_large_and_small_values();
    many_small_values<float, float>(cublasSdot, cublasSasum, cublasSnrm2);
    many_small_values<cuComplex, float>(cublasCdotc, cublasScasum, cublasScnrm2);
    Array<float> x(4), y(4);
    x.upload();
    y.upload();
    std::int64_t at = 0;
    check(cublasIsamax_64(handle(), std::int64_t{4}, x.device, std::int64_t{1}, &at));
    require(at >= 1 && at <= 4, "cublasIsamax_64");
    float nothing = 77;
    check(cublasSdot(handle(), 0, x.device, 1, y.device, 1, &nothing));
    require(nothing == 0, "the dot product of no elements");
    check(cublasDestroy(handle()));
    std::puts("axpy copy swap scal rot, dot asum nrm2 amax amin: S D C Z right");
}
