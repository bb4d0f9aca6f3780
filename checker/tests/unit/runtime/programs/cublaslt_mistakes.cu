// A product of cuBLASLt that goes wrong in the way that the argument names; what the virtual GPU
// says of it is looked at.
#include <cublasLt.h>

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static void show(const char* what, int result) { std::printf("%s: %d\n", what, result); }

int main(int argument_count, char** arguments) {
    const char* mistake = argument_count > 1 ? arguments[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mistake, name) == 0; };
    const int n = 40;
    const std::size_t bytes = sizeof(float) * n * n;
    float *a = nullptr, *b = nullptr, *bias = nullptr, *d = nullptr;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&bias, n * sizeof(float));
    cudaMalloc(&d, bytes);
    if (!is("unwritten")) cudaMemset(a, 0x3f, bytes);
    if (!is("unwritten_bias")) cudaMemset(bias, 0x3f, n * sizeof(float));
    cudaMemset(b, 0x3f, bytes);
    cudaStream_t streams[2];
    for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();

    cublasLtHandle_t handle = nullptr;
    show("create", cublasLtCreate(&handle));
    cublasLtMatmulDesc_t operation = nullptr;
    cublasLtMatmulDescCreate(&operation, CUBLAS_COMPUTE_32F, CUDA_R_32F);
    const auto epilogue =
        is("not_supported") ? CUBLASLT_EPILOGUE_RELU_AUX_BIAS : CUBLASLT_EPILOGUE_GELU_BIAS;
    cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_EPILOGUE, &epilogue,
                                   sizeof epilogue);
    cublasLtMatmulDescSetAttribute(operation, CUBLASLT_MATMUL_DESC_BIAS_POINTER, &bias,
                                   sizeof bias);
    cublasLtMatrixLayout_t of_a = nullptr, of_others = nullptr;
    cublasLtMatrixLayoutCreate(&of_a, CUDA_R_32F, n, n, is("out_of_bounds") ? n + 1 : n);
    cublasLtMatrixLayoutCreate(&of_others, CUDA_R_32F, n, n, n);
    const float factors[] = {1, 2}, zero = 0;
    for (int i = 0; i < (is("streams") ? 2 : 1); ++i)
        show("matmul", cublasLtMatmul(handle, operation, &factors[i], a, of_a, b, of_others, &zero,
                                      d, of_others, d, of_others, nullptr, nullptr, 0, streams[i]));
    show("wait", cudaDeviceSynchronize());
    show("destroy", cublasLtDestroy(handle));
    return 0;
}
