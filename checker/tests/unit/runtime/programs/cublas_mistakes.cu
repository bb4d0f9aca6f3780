// A product of cuBLAS that goes wrong in the way that the argument names; what the virtual GPU says
// of it is looked at.
#include <cublas_v2.h>

#include <cstdio>
#include <cstring>

static void show(const char* what, int result) { std::printf("%s: %d\n", what, result); }

int main(int argument_count, char** arguments) {
    const char* mistake = argument_count > 1 ? arguments[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mistake, name) == 0; };
    const int n = 40;
    const std::size_t bytes = sizeof(float) * n * n;
    float *a = nullptr, *b = nullptr, *c = nullptr;
    cudaMalloc(&a, bytes);
    cudaMalloc(&b, bytes);
    cudaMalloc(&c, bytes);
    if (!is("unwritten")) cudaMemset(a, 0x3f, bytes);
    cudaMemset(b, 0x3f, bytes);
    cudaStream_t streams[2];
    for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();

    cublasHandle_t handle = nullptr;
    show("create", cublasCreate(&handle));
    const float factors[] = {1, 2}, zero = 0;
    const int leading = is("out_of_bounds") ? n + 1 : n;
    for (int i = 0; i < (is("streams") ? 2 : 1); ++i) {
        cublasSetStream(handle, streams[i]);
        show("gemm", cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &factors[i], a, leading,
                                 b, n, &zero, c, n));
    }
    if (is("not_supported")) show("rotg", cublasSrotg(handle, a, b, c, c));
    float largest = 0;
    show("asum", cublasSasum(handle, n, c, 1, &largest)); // waits
    show("destroy", cublasDestroy(handle));
    return 0;
}
