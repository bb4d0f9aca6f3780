// cuBLAS, level 2: each function of each type beside loops in double. What must not be read is no
// number.
#include "cublas_check.hpp"

#include <utility>

template <class T>
void general(int m, int n, int incx, int incy) {
    const int lda = m + 2;
    for (const auto op : operations)
        for (const Wide b : {Wide(0), Wide(0.5)})
            in_both_modes([&](cublasPointerMode_t mode) {
                const int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
                Array<T> a(lda * n), x(size_of(columns, incx)), y(size_of(rows, incy));
                const Wide factor = next_number(is_complex<T>) + 3.0;
                Factor<T> alpha(factor), beta(b);
                if (b == 0.0)
                    for (int i = 0; i < rows; ++i) y.expected[place(rows, incy, i)] = untouched;
                a.upload();
                x.upload();
                y.upload();
                check(Blas<T>::gemv(handle(), op, m, n, alpha.at(mode), a.device, lda, x.device,
                                    incx, beta.at(mode), y.device, incy));
                for (int i = 0; i < rows; ++i) {
                    Wide sum = 0;
                    for (int j = 0; j < columns; ++j)
                        sum += element(a.expected, lda, op, i, j) *
                               x.expected[place(columns, incx, j)];
                    Wide& to = y.expected[place(rows, incy, i)];
                    to = factor * sum + (b == 0.0 ? 0 : b * to);
                }
                y.compare("gemv");
            });
}

template <class T>
void rank_one(int m, int n, int incx, int incy) {
    const int lda = m + 1;
    in_both_modes([&](cublasPointerMode_t mode) {
        Array<T> a(lda * n), x(size_of(m, incx)), y(size_of(n, incy));
        const Wide factor = next_number(is_complex<T>) + 3.0;
        Factor<T> alpha(factor);
        a.upload();
        x.upload();
        y.upload();
        check(Blas<T>::ger(handle(), m, n, alpha.at(mode), x.device, incx, y.device, incy, a.device,
                           lda));
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i)
                a.expected[i + j * lda] +=
                    factor * x.expected[place(m, incx, i)] * y.expected[place(n, incy, j)];
        a.compare("ger");
    });
}

// The triangle that is not stored is no number.
template <class T>
void hide(Array<T>& a, int n, int lda, cublasFillMode_t fill, bool unit = false) {
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            if (!is_in(fill, i, j) || (unit && i == j)) a.expected[i + j * lda] = untouched;
}

template <class T>
void symmetric(int n, int incx, int incy) {
    const int lda = n + 3;
    for (const auto fill : triangles)
        in_both_modes([&](cublasPointerMode_t mode) {
            Array<T> a(lda * n), x(size_of(n, incx)), y(size_of(n, incy));
            const Wide factor = next_number(is_complex<T>) + 3.0, b = 0.5;
            Factor<T> alpha(factor), beta(b);
            hide(a, n, lda, fill);
            a.upload();
            x.upload();
            y.upload();
            check(Blas<T>::symv(handle(), fill, n, alpha.at(mode), a.device, lda, x.device, incx,
                                beta.at(mode), y.device, incy));
            for (int i = 0; i < n; ++i) {
                Wide sum = 0;
                for (int j = 0; j < n; ++j)
                    sum += a.expected[is_in(fill, i, j) ? i + j * lda : j + i * lda] *
                           x.expected[place(n, incx, j)];
                Wide& to = y.expected[place(n, incy, i)];
                to = factor * sum + b * to;
            }
            y.compare("symv");
            check(Blas<T>::syr(handle(), fill, n, alpha.at(mode), x.device, incx, a.device, lda));
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < n; ++i)
                    if (is_in(fill, i, j))
                        a.expected[i + j * lda] +=
                            factor * x.expected[place(n, incx, i)] * x.expected[place(n, incx, j)];
            a.compare("syr");
        });
}

template <class T, class Hemv>
void hermitian(int n, Hemv hemv) {
    for (const auto fill : triangles) {
        Array<T> a(n * n), x(n), y(n);
        hide(a, n, n, fill);
        for (int i = 0; i < n; ++i) a.expected[i + i * n] = a.expected[i + i * n].real();
        a.upload();
        x.upload();
        y.upload();
        const T one = narrow<T>(1);
        check(hemv(handle(), fill, n, &one, a.device, n, x.device, 1, &one, y.device, 1));
        for (int i = 0; i < n; ++i)
            for (int j = 0; j < n; ++j)
                y.expected[i] +=
                    (is_in(fill, i, j) ? a.expected[i + j * n] : std::conj(a.expected[j + i * n])) *
                    x.expected[j];
        y.compare("hemv");
    }
}

// x becomes A x by trmv, and itself again by trsv.
template <class T>
void triangular(int n, int incx) {
    const int lda = n + 1;
    for (const auto fill : triangles)
        for (const auto op : operations)
            for (const auto diagonal : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
                const bool unit = diagonal == CUBLAS_DIAG_UNIT;
                Array<T> a(lda * n), x(size_of(n, incx));
                for (Wide& value : a.expected) value /= 64;
                for (int i = 0; i < n; ++i) a.expected[i + i * lda] = 2;
                hide(a, n, lda, fill, unit);
                a.upload();
                x.upload();
                const Wides before = x.expected;
                check(
                    Blas<T>::trmv(handle(), fill, op, diagonal, n, a.device, lda, x.device, incx));
                for (int i = 0; i < n; ++i) {
                    Wide sum = 0;
                    for (int j = 0; j < n; ++j) {
                        const bool stored =
                            op == CUBLAS_OP_N ? is_in(fill, i, j) : is_in(fill, j, i);
                        const Wide value = unit && i == j ? 1 : element(a.expected, lda, op, i, j);
                        if (stored) sum += value * before[place(n, incx, j)];
                    }
                    x.expected[place(n, incx, i)] = sum;
                }
                x.compare("trmv", 4);
                check(
                    Blas<T>::trsv(handle(), fill, op, diagonal, n, a.device, lda, x.device, incx));
                x.expected = before;
                x.compare("trsv", 1000);
            }
}

template <class T>
void all() {
    for (const auto& [incx, incy] : {std::pair(1, 1), {-2, 3}}) {
        for (const auto& [m, n] : {std::pair(1, 1), {5, 3}, {33, 70}}) {
            general<T>(m, n, incx, incy);
            rank_one<T>(m, n, incx, incy);
        }
        for (const int n : {1, 6, 35}) symmetric<T>(n, incx, incy);
    }
    for (const int n : {1, 7, 40})
        for (const int incx : {1, -2}) triangular<T>(n, incx);
    triangular<T>(300, 1); // more than a block's threads
}

int main() {
    all<float>();
    all<double>();
    all<cuComplex>();
    all<cuDoubleComplex>();
    hermitian<cuComplex>(19, cublasChemv);
    hermitian<cuDoubleComplex>(19, cublasZhemv);
    check(cublasDestroy(handle()));
    std::puts("gemv ger symv syr trmv trsv: S D C Z right; hemv: C Z right");
}
