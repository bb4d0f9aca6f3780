// cuBLAS, level 3 apart from gemm, beside loops in double. What must not be read is no number.
#include "cublas_check.hpp"

const cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

template <class T>
void hide(Array<T>& a, int n, int lda, cublasFillMode_t fill, bool unit = false) {
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            if (!is_in(fill, i, j) || (unit && i == j)) a.expected[i + j * lda] = untouched;
}

template <class T>
void symmetric(int m, int n) {
    for (const auto side : sides)
        for (const auto fill : triangles)
            in_both_modes([&](cublasPointerMode_t mode) {
                const int k = side == CUBLAS_SIDE_LEFT ? m : n, lda = k + 1, ld = m + 2;
                Array<T> a(lda * k), b(ld * n), c(ld * n);
                hide(a, k, lda, fill);
                a.upload();
                b.upload();
                c.upload();
                Factor<T> alpha(0.5), beta(2);
                check(Blas<T>::symm(handle(), side, fill, m, n, alpha.at(mode), a.device, lda,
                                    b.device, ld, beta.at(mode), c.device, ld));
                const auto at = [&](int i, int j) {
                    return a.expected[is_in(fill, i, j) ? i + j * lda : j + i * lda];
                };
                for (int j = 0; j < n; ++j)
                    for (int i = 0; i < m; ++i) {
                        Wide sum = 0;
                        for (int p = 0; p < k; ++p)
                            sum += side == CUBLAS_SIDE_LEFT ? at(i, p) * b.expected[p + j * ld]
                                                            : b.expected[i + p * ld] * at(p, j);
                        Wide& to = c.expected[i + j * ld];
                        to = 0.5 * sum + 2.0 * to;
                    }
                c.compare("symm");
            });
}

template <class T>
void rank_k(int n, int k) {
    for (const auto fill : triangles)
        for (const auto op : {CUBLAS_OP_N, CUBLAS_OP_T})
            in_both_modes([&](cublasPointerMode_t mode) {
                const int rows = op == CUBLAS_OP_N ? n : k, lda = rows + 1, ldc = n + 2;
                Array<T> a(lda * (n + k - rows)), b(lda * (n + k - rows)), c(ldc * n);
                hide(c, n, ldc, fill);
                a.upload();
                b.upload();
                c.upload();
                Factor<T> alpha(0.5), beta(2);
                const auto expect = [&](const Wides& right) {
                    for (int j = 0; j < n; ++j)
                        for (int i = 0; i < n; ++i) {
                            if (!is_in(fill, i, j)) continue;
                            Wide sum = 0;
                            for (int p = 0; p < k; ++p)
                                sum += element(a.expected, lda, op, i, p) *
                                       element(right, lda, op, j, p);
                            Wide& to = c.expected[i + j * ldc];
                            to = 0.5 * sum + 2.0 * to;
                        }
                };
                check(Blas<T>::syrk(handle(), fill, op, n, k, alpha.at(mode), a.device, lda,
                                    beta.at(mode), c.device, ldc));
                expect(a.expected);
                c.compare("syrk");
                check(Blas<T>::syrkx(handle(), fill, op, n, k, alpha.at(mode), a.device, lda,
                                     b.device, lda, beta.at(mode), c.device, ldc));
                expect(b.expected);
                c.compare("syrkx");
            });
}

// C = 2 op(A) B by trmm, also in the place of B; then B again, by trsm of 1/2.
template <class T>
void triangular(int m, int n) {
    for (const auto side : sides)
        for (const auto fill : triangles)
            for (const auto op : operations)
                for (const auto diagonal : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT})
                    in_both_modes([&](cublasPointerMode_t mode) {
                        const bool left = side == CUBLAS_SIDE_LEFT,
                                   unit = diagonal == CUBLAS_DIAG_UNIT;
                        const int k = left ? m : n, lda = k + 1, ld = m + 2;
                        Array<T> a(lda * k), b(ld * n), c(ld * n);
                        for (Wide& value : a.expected) value /= 64;
                        for (int i = 0; i < k; ++i) a.expected[i + i * lda] = 2;
                        hide(a, k, lda, fill, unit);
                        a.upload();
                        b.upload();
                        c.upload();
                        Factor<T> two(2), half(0.5);
                        const auto at = [&](int i, int j) -> Wide {
                            if (unit && i == j) return 1;
                            const bool stored =
                                op == CUBLAS_OP_N ? is_in(fill, i, j) : is_in(fill, j, i);
                            return stored ? element(a.expected, lda, op, i, j) : 0;
                        };
                        const Wides before = b.expected;
                        for (int j = 0; j < n; ++j)
                            for (int i = 0; i < m; ++i) {
                                Wide sum = 0;
                                for (int p = 0; p < k; ++p)
                                    sum += left ? at(i, p) * before[p + j * ld]
                                                : before[i + p * ld] * at(p, j);
                                c.expected[i + j * ld] = 2.0 * sum;
                            }
                        check(Blas<T>::trmm(handle(), side, fill, op, diagonal, m, n, two.at(mode),
                                            a.device, lda, b.device, ld, c.device, ld));
                        c.compare("trmm", 4);
                        check(Blas<T>::trmm(handle(), side, fill, op, diagonal, m, n, two.at(mode),
                                            a.device, lda, b.device, ld, b.device, ld));
                        for (std::size_t i = 0; i < b.expected.size(); ++i)
                            if (static_cast<int>(i) % ld < m) b.expected[i] = c.expected[i];
                        b.compare("trmm in place", 4);
                        check(Blas<T>::trsm(handle(), side, fill, op, diagonal, m, n, half.at(mode),
                                            a.device, lda, b.device, ld));
                        b.expected = before;
                        b.compare("trsm", 1000);
                    });
}

