// The kernels that are measured: what the first chapters of a CUDA course write. Compiled to PTX,
// which the virtual GPU loads; loops.cpp does the same work without a GPU.
namespace {

constexpr int tile = 16;           // of the matrix product
constexpr int transpose_tile = 32; // and of the transpose, by transpose_rows rows of threads
constexpr int transpose_rows = 8;
constexpr int block_threads = 256; // of reduction and scan

} // namespace

extern "C" __global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

extern "C" __global__ void hypotenuse(const float* a, const float* b, float* c, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = sqrtf(a[i] * a[i] + b[i] * b[i]);
}

extern "C" __global__ void histogram(const unsigned* values, unsigned* bins, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) atomicAdd(&bins[values[i]], 1u);
}

extern "C" __global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float tile_a[tile][tile];
    __shared__ float tile_b[tile][tile];
    const int row = blockIdx.y * tile + threadIdx.y;
    const int column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int start = 0; start < n; start += tile) {
        tile_a[threadIdx.y][threadIdx.x] = a[row * n + start + threadIdx.x];
        tile_b[threadIdx.y][threadIdx.x] = b[(start + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < tile; ++k) sum += tile_a[threadIdx.y][k] * tile_b[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

// One sum per block; launched once more over the blocks' sums.
extern "C" __global__ void reduce(const unsigned* values, unsigned* sums, int n) {
    __shared__ unsigned part[block_threads];
    unsigned sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += values[i];
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

// Inclusive sums within each block of 4 * block_threads values, and each block's total.
extern "C" __global__ void scan_blocks(const unsigned* values, unsigned* sums, unsigned* totals) {
    __shared__ unsigned part[block_threads];
    const int first = (blockIdx.x * block_threads + threadIdx.x) * 4;
    uint4 mine = *reinterpret_cast<const uint4*>(values + first);
    mine.y += mine.x;
    mine.z += mine.y;
    mine.w += mine.z;
    unsigned sum = mine.w;
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int distance = 1; distance < block_threads; distance *= 2) {
        const unsigned left = threadIdx.x >= distance ? part[threadIdx.x - distance] : 0;
        __syncthreads();
        sum += left;
        part[threadIdx.x] = sum;
        __syncthreads();
    }
    const unsigned before = sum - mine.w;
    *reinterpret_cast<uint4*>(sums + first) =
        make_uint4(mine.x + before, mine.y + before, mine.z + before, mine.w + before);
    if (totals != nullptr && threadIdx.x == block_threads - 1) totals[blockIdx.x] = sum;
}

extern "C" __global__ void scan_add(unsigned* sums, const unsigned* totals) {
    if (blockIdx.x == 0) return;
    const unsigned before = totals[blockIdx.x - 1];
    const int first = blockIdx.x * block_threads * 4 + threadIdx.x;
    for (int i = 0; i < 4; ++i) sums[first + i * block_threads] += before;
}

extern "C" __global__ void transpose(const float* in, float* out, int n) {
    __shared__ float part[transpose_tile][transpose_tile + 1];
    const int x = blockIdx.x * transpose_tile + threadIdx.x;
    const int y = blockIdx.y * transpose_tile + threadIdx.y;
    for (int i = 0; i < transpose_tile; i += transpose_rows)
        part[threadIdx.y + i][threadIdx.x] = in[(y + i) * n + x];
    __syncthreads();
    const int to_x = blockIdx.y * transpose_tile + threadIdx.x;
    const int to_y = blockIdx.x * transpose_tile + threadIdx.y;
    for (int i = 0; i < transpose_tile; i += transpose_rows)
        out[(to_y + i) * n + to_x] = part[threadIdx.x][threadIdx.y + i];
}

// Sums within each warp, without a barrier of the block: the lanes meet at __syncwarp.
extern "C" __global__ void warp_scan(const unsigned* values, unsigned* sums) {
    __shared__ unsigned part[2 * block_threads];
    volatile unsigned* const mine = part + 64 * (threadIdx.x / 32) + 32 + threadIdx.x % 32;
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[-32] = 0;
    unsigned sum = values[i];
    mine[0] = sum;
    for (int distance = 1; distance < 32; distance *= 2) {
        __syncwarp();
        sum += mine[-distance];
        __syncwarp();
        mine[0] = sum;
    }
    sums[i] = sum;
}

extern "C" __global__ void byte_histogram(const unsigned* values, unsigned* bins) {
    constexpr int per_thread = 128, threads = 64, counters = 16;
    __shared__ unsigned char counts[counters * threads];
    for (int bin = 0; bin < counters; ++bin) counts[bin * threads + threadIdx.x] = 0;
    const unsigned* const own = values + blockIdx.x * per_thread * threads + threadIdx.x;
    for (int i = 0; i < per_thread; ++i) ++counts[own[i * threads] * threads + threadIdx.x];
    __syncthreads();
    if (threadIdx.x >= counters) return;
    unsigned sum = 0;
    for (int i = 0; i < threads; ++i) sum += counts[threadIdx.x * threads + i];
    atomicAdd(&bins[threadIdx.x], sum);
}

extern "C" __global__ void scatter(const unsigned* places, unsigned* values, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i % 32 < 22) values[places[i]] = values[places[i]] * 3 + 1;
}
