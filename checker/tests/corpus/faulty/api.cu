// The runtime used wrongly: each call is refused with an error that the program does not look at.
#include "corpus.hpp"

#include <cooperative_groups.h>
#include <vector>

namespace {

__global__ void write_all(int* out) {
    out[thread()] = 1; // fault: after_a_fault
}

CASE(copy_too_large) {
    const std::vector<int> from(64);
    const Array<int> to(32);
    cudaMemcpy(to, from.data(), 64 * sizeof(int), cudaMemcpyHostToDevice);
}
CASE(copy_swapped) {
    std::vector<int> on_host(32);
    const Array<int> on_device(32, 0);
    cudaMemcpy(on_device, on_host.data(), on_device.bytes(), cudaMemcpyDeviceToHost);
}
CASE(copy_wrong_kind) {
    const Array<int> a(32, 0);
    std::vector<int> b(32);
    cudaMemcpy(b.data(), a, a.bytes(), cudaMemcpyDeviceToDevice);
}
CASE(copy_to_null) {
    const Array<int> from(32, 0);
    cudaMemcpy(nullptr, from, from.bytes(), cudaMemcpyDeviceToHost);
}
CASE(copy_from_freed) {
    int* freed = nullptr;
    cudaMalloc(&freed, 128);
    cudaFree(freed);
    int value = 0;
    cudaMemcpy(&value, freed, sizeof value, cudaMemcpyDeviceToHost);
}
CASE(set_too_large) {
    const Array<int> out(32);
    cudaMemset(out, 0, 33 * sizeof(int));
}
CASE(set_host_memory) {
    std::vector<int> on_host(32);
    cudaMemset(on_host.data(), 0, 128);
}
__device__ int symbol[8];
CASE(symbol_as_address) {
    const int from[8] = {};
    cudaMemcpy(symbol, from, sizeof from, cudaMemcpyHostToDevice); // cudaMemcpyToSymbol is meant
}
CASE(symbol_overrun) {
    const int from[16] = {};
    cudaMemcpyToSymbol(symbol, from, sizeof from);
}
CASE(pitch_below_width) {
    const Array<char> out(4096);
    const std::vector<char> from(4096);
    cudaMemcpy2D(out, 32, from.data(), 64, 64, 8, cudaMemcpyHostToDevice);
}
CASE(too_many_threads) {
    const Array<int> out(2048);
    write_all<<<1, 2048>>>(out);
}
CASE(no_blocks) {
    const Array<int> out(32);
    write_all<<<0, 32>>>(out);
}
CASE(no_threads) {
    const Array<int> out(32);
    write_all<<<1, 0>>>(out);
}
CASE(grid_too_high) {
    const Array<int> out(32);
    write_all<<<dim3(1, 70000), 32>>>(out);
}
CASE(too_much_shared) {
    const Array<int> out(32);
    write_all<<<1, 32, 100 * 1024>>>(out);
}
__global__ void __launch_bounds__(64) small_blocks(int* out) { out[thread()] = 1; }
CASE(beyond_launch_bounds) {
    const Array<int> out(128);
    small_blocks<<<1, 128>>>(out);
}
__global__ void whole_grid(int* out) {
    cooperative_groups::this_grid().sync();
    out[thread()] = 1;
}
CASE(cooperative_too_large) {
    const Array<int> out(1 << 22);
    int* pointer = out;
    void* arguments[] = {&pointer};
    cudaLaunchCooperativeKernel(reinterpret_cast<void*>(whole_grid), 1 << 16, 64, arguments, 0, nullptr);
}
CASE(no_such_device) { cudaSetDevice(99); }
CASE(time_of_unrecorded_event) {
    cudaEvent_t begin, end;
    cudaEventCreate(&begin);
    cudaEventCreate(&end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
}
CASE(time_without_timing) {
    cudaEvent_t begin, end;
    cudaEventCreateWithFlags(&begin, cudaEventDisableTiming);
    cudaEventCreate(&end);
    cudaEventRecord(begin);
    cudaEventRecord(end);
    cudaEventSynchronize(end);
    float milliseconds = 0;
    cudaEventElapsedTime(&milliseconds, begin, end);
}
CASE(free_pinned_with_cuda_free) {
    int* pinned = nullptr;
    cudaMallocHost(&pinned, 128);
    cudaFree(pinned);
}
CASE(host_free_of_device_memory) {
    int* out = nullptr;
    cudaMalloc(&out, 128);
    cudaFreeHost(out);
}
CASE(attribute_too_large) {
    cudaFuncSetAttribute(write_all, cudaFuncAttributeMaxDynamicSharedMemorySize, 10 << 20);
}
CASE(more_than_there_is) {
    void* memory = nullptr;
    cudaMalloc(&memory, 1ull << 45);
}
CASE(launch_on_destroyed_stream) {
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaStreamDestroy(stream);
    const Array<int> out(32);
    write_all<<<1, 32, 0, stream>>>(out);
}
CASE(record_destroyed_event) {
    cudaEvent_t event;
    cudaEventCreate(&event);
    cudaEventDestroy(event);
    cudaEventRecord(event);
}
CASE(after_a_fault) {
    write_all<<<1, 32>>>(nullptr);
    cudaDeviceSynchronize();
    void* memory = nullptr;
    cudaMalloc(&memory, 128); // every call fails now
}

} // namespace