template <class T>
void sums(int m, int n) {
    for (const auto op_a : operations)
        for (const auto op_b : operations)
            in_both_modes([&](cublasPointerMode_t mode) {
                const int lda = (op_a == CUBLAS_OP_N ? m : n) + 1;
                const int ldb = (op_b == CUBLAS_OP_N ? m : n) + 2, ldc = m + 3;
                Array<T> a(lda * (op_a == CUBLAS_OP_N ? n : m)),
                    b(ldb * (op_b == CUBLAS_OP_N ? n : m));
                Array<T> c(ldc * n);
                a.upload();
                b.upload();
                c.upload();
                Factor<T> alpha(0.5), beta(-2);
                check(Blas<T>::geam(handle(), op_a, op_b, m, n, alpha.at(mode), a.device, lda,
                                    beta.at(mode), b.device, ldb, c.device, ldc));
                for (int j = 0; j < n; ++j)
                    for (int i = 0; i < m; ++i)
                        c.expected[i + j * ldc] = 0.5 * element(a.expected, lda, op_a, i, j) -
                                                  2.0 * element(b.expected, ldb, op_b, i, j);
                c.compare("geam");
            });
    for (const auto side : sides)
        for (const int incx : {1, 2}) {
            const int k = side == CUBLAS_SIDE_LEFT ? m : n, ld = m + 1;
            Array<T> a(ld * n), x(size_of(k, incx)), c(ld * n);
            a.upload();
            x.upload();
            c.upload();
            check(Blas<T>::dgmm(handle(), side, m, n, a.device, ld, x.device, incx, c.device, ld));
            for (int j = 0; j < n; ++j)
                for (int i = 0; i < m; ++i)
                    c.expected[i + j * ld] =
                        a.expected[i + j * ld] *
                        x.expected[place(k, incx, side == CUBLAS_SIDE_LEFT ? i : j)];
            c.compare("dgmm");
        }
}

template <class T, class Hemm>
void hermitian(int m, int n, Hemm hemm) {
    for (const auto fill : triangles) {
        Array<T> a(m * m), b(m * n), c(m * n);
        hide(a, m, m, fill);
        for (int i = 0; i < m; ++i) a.expected[i + i * m] = a.expected[i + i * m].real();
        a.upload();
        b.upload();
        c.upload();
        const T one = narrow<T>(1);
        check(hemm(handle(), CUBLAS_SIDE_LEFT, fill, m, n, &one, a.device, m, b.device, m, &one,
                   c.device, m));
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i)
                for (int p = 0; p < m; ++p)
                    c.expected[i + j * m] +=
                        (is_in(fill, i, p) ? a.expected[i + p * m]
                                           : std::conj(a.expected[p + i * m])) *
                        b.expected[p + j * m];
        c.compare("hemm");
    }
}

template <class T>
void all() {
    for (const auto& [m, n] : {std::pair(1, 1), {5, 3}, {19, 70}}) {
        symmetric<T>(m, n);
        rank_k<T>(m, n);
        rank_k<T>(n, m);
        sums<T>(m, n);
    }
    triangular<T>(1, 1);
    triangular<T>(7, 4);
    triangular<T>(9, 21);
}

int main() {
    all<float>();
    all<double>();
    all<cuComplex>();
    all<cuDoubleComplex>();
    hermitian<cuComplex>(13, 9, cublasChemm);
    hermitian<cuDoubleComplex>(13, 9, cublasZhemm);
    check(cublasDestroy(handle()));
    std::puts("symm syrk syrkx trmm trsm geam dgmm: S D C Z right; hemm: C Z right");
}
