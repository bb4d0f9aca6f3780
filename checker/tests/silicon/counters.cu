// Kernels with a known access pattern each, for comparing the virtual GPU's counters with ncu's.
// Started by counters.py, once on each. On the virtual GPU it prints the trace.
#include "wire/trace_source.hpp"

#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <dlfcn.h>

namespace {

constexpr int side = 256;
constexpr int count = side * side;

__device__ int thread_index() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy_words(const float* in, float* out) { out[thread_index()] = in[thread_index()]; }
__global__ void copy_bytes(const char* in, char* out) { out[thread_index()] = in[thread_index()]; }
__global__ void copy_shorts(const short* in, short* out) { out[thread_index()] = in[thread_index()]; }
__global__ void copy_doubles(const double* in, double* out) { out[thread_index()] = in[thread_index()]; }
__global__ void copy_float4(const float4* in, float4* out) { out[thread_index()] = in[thread_index()]; }
__global__ void copy_shifted(const float* in, float* out) { out[thread_index() + 1] = in[thread_index() + 1]; }
__global__ void copy_stride_2(const float* in, float* out) { out[2 * thread_index()] = in[2 * thread_index()]; }
__global__ void copy_stride_8(const float* in, float* out) { out[8 * thread_index()] = in[8 * thread_index()]; }
__global__ void doubles_stride_2(const double* in, double* out) { out[2 * thread_index()] = in[2 * thread_index()]; }
__global__ void float4_stride_2(const float4* in, float4* out) { out[2 * thread_index()] = in[2 * thread_index()]; }
__global__ void broadcast(const float* in, float* out) { out[thread_index()] = in[blockIdx.x]; }
__global__ void reversed(const float* in, float* out) { out[count - 1 - thread_index()] = in[thread_index()]; }
__global__ void half_warp(const float* in, float* out) {
    if (threadIdx.x % 32 < 16) out[thread_index()] = in[thread_index()];
}
__global__ void transpose_naive(const float* in, float* out) {
    const int column = blockIdx.x * 32 + threadIdx.x, row = blockIdx.y * 8 + threadIdx.y;
    out[column * side + row] = in[row * side + column];
}

template <int pitch>
__global__ void transpose_through_tile(const float* in, float* out) {
    __shared__ float tile[32][pitch];
    for (int step = 0; step < 32; step += 8) {
        const int row = blockIdx.y * 32 + threadIdx.y + step;
        tile[threadIdx.y + step][threadIdx.x] = in[row * side + blockIdx.x * 32 + threadIdx.x];
    }
    __syncthreads();
    for (int step = 0; step < 32; step += 8) {
        const int row = blockIdx.x * 32 + threadIdx.y + step;
        out[row * side + blockIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y + step];
    }
}

template <class Element, int stride>
__global__ void shared_stride(Element* out) {
    __shared__ Element words[256 * stride];
    words[threadIdx.x * stride] = Element{};
    __syncthreads();
    out[thread_index()] = words[((threadIdx.x + 32) % 256) * stride];
}

template <class Element>
Element* device_array() {
    void* memory = nullptr;
    const std::size_t bytes = std::size_t{9} * count * sizeof(Element);
    if (cudaMalloc(&memory, bytes) != cudaSuccess || cudaMemset(memory, 0, bytes) != cudaSuccess) {
        std::fprintf(stderr, "no device memory: %s\n", cudaGetErrorString(cudaGetLastError()));
        std::exit(1);
    }
    return static_cast<Element*>(memory);
}

template <class Element>
struct Arrays {
    Element* in = device_array<Element>();
    Element* out = device_array<Element>();
};

} // namespace

int main() {
    const Arrays<char> bytes;
    const Arrays<short> shorts;
    const Arrays<float> words;
    const Arrays<double> doubles;
    const Arrays<float4> quads;
    const auto begin = reinterpret_cast<workbook::wire::TraceBegin>(
        dlsym(RTLD_DEFAULT, workbook::wire::trace_begin_name));
    const auto end = reinterpret_cast<workbook::wire::TraceEnd>(
        dlsym(RTLD_DEFAULT, workbook::wire::trace_end_name));
    if (begin) begin();

    constexpr int blocks = count / 256;
    copy_words<<<blocks, 256>>>(words.in, words.out);
    copy_bytes<<<blocks, 256>>>(bytes.in, bytes.out);
    copy_shorts<<<blocks, 256>>>(shorts.in, shorts.out);
    copy_doubles<<<blocks, 256>>>(doubles.in, doubles.out);
    copy_float4<<<blocks, 256>>>(quads.in, quads.out);
    copy_shifted<<<blocks, 256>>>(words.in, words.out);
    copy_stride_2<<<blocks, 256>>>(words.in, words.out);
    copy_stride_8<<<blocks, 256>>>(words.in, words.out);
    doubles_stride_2<<<blocks, 256>>>(doubles.in, doubles.out);
    float4_stride_2<<<blocks, 256>>>(quads.in, quads.out);
    broadcast<<<blocks, 256>>>(words.in, words.out);
    reversed<<<blocks, 256>>>(words.in, words.out);
    half_warp<<<blocks, 256>>>(words.in, words.out);
    transpose_naive<<<dim3(side / 32, side / 8), dim3(32, 8)>>>(words.in, words.out);
    transpose_through_tile<32><<<dim3(side / 32, side / 32), dim3(32, 8)>>>(words.in, words.out);
    transpose_through_tile<33><<<dim3(side / 32, side / 32), dim3(32, 8)>>>(words.in, words.out);
    transpose_through_tile<34><<<dim3(side / 32, side / 32), dim3(32, 8)>>>(words.in, words.out);
    shared_stride<float, 1><<<blocks, 256>>>(words.out);
    shared_stride<float, 2><<<blocks, 256>>>(words.out);
    shared_stride<float, 16><<<blocks, 256>>>(words.out);
    shared_stride<double, 1><<<blocks, 256>>>(doubles.out);
    shared_stride<double, 2><<<blocks, 256>>>(doubles.out);
    shared_stride<float4, 1><<<blocks, 256>>>(quads.out);
    shared_stride<float4, 2><<<blocks, 256>>>(quads.out);
    shared_stride<char, 1><<<blocks, 256>>>(bytes.out);

    const cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess) {
        std::fprintf(stderr, "a kernel failed: %s\n", cudaGetErrorString(error));
        return 1;
    }
    if (end) {
        std::size_t size = 0;
        const char* trace = end(&size);
        std::fwrite(trace, 1, size, stdout);
    }
}
