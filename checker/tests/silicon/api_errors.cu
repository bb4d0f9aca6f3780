// What the CUDA runtime answers to wrong use, one line a question. The answers of a real GPU are in
// api_errors.txt; the virtual GPU must give the same.
//
//     api_errors            the questions after which the process can go on
//     api_errors STICKY     one fault of a kernel, and what the calls after it answer
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace {

__global__ void nothing() {}
__global__ void __launch_bounds__(64) at_most_64() {}
__global__ void use_shared() {
    extern __shared__ char bytes[];
    bytes[threadIdx.x] = 1;
}
__global__ void write_at(int* place) { *place = 1; }
__global__ void stop_here() { __trap(); }

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

void tell(const char* question, cudaError_t answer) {
    std::printf("%-44s %s, then %s", question, name(answer), name(cudaPeekAtLastError()));
    std::printf(", %s", name(cudaGetLastError()));
    std::printf(", %s\n", name(cudaGetLastError()));
}

template <class Kernel>
cudaError_t launch(Kernel kernel, dim3 grid, dim3 block, std::size_t shared = 0) {
    void* no_arguments[1] = {};
    return cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, no_arguments, shared, nullptr);
}

void ask_about_launches() {
    tell("launch: 1024 threads", launch(nothing, 1, 1024));
    tell("launch: 1025 threads", launch(nothing, 1, 1025));
    tell("launch: 4096 threads", launch(nothing, 1, 4096));
    tell("launch: block (1, 1, 64)", launch(nothing, 1, dim3(1, 1, 64)));
    tell("launch: block (1, 1, 65)", launch(nothing, 1, dim3(1, 1, 65)));
    tell("launch: block (32, 33)", launch(nothing, 1, dim3(32, 33)));
    tell("launch: no threads", launch(nothing, 1, 0));
    tell("launch: no blocks", launch(nothing, 0, 1));
    tell("launch: grid (1, 65535)", launch(nothing, dim3(1, 65535), 1));
    tell("launch: grid (1, 65536)", launch(nothing, dim3(1, 65536), 1));
    tell("launch: grid (1, 1, 65536)", launch(nothing, dim3(1, 1, 65536), 1));
    tell("launch: 65 threads where 64 were promised", launch(at_most_64, 1, 65));
    tell("launch: 48 KiB of shared memory", launch(use_shared, 1, 32, 48 << 10));
    tell("launch: 48 KiB and a byte", launch(use_shared, 1, 32, (48 << 10) + 1));
    tell("launch: 1 MiB of shared memory", launch(use_shared, 1, 32, 1 << 20));
    tell("allow 64 KiB", cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    tell("launch: 64 KiB, allowed", launch(use_shared, 1, 32, 64 << 10));
    tell("allow 1 MiB", cudaFuncSetAttribute(use_shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 1 << 20));
    tell("allow 64 KiB of no kernel", cudaFuncSetAttribute(static_cast<const void*>(nullptr), cudaFuncAttributeMaxDynamicSharedMemorySize, 64 << 10));
    static int not_a_kernel;
    void* no_arguments[1] = {};
    tell("launch: not a kernel", cudaLaunchKernel(&not_a_kernel, 1, 1, no_arguments, 0, nullptr));
    tell("launch: null", cudaLaunchKernel(nullptr, 1, 1, no_arguments, 0, nullptr));
    nothing<<<1, 1025>>>();
    tell("after <<<1, 1025>>>", cudaSuccess);
    nothing<<<1, 1025>>>();
    tell("synchronise after <<<1, 1025>>>", cudaDeviceSynchronize());
}

void ask_about_memory() {
    int* device = nullptr;
    int host[256] = {};
    int* pointer = nullptr;
    tell("malloc: 1024 bytes", cudaMalloc(&device, 1024));
    pointer = device;
    tell("malloc: 0 bytes", cudaMalloc(&pointer, 0));
    std::printf("%-44s %s\n", "  its pointer", pointer == nullptr ? "null" : "not null");
    tell("malloc: 2^60 bytes", cudaMalloc(&pointer, std::size_t{1} << 60));
    tell("malloc: no place for the pointer", cudaMalloc(static_cast<int**>(nullptr), 16));
    tell("free: null", cudaFree(nullptr));
    tell("free: host pointer", cudaFree(host));
    tell("free: inside an allocation", cudaFree(device + 4));
    tell("copy: to the device", cudaMemcpy(device, host, 1024, cudaMemcpyHostToDevice));
    tell("copy: to the device, as device to host", cudaMemcpy(device, host, 1024, cudaMemcpyDeviceToHost));
    tell("copy: from the device, as host to device", cudaMemcpy(host, device, 1024, cudaMemcpyHostToDevice));
    tell("copy: host to host, as host to device", cudaMemcpy(host, host + 128, 64, cudaMemcpyHostToDevice));
    tell("copy: host to host, as device to device", cudaMemcpy(host, host + 128, 64, cudaMemcpyDeviceToDevice));
    tell("copy: to the device, as device to device", cudaMemcpy(device, host, 64, cudaMemcpyDeviceToDevice));
    tell("copy: within the device, as host to device", cudaMemcpy(device, device + 64, 64, cudaMemcpyHostToDevice));
    tell("copy: within the device, as device to host", cudaMemcpy(device, device + 64, 64, cudaMemcpyDeviceToHost));
    tell("copy: to the device, default", cudaMemcpy(device, host, 64, cudaMemcpyDefault));
    tell("copy: kind 17", cudaMemcpy(device, host, 64, static_cast<cudaMemcpyKind>(17)));
    tell("copy: 0 bytes from null", cudaMemcpy(device, nullptr, 0, cudaMemcpyHostToDevice));
    tell("copy: from null", cudaMemcpy(device, nullptr, 16, cudaMemcpyHostToDevice));
    tell("copy: to null", cudaMemcpy(nullptr, host, 16, cudaMemcpyHostToDevice));
    tell("copy: 4 MiB of 1024 bytes", cudaMemcpy(device, device, 4 << 20, cudaMemcpyDeviceToDevice));
    tell("set: 1024 bytes", cudaMemset(device, 0, 1024));
    tell("set: host pointer", cudaMemset(host, 0, 16));
    tell("set: null", cudaMemset(nullptr, 0, 16));
    tell("free", cudaFree(device));
    tell("free: again", cudaFree(device));
    tell("copy: from freed memory", cudaMemcpy(host, device, 16, cudaMemcpyDeviceToHost));
}

void ask_about_the_rest() {
    tell("device: -1", cudaSetDevice(-1));
    tell("device: 99", cudaSetDevice(99));
    int value = 0;
    tell("attribute: unknown", cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
    tell("attribute: of device 99", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99));
    cudaEvent_t first = nullptr, second = nullptr;
    cudaEventCreate(&first);
    cudaEventCreate(&second);
    float milliseconds = 0;
    tell("elapsed: not recorded", cudaEventElapsedTime(&milliseconds, first, second));
    tell("query: not recorded", cudaEventQuery(first));
    tell("synchronise: not recorded", cudaEventSynchronize(first));
    tell("stream: priority of null", cudaStreamCreateWithFlags(nullptr, cudaStreamDefault));
}

int provoke(const char* fault) {
    int* device = nullptr;
    cudaMalloc(&device, 1024);
    if (!std::strcmp(fault, "null")) write_at<<<1, 1>>>(nullptr);
    else if (!std::strcmp(fault, "far")) write_at<<<1, 1>>>(device + (std::int64_t{1} << 40));
    else if (!std::strcmp(fault, "misaligned"))
        write_at<<<1, 1>>>(reinterpret_cast<int*>(reinterpret_cast<char*>(device) + 2));
    else if (!std::strcmp(fault, "trap")) stop_here<<<1, 1>>>();
    else {
        std::fprintf(stderr, "faults: null far misaligned trap\n");
        return 2;
    }
    tell("the launch itself", cudaSuccess);
    tell("synchronise", cudaDeviceSynchronize());
    tell("synchronise again", cudaDeviceSynchronize());
    int host = 0;
    tell("copy", cudaMemcpy(&host, device, 4, cudaMemcpyDeviceToHost));
    int* another = nullptr;
    tell("malloc", cudaMalloc(&another, 16));
    nothing<<<1, 1>>>();
    tell("another launch", cudaSuccess);
    tell("free", cudaFree(device));
    return 0;
}

} // namespace

int main(int count, char** words) {
    if (count > 1) return provoke(words[1]);
    ask_about_launches();
    ask_about_memory();
    ask_about_the_rest();
}
