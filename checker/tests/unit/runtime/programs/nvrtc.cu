// Device code that is compiled while the program runs (NVRTC) and launched as a library's kernel.
#include <cstdio>
#include <cuda_runtime.h>
#include <nvrtc.h>
#include <string>
#include <vector>

namespace {

constexpr char source[] = R"(
template <class Value>
__global__ void scale(Value* values, Value factor, int count) {
    const int index = blockIdx.x * blockDim.x + threadIdx.x;
    if (index < count) values[index] *= factor;
}
__constant__ int offsets[4];
__device__ int calls;
extern "C" __global__ void add_offsets(int* values) {
    __shared__ int tile[64];
    tile[threadIdx.x] = values[threadIdx.x];
    __syncthreads();
    values[threadIdx.x] = tile[63 - threadIdx.x] + offsets[threadIdx.x % 4];
    if (threadIdx.x == 0) atomicAdd(&calls, 1);
}
)";

void check(nvrtcResult result) {
    if (result != NVRTC_SUCCESS) std::printf("NVRTC: %s\n", nvrtcGetErrorString(result));
}
void check(cudaError_t error) {
    if (error != cudaSuccess) std::printf("CUDA: %s\n", cudaGetErrorName(error));
}

std::string ptx_of(nvrtcProgram program) {
    std::size_t bytes = 0;
    check(nvrtcGetPTXSize(program, &bytes));
    std::string ptx(bytes, '\0');
    check(nvrtcGetPTX(program, ptx.data()));
    return ptx;
}

cudaKernel_t kernel_of(cudaLibrary_t library, const char* name) {
    cudaKernel_t kernel = nullptr;
    check(cudaLibraryGetKernel(&kernel, library, name));
    return kernel;
}

} // namespace

int main() {
    nvrtcProgram program = nullptr;
    check(nvrtcCreateProgram(&program, source, "scale.cu", 0, nullptr, nullptr));
    check(nvrtcAddNameExpression(program, "scale<double>"));
    const char* options[] = {"--gpu-architecture=compute_80", "--std=c++17", "-lineinfo"};
    check(nvrtcCompileProgram(program, 3, options));
    const char* scale_name = nullptr;
    check(nvrtcGetLoweredName(program, "scale<double>", &scale_name));

    const std::string ptx = ptx_of(program);
    cudaLibrary_t library = nullptr;
    check(cudaLibraryLoadData(&library, ptx.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));

    constexpr int count = 1000;
    std::vector<double> values(count, 1.5);
    double* on_device = nullptr;
    check(cudaMalloc(&on_device, count * sizeof(double)));
    check(cudaMemcpy(on_device, values.data(), count * sizeof(double), cudaMemcpyDefault));
    double factor = 4;
    int elements = count;
    void* scale_arguments[] = {&on_device, &factor, &elements};
    check(cudaLaunchKernel(reinterpret_cast<const void*>(kernel_of(library, scale_name)), 8, 128,
                           scale_arguments, 0, nullptr));
    check(cudaMemcpy(values.data(), on_device, count * sizeof(double), cudaMemcpyDefault));
    std::printf("scaled: %g %g\n", values.front(), values.back());

    void* offsets = nullptr;
    std::size_t bytes = 0;
    check(cudaLibraryGetGlobal(&offsets, &bytes, library, "offsets"));
    const int host_offsets[4] = {100, 200, 300, 400};
    check(cudaMemcpy(offsets, host_offsets, bytes, cudaMemcpyDefault));
    int* integers = nullptr;
    check(cudaMallocManaged(&integers, 64 * sizeof(int)));
    for (int i = 0; i < 64; ++i) integers[i] = i;
    void* arguments[] = {&integers};
    const auto add_offsets = reinterpret_cast<const void*>(kernel_of(library, "add_offsets"));
    check(cudaLaunchKernel(add_offsets, 1, 64, arguments, 0, nullptr));
    check(cudaDeviceSynchronize());
    std::printf("offsets (%zu bytes): %d %d %d\n", bytes, integers[0], integers[1], integers[63]);

    void* calls = nullptr;
    int host_calls = -1;
    check(cudaLibraryGetGlobal(&calls, nullptr, library, "calls"));
    check(cudaMemcpy(&host_calls, calls, sizeof host_calls, cudaMemcpyDefault));
    std::printf("calls: %d\n", host_calls);

    // A mistake in such a kernel is named as any other.
    int* too_short = nullptr;
    check(cudaMalloc(&too_short, 60 * sizeof(int)));
    check(cudaMemset(too_short, 0, 60 * sizeof(int)));
    void* wrong[] = {&too_short};
    check(cudaLaunchKernel(add_offsets, 1, 64, wrong, 0, nullptr));
    std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
    nvrtcDestroyProgram(&program);
    return 0;
}
