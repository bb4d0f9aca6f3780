// cuBLAS, getrf in batches: the factors multiplied give the matrix again, with its rows exchanged
// as told.
#include "cublas_check.hpp"

template <class T, class Getrf>
void factors(int n, bool exchanges, Getrf getrf) {
    const int lda = n + 2, count = 3;
    const std::size_t size = lda * n;
    Array<T> a(size * count);
    // No pivot is small: a large element in each column, in the row below if rows are exchanged.
    for (int at = 0; at < count; ++at)
        for (int j = 0; j < n; ++j)
            a.expected[at * size + j * lda + (exchanges ? (j + 1) % n : j)] += 8.0 + 2 * n;
    // The first column of the last matrix is 0.
    if (exchanges)
        for (int i = 0; i < n; ++i) a.expected[2 * size + i] = 0;
    a.upload();
    T* addresses[count];
    for (int i = 0; i < count; ++i) addresses[i] = a.device + i * size;
    T** on_device = nullptr;
    int *pivots = nullptr, *info = nullptr;
    check(cudaMalloc(&on_device, sizeof addresses));
    check(cudaMalloc(&pivots, sizeof(int) * n * count));
    check(cudaMalloc(&info, sizeof(int) * count));
    check(cudaMemcpy(on_device, addresses, sizeof addresses, cudaMemcpyHostToDevice));
    check(getrf(handle(), n, on_device, lda, exchanges ? pivots : nullptr, info, count));
    std::vector<T> found(size * count);
    std::vector<int> rows(n * count, 0), told(count);
    check(cudaMemcpy(found.data(), a.device, sizeof(T) * found.size(), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(told.data(), info, sizeof(int) * count, cudaMemcpyDeviceToHost));
    if (exchanges)
        check(cudaMemcpy(rows.data(), pivots, sizeof(int) * rows.size(), cudaMemcpyDeviceToHost));
    for (int at = 0; at < count; ++at) {
        const bool is_singular = exchanges && at == 2;
        require(told[at] == (is_singular ? 1 : 0), "info");
        if (is_singular) continue;
        Wides wanted(a.expected.begin() + at * size, a.expected.begin() + (at + 1) * size);
        for (int j = 0; j < n && exchanges; ++j) {
            const int other = rows[at * n + j] - 1;
            require(other >= j && other < n, "a pivot");
            for (int k = 0; k < n; ++k) std::swap(wanted[j + k * lda], wanted[other + k * lda]);
        }
        const auto value = [&](int i, int j) { return wide(found[at * size + i + j * lda]); };
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < n; ++i) {
                Wide sum = i <= j ? value(i, j) : 0;
                for (int k = 0; k < i && k <= j; ++k) sum += value(i, k) * value(k, j);
                require(!exchanges || i <= j || std::abs(value(i, j)) < 1.5, "L is at most 1");
                require(std::abs(sum - wanted[i + j * lda]) < 20 * n * tolerance<T>(), "L U");
            }
    }
    check(cudaFree(on_device));
    check(cudaFree(pivots));
    check(cudaFree(info));
}

int main() {
    for (const int n : {1, 5, 23})
        for (const bool exchanges : {false, true}) {
            factors<float>(n, exchanges, cublasSgetrfBatched);
            factors<double>(n, exchanges, cublasDgetrfBatched);
            factors<cuComplex>(n, exchanges, cublasCgetrfBatched);
            factors<cuDoubleComplex>(n, exchanges, cublasZgetrfBatched);
        }
    check(cublasDestroy(handle()));
    std::puts("getrf in batches: S D C Z right");
}
