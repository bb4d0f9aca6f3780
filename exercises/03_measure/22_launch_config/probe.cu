// Lesson 22, given: kernels of several kinds, and your functions called with them.
#include WORKBOOK_LESSON_FILE

// Each adds 1 to every element, by a grid-stride loop: right in any shape that can be launched.
#define FOR_EACH_ELEMENT(i, n)                                                                     \
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;                \
         i += std::size_t{gridDim.x} * blockDim.x)

__global__ void plain_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) { out[i] = in[i] + 1.0f; }
}

__global__ void __launch_bounds__(192) bounded_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) { out[i] = in[i] + 1.0f; }
}

// 96 values are alive at the same time: each is made from in[i], and all are needed at the end.
__global__ void heavy_kernel(const float* in, float* out, std::size_t n) {
    FOR_EACH_ELEMENT(i, n) {
        float values[96];
        float x = in[i];
#pragma unroll
        for (int k = 0; k < 96; ++k) values[k] = x = x * 1.5f + 0.25f * k;
        float product = 0.0f;
#pragma unroll
        for (int k = 95; k >= 0; --k) product = product * values[k] + values[95 - k];
        out[i] = in[i] + (product == 0.123f ? 2.0f : 1.0f);
    }
}

__global__ void tile_kernel(const float* in, float* out, std::size_t n) {
    __shared__ float tile[3072];
    FOR_EACH_ELEMENT(i, n) {
        tile[threadIdx.x] = in[i];
        out[i] = tile[threadIdx.x] + 1.0f;
    }
}

__global__ void private_kernel(const float* in, float* out, std::size_t n) {
    extern __shared__ float scratch[];
    FOR_EACH_ELEMENT(i, n) {
        scratch[25 * threadIdx.x] = in[i];
        out[i] = scratch[25 * threadIdx.x] + 1.0f;
    }
}

struct Candidate {
    void (*kernel)(const float*, float*, std::size_t);
    std::size_t shared_per_thread;
};

Candidate candidate(int which) {
    static const Candidate all[kernels] = {{plain_kernel, 0},
                                           {bounded_kernel, 0},
                                           {heavy_kernel, 0},
                                           {tile_kernel, 0},
                                           {private_kernel, 25 * sizeof(float)}};
    return all[which];
}

int threads_of(int which, int block) {
    const auto [kernel, shared_per_thread] = candidate(which);
    return resident_threads(reinterpret_cast<const void*>(kernel), block, shared_per_thread);
}

LaunchShape shape_of(int which, std::size_t n) {
    const auto [kernel, shared_per_thread] = candidate(which);
    return choose_shape(reinterpret_cast<const void*>(kernel), n, shared_per_thread);
}

void launch_in_shape(int which, const float* in, float* out, std::size_t n) {
    const auto [kernel, shared_per_thread] = candidate(which);
    const auto [block, grid] = shape_of(which, n);
    if (grid == 0) {
        return;
    }
    kernel<<<grid, block, block * shared_per_thread>>>(in, out, n);
    check(cudaGetLastError());
}

int ask_device(int which, const int* blocks, int count, int* threads) {
    const auto [kernel, shared_per_thread] = candidate(which);
    for (int k = 0; k < count; ++k) {
        const std::size_t shared_bytes = blocks[k] * shared_per_thread;
        kernel<<<1, blocks[k], shared_bytes>>>(nullptr, nullptr, 0);
        const bool refused = cudaGetLastError() != cudaSuccess;
        int resident = 0;
        check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&resident, kernel, blocks[k],
                                                            shared_bytes));
        threads[k] = refused ? 0 : resident * blocks[k];
    }
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    return multiprocessors;
}
