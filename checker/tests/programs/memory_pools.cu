// Memory allocated and freed in stream order: from the default pool, from a pool of its own, handed
// from one stream to another.
#include "check.hpp"

#include <cstdint>
#include <vector>

__global__ void fill(int* values, int count, int first) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) values[i] = first + i;
}

__global__ void add(const int* a, const int* b, int* sum, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) sum[i] = a[i] + b[i];
}

int main() {
    constexpr int count = 1000;
    constexpr std::size_t bytes = count * sizeof(int);
    int supported = 0;
    check(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    require(supported == 1, "pools");
    cudaStream_t stream, other;
    cudaEvent_t ready;
    check(cudaStreamCreate(&stream));
    check(cudaStreamCreate(&other));
    check(cudaEventCreate(&ready));

    cudaMemPool_t pool = nullptr;
    check(cudaDeviceGetDefaultMemPool(&pool, 0));
    std::uint64_t threshold = UINT64_MAX, kept = 0;
    check(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &kept));
    require(kept == threshold, "the threshold");

    std::vector<int> host(count);
    long long total = 0;
    for (int round = 0; round < 5; ++round) {
        int *a = nullptr, *b = nullptr, *sum = nullptr;
        check(cudaMallocAsync(&a, bytes, stream));
        check(cudaMallocAsync(&b, bytes, stream));
        check(cudaMallocAsync(&sum, bytes, stream));
        fill<<<8, 128, 0, stream>>>(a, count, round);
        fill<<<8, 128, 0, stream>>>(b, count, 10 * round);
        add<<<8, 128, 0, stream>>>(a, b, sum, count);
        check(cudaFreeAsync(a, stream));
        check(cudaFreeAsync(b, stream));
        check(cudaMemcpyAsync(host.data(), sum, bytes, cudaMemcpyDeviceToHost, stream));
        check(cudaFreeAsync(sum, stream));
        check(cudaStreamSynchronize(stream));
        for (int i = 0; i < count; ++i) {
            require(host[i] == 11 * round + 2 * i, "a sum");
            total += host[i];
        }
    }
    std::uint64_t used = 1, most = 0;
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &used));
    check(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &most));
    require(used == 0 && most >= 3 * bytes, "what was used of the pool");
    check(cudaMemPoolTrimTo(pool, 0));
    std::printf("total %lld\n", total);

    cudaMemPoolProps properties{};
    properties.allocType = cudaMemAllocationTypePinned;
    properties.location = {cudaMemLocationTypeDevice, 0};
    cudaMemPool_t own = nullptr;
    check(cudaMemPoolCreate(&own, &properties));
    int* values = nullptr;
    check(cudaMallocFromPoolAsync(&values, bytes, own, stream));
    fill<<<8, 128, 0, stream>>>(values, count, 7);
    check(cudaEventRecord(ready, stream));
    check(cudaStreamWaitEvent(other, ready)); // the other stream takes over, and frees
    check(cudaMemcpyAsync(host.data(), values, bytes, cudaMemcpyDeviceToHost, other));
    check(cudaFreeAsync(values, other));
    check(cudaStreamSynchronize(other));
    require(host[0] == 7 && host[count - 1] == count + 6, "the values handed over");
    std::printf("handed over: %d %d\n", host[0], host[count - 1]);
    check(cudaMemPoolDestroy(own));
    check(cudaEventDestroy(ready));
    check(cudaStreamDestroy(stream));
    check(cudaStreamDestroy(other));
    return 0;
}
