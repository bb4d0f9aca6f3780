// Lesson 17, given: plays the other libraries, and calls your add.
#include "strided_interop.hpp"

#include "wire/cuda_check.hpp"

#include <cstdio>
#include <cstring>
#include <stdexcept>

// In your file.
void add(const ArrayInterface& x, const ArrayInterface& y, const ArrayInterface& out,
         cudaStream_t stream);

namespace {

ArrayInterface placed(ArrayInterface array, const float* memory) {
    array.pointer += reinterpret_cast<std::uintptr_t>(memory);
    return array;
}

// Slow on purpose: one thread, one element at a time. A program that does not wait comes too early.
__global__ void fill(float* memory, std::size_t n, int step) {
    for (std::size_t i = 0; i < n; ++i) {
        memory[i] = static_cast<float>(static_cast<long long>(i % 1000) * step);
        __threadfence();
    }
}

__global__ void negate(float* memory, std::size_t n) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        memory[i] = -memory[i];
    }
}

ArrayInterface without_gaps(const float* memory, std::size_t n, cudaStream_t stream) {
    ArrayInterface array{};
    array.pointer = reinterpret_cast<std::uintptr_t>(memory);
    array.dimensions = 1;
    array.shape[0] = static_cast<std::int64_t>(n);
    std::strcpy(array.typestr, "<f4");
    array.version = 3;
    array.stream = reinterpret_cast<std::uintptr_t>(stream);
    return array;
}

// Given back when an exception is under way, too. A stream's work is finished all the same.
struct Stream {
    cudaStream_t stream = nullptr;
    Stream() { check(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)); }
    ~Stream() { cudaStreamDestroy(stream); }
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    operator cudaStream_t() const { return stream; }
};

void fill_and_add(float* x, cudaStream_t x_stream, float* y, cudaStream_t y_stream, float* out,
                  std::size_t n) {
    const Stream out_stream, stream;
    fill<<<1, 1, 0, x_stream>>>(x, n, 1);
    fill<<<1, 1, 0, y_stream>>>(y, n, 1000);
    fill<<<1, 1, 0, out_stream>>>(out, n, 0);
    check(cudaGetLastError());
    add(without_gaps(x, n, x_stream), without_gaps(y, n, y_stream),
        without_gaps(out, n, out_stream), stream);
    negate<<<8, 128, 0, stream>>>(out, n);
    check(cudaGetLastError());
}

} // namespace

void add_arrays(const float* x_memory, ArrayInterface x, const float* y_memory, ArrayInterface y,
                float* out_memory, ArrayInterface out, char* text, std::size_t length) {
    text[0] = '\0';
    try {
        add(placed(x, x_memory), placed(y, y_memory), placed(out, out_memory), nullptr);
    } catch (const std::invalid_argument& refusal) {
        std::snprintf(text, length, "%s", refusal.what());
    }
}

void add_to(float* x_memory, ArrayInterface x, const float* y_memory, ArrayInterface y) {
    add(placed(x, x_memory), placed(y, y_memory), placed(x, x_memory), nullptr);
}

void add_in_streams(float* x_memory, float* y_memory, float* out_memory, std::size_t n) {
    const Stream x_stream, y_stream;
    fill_and_add(x_memory, x_stream, y_memory, y_stream, out_memory, n);
}

void add_in_default_stream(float* x_memory, float* y_memory, float* out_memory, std::size_t n,
                           bool of_thread) {
    const Stream y_stream;
    fill_and_add(x_memory, of_thread ? cudaStreamPerThread : cudaStreamLegacy, y_memory, y_stream,
                 out_memory, n);
}
