// What a GPU says of itself: every attribute, the properties, limits, attributes of kernels, and
// how many blocks of them fit on a multiprocessor. The answers of an H200 are in
// device_attributes.txt; the profile `h200` of the virtual GPU is held to them.
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>

namespace {

__global__ void nothing() {}

// Keeps that many values alive; how many registers they take, the attributes tell.
template <int Values>
__device__ void keep_busy(float* data) {
    float values[Values];
#pragma unroll
    for (int i = 0; i < Values; ++i) values[i] = data[threadIdx.x + i * 1024];
    __syncthreads();
#pragma unroll
    for (int i = 0; i < Values; ++i)
        values[i] = values[i] * values[(i + 1) % Values] + values[Values - 1 - i];
#pragma unroll
    for (int i = 0; i < Values; ++i) data[threadIdx.x + i * 1024] = values[i];
}
__global__ void __launch_bounds__(1024) values_10(float* data) { keep_busy<10>(data); }
__global__ void __launch_bounds__(1024) values_28(float* data) { keep_busy<28>(data); }
__global__ void __launch_bounds__(1024) values_52(float* data) { keep_busy<52>(data); }
__global__ void __launch_bounds__(512) values_88(float* data) { keep_busy<88>(data); }
__global__ void __launch_bounds__(256) values_168(float* data) { keep_busy<168>(data); }
__global__ void __launch_bounds__(128) values_300(float* data) { keep_busy<300>(data); }
__global__ void shared_5000(float* data) {
    __shared__ float values[1250];
    values[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = values[1249 - threadIdx.x];
}

const struct {
    int number;
    const char* name;
} attributes[] = {
#define WORKBOOK_ATTRIBUTE(number, name, ...) {number, #name},
#include "wire/cards.def"
};

const char* name(cudaError_t error) { return cudaGetErrorName(error); }

void tell_attributes() {
    std::printf("# attributes\n");
    for (int number = 0; number <= 160; ++number) {
        const char* known = "-";
        for (const auto& attribute : attributes)
            if (attribute.number == number) known = attribute.name;
        int value = -12345;
        const cudaError_t error =
            cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(number), 0);
        if (error == cudaSuccess)
            std::printf("%d %s %d\n", number, known, value);
        else
            std::printf("%d %s %s\n", number, known, name(error));
    }
}

void tell_properties() {
    cudaDeviceProp properties;
    std::memset(&properties, 0, sizeof properties);
    std::printf("# properties, as words of 32 bits that are not 0: byte offset, value\n");
    const cudaError_t error = cudaGetDeviceProperties(&properties, 0);
    std::printf("cudaGetDeviceProperties %s, %zu bytes, %s, %zu bytes of memory\n", name(error),
                sizeof properties, properties.name, properties.totalGlobalMem);
    const char* bytes = reinterpret_cast<const char*>(&properties);
    for (std::size_t at = offsetof(cudaDeviceProp, sharedMemPerBlock); at < sizeof properties;
         at += 4) {
        int word = 0;
        std::memcpy(&word, bytes + at, sizeof word);
        if (word != 0) std::printf("%zu %d\n", at, word);
    }
}

void tell_limits() {
    std::printf("# limits: number, value, after setting 1, 1000, 100000, 100000000, -1\n");
    for (int limit = 0; limit <= 8; ++limit) {
        const auto which = static_cast<cudaLimit>(limit);
        std::size_t value = 0;
        const cudaError_t error = cudaDeviceGetLimit(&value, which);
        std::printf("%d %s %zu", limit, name(error), value);
        for (const std::size_t wanted : {1ul, 1000ul, 100000ul, 100000000ul, ~0ul}) {
            const cudaError_t set = cudaDeviceSetLimit(which, wanted);
            std::size_t now = 0;
            cudaDeviceGetLimit(&now, which);
            std::printf("; %s %zu", name(set), now);
        }
        std::printf("\n");
        if (error == cudaSuccess) cudaDeviceSetLimit(which, value);
    }
    int least = 9, greatest = 9;
    cudaDeviceGetStreamPriorityRange(&least, &greatest);
    unsigned flags = 99;
    cudaGetDeviceFlags(&flags);
    cudaFuncCache cache;
    cudaDeviceGetCacheConfig(&cache);
    std::printf("# priorities %d %d, flags %u, cache %d\n", least, greatest, flags, cache);
}

template <class Kernel>
void tell_kernel(const char* what, Kernel kernel) {
    const void* function = reinterpret_cast<const void*>(kernel);
    cudaFuncAttributes known;
    std::memset(&known, 0, sizeof known);
    const cudaError_t error = cudaFuncGetAttributes(&known, kernel);
    std::printf("kernel %s %s: registers %d shared %zu const %zu local %zu threads %d ptx %d "
                "binary %d cache %d "
                "dynamic %d carveout %d cluster %d %d %d %d %d %d\n",
                what, name(error), known.numRegs, known.sharedSizeBytes, known.constSizeBytes,
                known.localSizeBytes, known.maxThreadsPerBlock, known.ptxVersion,
                known.binaryVersion, known.cacheModeCA, known.maxDynamicSharedSizeBytes,
                known.preferredShmemCarveout, known.clusterDimMustBeSet, known.requiredClusterWidth,
                known.requiredClusterHeight, known.requiredClusterDepth,
                known.clusterSchedulingPolicyPreference, known.nonPortableClusterSizeAllowed);
    std::printf("# threads, dynamic shared memory, blocks on a multiprocessor\n");
    for (const int dynamic_limit : {-1, 200000}) {
        if (dynamic_limit > 0)
            std::printf("allow %d %s\n", dynamic_limit,
                        name(cudaFuncSetAttribute(
                            function, cudaFuncAttributeMaxDynamicSharedMemorySize, dynamic_limit)));
        for (const int threads :
             {1, 32, 33, 64, 96, 128, 160, 192, 256, 288, 384, 512, 544, 768, 1024, 1025})
            for (const std::size_t dynamic : {0ul, 1ul, 1000ul, 8192ul, 20000ul, 49152ul, 60000ul,
                                              120000ul, 200000ul, 230000ul}) {
                if (dynamic_limit > 0 && threads % 128 != 0) continue;
                int blocks = -1;
                const cudaError_t answer = cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                    &blocks, function, threads, dynamic);
                std::printf("%d %zu %d %s\n", threads, dynamic, blocks, name(answer));
            }
        for (const int blocks : {0, 1, 2, 3, 5, 8, 16, 32, 33})
            for (const int threads : {32, 128, 256, 1024}) {
                std::size_t bytes = 12345;
                const cudaError_t answer =
                    cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, function, blocks, threads);
                std::printf("available %d %d %zu %s\n", blocks, threads, bytes, name(answer));
            }
    }
    int grid = 0, block = 0;
    cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel);
    std::printf("potential %d %d\n", grid, block);
    for (const int carveout : {-2, -1, 0, 50, 100, 101})
        std::printf("carveout %d %s\n", carveout,
                    name(cudaFuncSetAttribute(
                        function, cudaFuncAttributePreferredSharedMemoryCarveout, carveout)));
    cudaGetLastError();
}

} // namespace

int main() {
    tell_attributes();
    tell_properties();
    tell_limits();
    tell_kernel("nothing", nothing);
    tell_kernel("values_10", values_10);
    tell_kernel("values_28", values_28);
    tell_kernel("values_52", values_52);
    tell_kernel("values_88", values_88);
    tell_kernel("values_168", values_168);
    tell_kernel("values_300", values_300);
    tell_kernel("shared_5000", shared_5000);
    return 0;
}
