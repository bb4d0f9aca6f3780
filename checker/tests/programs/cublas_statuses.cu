// cuBLAS: what functions return, and print, for arguments that are not allowed; handles; transfers.
#include "cublas_check.hpp"

#include <array>
#include <cstring>

void expect(cublasStatus_t expected, cublasStatus_t status, int line = __builtin_LINE()) {
    if (status == expected) return;
    std::fprintf(stderr, "line %d: %s, expected %s\n", line, cublasGetStatusName(status),
                 cublasGetStatusName(expected));
    wrong();
}

const auto invalid = CUBLAS_STATUS_INVALID_VALUE;
const auto N = CUBLAS_OP_N, T = CUBLAS_OP_T;

void wrong_shapes() {
    float *x = nullptr, one = 1;
    check(cudaMalloc(&x, 4096));
    check(cudaMemset(x, 0, 4096));
    const auto gemm = [&](cublasOperation_t op_a, cublasOperation_t op_b, int m, int n, int k,
                          int lda, int ldb, int ldc) {
        return cublasSgemm(handle(), op_a, op_b, m, n, k, &one, x, lda, x + 256, ldb, &one, x + 512,
                           ldc);
    };
    expect(CUBLAS_STATUS_SUCCESS, gemm(N, N, 3, 4, 5, 3, 5, 3));
    for (const auto& [m, n, k] : {std::array{-1, 4, 5}, {3, -1, 5}, {3, 4, -1}})
        expect(invalid, gemm(N, N, m, n, k, 9, 9, 9));
    expect(invalid, gemm(N, N, 3, 4, 5, 2, 5, 3));
    expect(invalid, gemm(T, N, 3, 4, 5, 4, 5, 3));
    expect(invalid, gemm(N, N, 3, 4, 5, 3, 4, 3));
    expect(invalid, gemm(N, T, 3, 4, 5, 3, 3, 3));
    expect(invalid, gemm(N, N, 3, 4, 5, 3, 5, 2));
    expect(CUBLAS_STATUS_SUCCESS, gemm(N, N, 0, 4, 5, 1, 5, 1));
    expect(CUBLAS_STATUS_SUCCESS,
           cublasSgemv(handle(), N, -1, 2, &one, x, 2, x, 1, &one, x + 64, 1));
    expect(invalid, cublasSgemv(handle(), N, 3, 2, &one, x, 2, x, 1, &one, x + 64, 1));
    expect(CUBLAS_STATUS_SUCCESS,
           cublasSgemv(handle(), N, 3, 2, &one, x, 3, x, 0, &one, x + 64, 1));
    expect(invalid, cublasSger(handle(), 3, 2, &one, x, 1, x, 1, x + 64, 2));
    expect(invalid, cublasStrsm(handle(), CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_LOWER, N,
                                CUBLAS_DIAG_UNIT, 3, 2, &one, x, 2, x + 64, 3));
    expect(invalid,
           cublasSsyrk(handle(), CUBLAS_FILL_MODE_LOWER, N, 3, 2, &one, x, 2, &one, x + 64, 3));
    expect(invalid, cublasSgeam(handle(), N, N, 3, 2, &one, x, 3, &one, x, 3, x + 64, 2));
    check(cudaFree(x));
}

void handles() {
    const cublasHandle_t none = nullptr;
    const auto missing = CUBLAS_STATUS_NOT_INITIALIZED;
    float one = 1;
    expect(missing,
           cublasSgemm(none, N, N, 1, 1, 1, &one, nullptr, 1, nullptr, 1, &one, nullptr, 1));
    expect(missing, cublasSscal(none, 1, &one, nullptr, 1));
    expect(missing, cublasSetStream(none, nullptr));
    expect(missing, cublasDestroy(none));
    cublasPointerMode_t mode = CUBLAS_POINTER_MODE_DEVICE;
    check(cublasGetPointerMode(handle(), &mode));
    require(mode == CUBLAS_POINTER_MODE_HOST, "the pointer mode at the beginning");
    cudaStream_t stream = nullptr, found = nullptr;
    check(cudaStreamCreate(&stream));
    check(cublasSetStream(handle(), stream));
    check(cublasGetStream(handle(), &found));
    require(found == stream, "the stream that was set");
    check(cublasSetStream(handle(), nullptr));
    check(cudaStreamDestroy(stream));
    check(cublasSetMathMode(handle(), CUBLAS_TF32_TENSOR_OP_MATH));
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
    check(cublasGetMathMode(handle(), &math));
    require(math == CUBLAS_TF32_TENSOR_OP_MATH, "the math mode that was set");
    check(cublasSetMathMode(handle(), CUBLAS_DEFAULT_MATH));
    int version = 0, major = 0;
    check(cublasGetVersion(handle(), &version));
    check(cublasGetProperty(MAJOR_VERSION, &major));
    require(version / 10000 == major && major >= 12, "the version");
    require(std::strcmp(cublasGetStatusName(invalid), "CUBLAS_STATUS_INVALID_VALUE") == 0,
            "the name of a status");
}

void transfers() {
    const int rows = 5, columns = 3;
    std::vector<float> from(7 * columns), to(6 * columns, -1.0f);
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<float>(i);
    float* device = nullptr;
    check(cudaMalloc(&device, 8 * columns * sizeof(float)));
    check(cublasSetMatrix(rows, columns, sizeof(float), from.data(), 7, device, 8));
    check(cublasGetMatrix(rows, columns, sizeof(float), device, 8, to.data(), 6));
    for (int j = 0; j < columns; ++j)
        for (int i = 0; i < 6; ++i)
            require(to[i + j * 6] == (i < rows ? from[i + j * 7] : -1.0f),
                    "a matrix there and back");
    check(cublasSetVector(4, sizeof(float), from.data(), 3, device, 2));
    check(cublasGetVector(4, sizeof(float), device, 2, to.data(), 1));
    for (int i = 0; i < 4; ++i) require(to[i] == from[3 * i], "a vector there and back");
    cudaStream_t stream = nullptr;
    check(cudaStreamCreate(&stream));
    std::vector<float> back(7 * columns, -1.0f);
    check(cublasSetMatrixAsync(rows, columns, sizeof(float), from.data(), 7, device, 8, stream));
    check(cublasGetMatrixAsync(rows, columns, sizeof(float), device, 8, back.data(), 7, stream));
    check(cudaStreamSynchronize(stream));
    for (int i = 0; i < rows; ++i) require(back[7 + i] == from[7 + i], "a matrix in a stream");
    check(cublasSetVectorAsync(4, sizeof(float), from.data(), 3, device, 2, stream));
    check(cublasGetVectorAsync(4, sizeof(float), device, 2, back.data(), 1, stream));
    check(cudaStreamSynchronize(stream));
    for (int i = 0; i < 4; ++i) require(back[i] == from[3 * i], "a vector in a stream");
    check(cudaStreamDestroy(stream));
    expect(invalid, cublasSetVector(4, sizeof(float), from.data(), 0, device, 1));
    expect(invalid, cublasSetMatrix(5, 3, sizeof(float), from.data(), 0, device, 8));
    check(cudaFree(device));
}

int main() {
    wrong_shapes();
    handles();
    transfers();
    check(cublasDestroy(handle()));
    std::puts("statuses, handles and transfers right");
}
