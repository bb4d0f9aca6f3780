// Transforms of cuFFT that go wrong in the way that the argument names; what the virtual GPU says
// of it is looked at.
#include <cufftXt.h>

#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

static void show(const char* what, int result) { std::printf("%s: %d\n", what, result); }

__global__ void norm(const cufftComplex* x, float* norms) {
    norms[threadIdx.x] = x[threadIdx.x].x * x[threadIdx.x].x + x[threadIdx.x].y * x[threadIdx.x].y;
}

int main(int argument_count, char** arguments) {
    const char* mistake = argument_count > 1 ? arguments[1] : "";
    const auto is = [&](const char* name) { return std::strcmp(mistake, name) == 0; };
    const int n = 256, half = is("out_of_bounds") ? n / 2 : n / 2 + 1;
    float *signal = nullptr, *norms = nullptr, on_host[n] = {};
    cudaMalloc(&signal, n * sizeof(float));
    cufftComplex* spectrum = nullptr;
    cudaMalloc(&spectrum, half * sizeof(cufftComplex));
    cudaMalloc(&norms, n * sizeof(float));
    if (!is("unwritten")) cudaMemset(signal, 0, n * sizeof(float));
    cudaStream_t streams[2];
    for (auto& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaDeviceSynchronize();

    cufftHandle plan = 0;
    show("plan", cufftPlan1d(&plan, n, CUFFT_R2C, 1));
    show("stream", cufftSetStream(plan, streams[0]));
    show("execute", cufftExecR2C(plan, is("host_pointer") ? on_host : signal, spectrum));
    norm<<<1, half, 0, streams[is("streams") ? 1 : 0]>>>(spectrum, norms);
    if (is("not_supported")) {
        int gpus[] = {0, 1};
        show("gpus", cufftXtSetGPUs(plan, 2, gpus));
    }
    if (is("shared_work_area")) { // the plan has one for both executions
        const int many = 4096;
        cufftComplex* rows = nullptr;
        cudaMalloc(&rows, 2 * many * sizeof(cufftComplex));
        cudaMemset(rows, 0, 2 * many * sizeof(cufftComplex));
        cudaDeviceSynchronize();
        cufftHandle both = 0;
        cufftPlan1d(&both, many, CUFFT_C2C, 1);
        for (int i = 0; i < 2; ++i) {
            cufftSetStream(both, streams[i]);
            cufftExecC2C(both, rows + i * many, rows + i * many, CUFFT_FORWARD);
        }
    }
    show("wait", cudaDeviceSynchronize());
    show("destroy", cufftDestroy(plan));
    return 0;
}
