// Compiled by NVRTC for sm_80 and loaded as machine code, as NVIDIA's samples do it: `run` has
// nvrtcGetCUBIN give PTX.
#include <cstdio>
#include <cuda.h>
#include <nvrtc.h>
#include <string>

namespace {

const char source[] = R"(extern "C" __global__ void count(int* values) {
    values[threadIdx.x] = threadIdx.x * blockDim.x;
})";

} // namespace

int main() {
    nvrtcProgram program = nullptr;
    const char* options[] = {"--gpu-architecture=sm_80", "-lineinfo"};
    std::size_t bytes = 0;
    if (nvrtcCreateProgram(&program, source, "count.cu", 0, nullptr, nullptr) != NVRTC_SUCCESS ||
        nvrtcCompileProgram(program, 2, options) != NVRTC_SUCCESS ||
        nvrtcGetCUBINSize(program, &bytes) != NVRTC_SUCCESS)
        return 1;
    std::string code(bytes, '\0');
    if (nvrtcGetCUBIN(program, code.data()) != NVRTC_SUCCESS) return 2;
    nvrtcDestroyProgram(&program);

    CUcontext context = nullptr;
    CUmodule module = nullptr;
    CUfunction count = nullptr;
    CUdeviceptr values = 0;
    if (cuInit(0) != CUDA_SUCCESS || cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS ||
        cuCtxSetCurrent(context) != CUDA_SUCCESS ||
        cuModuleLoadData(&module, code.data()) != CUDA_SUCCESS ||
        cuModuleGetFunction(&count, module, "count") != CUDA_SUCCESS ||
        cuMemAlloc(&values, 60 * sizeof(int)) != CUDA_SUCCESS)
        return 3;
    void* parameters[] = {&values};
    for (const unsigned threads : {60u, 64u}) {
        cuLaunchKernel(count, 1, 1, 1, threads, 1, 1, 0, nullptr, parameters, nullptr);
        int last = 0;
        const CUresult result = cuMemcpyDtoH(&last, values + 59 * sizeof(int), sizeof last);
        std::printf("%u threads: result %d, %d\n", threads, result, last);
    }
    return 0;
}
