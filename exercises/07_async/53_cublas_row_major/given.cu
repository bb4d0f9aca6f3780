// Lesson 53, given: keeps the handle, and calls your functions.
#include "cublas_row_major.hpp"
#include "given.hpp"

// In your file.
void multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
              int k, float alpha, float beta, cudaStream_t stream);
void multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k,
                         cudaStream_t stream);
void multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count,
                  cudaStream_t stream);

cublasHandle_t handle() {
    constexpr int most_devices = 16;
    static cublasHandle_t handles[most_devices] = {};
    int device = 0;
    check(cudaGetDevice(&device));
    cublasHandle_t& mine = handles[device % most_devices];
    if (mine == nullptr) {
        check(cublasCreate(&mine));
    }
    return mine;
}

namespace {

__global__ void negate(float* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        values[i] = -values[i];
    }
}

// Given back when an exception is under way, too. A stream's work is finished all the same; the
// handle must not keep it.
struct Stream {
    cublasHandle_t blas = handle();
    cudaStream_t stream = nullptr;
    Stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
    ~Stream() {
        cublasSetStream(blas, nullptr);
        cudaStreamDestroy(stream);
    }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream; }
};

} // namespace

void run_multiply(const float* a, int lda, const float* b, int ldb, float* c, int ldc, int m, int n,
                  int k, float alpha, float beta) {
    multiply(a, lda, b, ldb, c, ldc, m, n, k, alpha, beta, nullptr);
}

void run_multiply_transposed(const float* a, const float* b, float* c, int m, int n, int k) {
    multiply_transposed(a, b, c, m, n, k, nullptr);
}

void run_multiply_all(const float* a, const float* b, float* c, int m, int n, int k, int count) {
    multiply_all(a, b, c, m, n, k, count, nullptr);
}

void run_in_stream(int todo, const float* a, const float* b, float* c, int n) {
    const Stream stream;
    const int blocks = (n * n + 127) / 128;
    negate<<<blocks, 128, 0, stream>>>(c, n * n);
    check(cudaGetLastError());
    if (todo == 1) {
        multiply(a, n, b, n, c, n, n, n, n, 1, 0, stream);
    } else if (todo == 2) {
        multiply_transposed(a, b, c, n, n, n, stream);
    } else {
        multiply_all(a, b, c, n, n, n, 1, stream);
    }
    negate<<<blocks, 128, 0, stream>>>(c, n * n);
    check(cudaGetLastError());
}
