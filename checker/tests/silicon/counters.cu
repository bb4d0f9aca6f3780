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

// Atomics: how many lanes of a warp share an address.
__global__ void atomics_apart(int* out) { atomicAdd(&out[thread_index()], 1); }
__global__ void atomics_all_on_one(int* out) { atomicAdd(out, 1); }
__global__ void atomics_in_fours(int* out) { atomicAdd(&out[thread_index() / 4], 1); }
__global__ void atomics_scattered(int* out) { atomicAdd(&out[thread_index() * 37 % count], 1); }
__global__ void atomics_with_result(int* out) { out[thread_index() + count] = atomicAdd(&out[thread_index() / 8], 1); }

template <int spread>
__global__ void shared_atomics(int* out) {
    __shared__ int bins[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) bins[i] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x / spread], 1);
    __syncthreads();
    out[thread_index()] = bins[threadIdx.x];
}
__global__ void shared_atomics_one_bank(int* out) {
    __shared__ int bins[1024];
    for (int i = threadIdx.x; i < 1024; i += 256) bins[i] = 0;
    __syncthreads();
    atomicAdd(&bins[threadIdx.x % 32 * 32], 1);
    __syncthreads();
    out[thread_index()] = bins[threadIdx.x];
}

// Local memory: an array that is indexed by what only the data say.
template <class Element>
__global__ void local_same_index(const int* in, Element* out) {
    Element own[32];
    for (int i = 0; i < 32; ++i) own[(in[i] + i) & 31] = static_cast<Element>(i);
    out[thread_index()] = own[in[0] & 31];
}
__global__ void local_lanes_apart(const int* in, int* out) {
    int own[32];
    for (int i = 0; i < 32; ++i) own[(in[i] + i) & 31] = i;
    out[thread_index()] = own[(threadIdx.x + in[0]) & 31];
}

// Branches that nvcc cannot turn into predicates.
__global__ void divergent_by_lane(const int* in, int* out) {
    int sum = 0;
    for (int i = 0; i < static_cast<int>(threadIdx.x % 4); ++i) sum += in[(sum + i) & 1023];
    out[thread_index()] = sum;
}
__global__ void uniform_loop(const int* in, int* out, int rounds) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i) sum += in[(sum + i) & 1023];
    out[thread_index()] = sum;
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
    const Arrays<int> numbers;
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

    atomics_apart<<<blocks, 256>>>(numbers.out);
    atomics_all_on_one<<<blocks, 256>>>(numbers.out);
    atomics_in_fours<<<blocks, 256>>>(numbers.out);
    atomics_scattered<<<blocks, 256>>>(numbers.out);
    atomics_with_result<<<blocks, 256>>>(numbers.out);
    shared_atomics<1><<<blocks, 256>>>(numbers.out);
    shared_atomics<4><<<blocks, 256>>>(numbers.out);
    shared_atomics<256><<<blocks, 256>>>(numbers.out);
    shared_atomics_one_bank<<<blocks, 256>>>(numbers.out);
    local_same_index<int><<<blocks, 256>>>(numbers.in, numbers.out);
    local_same_index<double><<<blocks, 256>>>(numbers.in, doubles.out);
    local_lanes_apart<<<blocks, 256>>>(numbers.in, numbers.out);
    divergent_by_lane<<<blocks, 256>>>(numbers.in, numbers.out);
    uniform_loop<<<blocks, 256>>>(numbers.in, numbers.out, 5);

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
