// Correct kernels that look suspicious: nothing may be reported. All take (data, out, flags) of 4096
// ints each; data is initialised, flags is zero, out is not written. Default launch: 4 blocks of 128.
#include <cooperative_groups.h>

extern "C" __global__ void reverse(int* data, int* out, int*) {
    __shared__ int tile[128];
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x];
}

extern "C" __global__ void double_buffer(int* data, int* out, int*) {
    __shared__ int tiles[2][128];
    int sum = 0;
    tiles[0][threadIdx.x] = data[threadIdx.x];
    for (int step = 1; step < 8; ++step) {
        __syncthreads();
        tiles[step % 2][threadIdx.x] = data[128 * step + threadIdx.x];
        sum += tiles[(step + 1) % 2][(threadIdx.x + 37) % 128];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

extern "C" __global__ void reduction(int* data, int* out, int*) {
    __shared__ int sums[128];
    sums[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" __global__ void reduction_with_syncwarp_at_its_end(int* data, int* out, int*) {
    __shared__ int sums[128];
    sums[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
    __syncthreads();
    if (threadIdx.x < 64) sums[threadIdx.x] += sums[threadIdx.x + 64];
    __syncthreads();
    if (threadIdx.x < 32) {
        for (int half = 32; half > 0; half /= 2) {
            int other = sums[threadIdx.x + half];
            __syncwarp();
            sums[threadIdx.x] += other;
            __syncwarp();
        }
    }
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

extern "C" __global__ void shuffle_reduction(int* data, int* out, int*) {
    __shared__ int of_warp[32];
    int sum = data[blockIdx.x * 128 + threadIdx.x];
    for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
    if (threadIdx.x % 32 == 0) of_warp[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < 4 ? of_warp[threadIdx.x] : 0;
        for (int half = 16; half > 0; half /= 2) sum += __shfl_down_sync(0xffffffff, sum, half);
        if (threadIdx.x == 0) atomicAdd(&data[4095], sum);
    }
    if (threadIdx.x == 0) out[blockIdx.x] = 1;
}

extern "C" __global__ void tiles_of_sixteen(int* data, int* out, int*) {
    namespace cg = cooperative_groups;
    __shared__ int staged[128];
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    for (int step = 0; step < 3; ++step) {
        staged[threadIdx.x] = data[threadIdx.x] + step;
        tile.sync();
        int value = staged[threadIdx.x ^ 5];
        tile.sync();
        staged[threadIdx.x ^ 9] = value;
        tile.sync();
    }
    out[blockIdx.x * 128 + threadIdx.x] = staged[threadIdx.x];
}

extern "C" __global__ void histogram(int* data, int* out, int* flags) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[data[blockIdx.x * 128 + threadIdx.x] & 15], 1);
    __syncthreads();
    if (threadIdx.x < 16) atomicAdd(&flags[threadIdx.x], bins[threadIdx.x]);
    if (threadIdx.x == 0) out[blockIdx.x] = 0;
}

extern "C" __global__ void flag_that_many_set(int* data, int* out, int* flags) {
    __shared__ int any;
    if (threadIdx.x == 0) any = 0;
    __syncthreads();
    if (data[threadIdx.x] >= 0) any = 1;
    if (data[threadIdx.x] >= 0) flags[0] = 1;
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = any;
}

extern "C" __global__ void last_block_adds_up(int* data, int* out, int* flags) {
    __shared__ bool last;
    out[blockIdx.x * 128 + threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) last = atomicAdd(&flags[0], 1) == gridDim.x - 1;
    __syncthreads();
    if (last) {
        int sum = 0;
        for (int i = threadIdx.x; i < 128 * gridDim.x; i += 128) sum += out[i];
        flags[1 + threadIdx.x] = sum;
        if (threadIdx.x == 0) flags[0] = 0;
    }
}

extern "C" __global__ void last_block_adds_up_fenced_by_thread_0(int* data, int* out, int* flags) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = data[blockIdx.x];
        __threadfence();
        last = atomicInc(reinterpret_cast<unsigned*>(flags), gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) flags[1 + threadIdx.x] = out[threadIdx.x];
}

// run: 8 32
extern "C" __global__ void look_back(int* data, int* out, int* flags) {
    volatile int* state = flags;
    if (threadIdx.x != 0) return;
    int before = 0;
    if (blockIdx.x > 0) {
        while (state[blockIdx.x - 1] == 0) {}
        __threadfence();
        before = out[blockIdx.x - 1];
    }
    out[blockIdx.x] = before + data[blockIdx.x];
    __threadfence();
    state[blockIdx.x] = 1;
}

// run: 4 64
extern "C" __global__ void lock(int* data, int*, int* flags) {
    if (threadIdx.x % 16 != 0) return;
    bool done = false;
    while (!done) {
        if (atomicCAS(&flags[0], 0, 1) == 0) {
            __threadfence();
            data[0] = data[0] * 2 + 1;
            __threadfence();
            atomicExch(&flags[0], 0);
            done = true;
        }
    }
}

// cooperative
extern "C" __global__ void grid_barrier(int* data, int* out, int* flags) {
    for (int step = 1; step <= 3; ++step) {
        out[blockIdx.x * 128 + threadIdx.x] = data[threadIdx.x] + step;
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&flags[0], 1);
            while (*static_cast<volatile int*>(&flags[0]) < step * 2 * gridDim.x - gridDim.x) {}
            __threadfence();
        }
        __syncthreads();
        int other = out[(blockIdx.x + 1) % gridDim.x * 128 + threadIdx.x];
        __syncthreads();
        if (threadIdx.x == 0) {
            __threadfence();
            atomicAdd(&flags[0], 1);
            while (*static_cast<volatile int*>(&flags[0]) < step * 2 * gridDim.x) {}
            __threadfence();
        }
        __syncthreads();
        flags[128 + blockIdx.x * 128 + threadIdx.x] = other;
    }
}

extern "C" __global__ void named_barriers(int* data, int* out, int*) {
    __shared__ int tile[128];
    int pair = threadIdx.x / 64;
    for (int step = 0; step < 3; ++step) {
        tile[threadIdx.x] = data[threadIdx.x] + step;
        asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
        int value = tile[threadIdx.x ^ 32];
        asm volatile("bar.sync %0, 64;" ::"r"(pair + 1) : "memory");
        out[blockIdx.x * 128 + threadIdx.x] = value;
    }
}

extern "C" __global__ void bytes_of_shared_words(int* data, int* out, int*) {
    __shared__ unsigned char bytes[128];
    bytes[(threadIdx.x * 33) % 128] = static_cast<unsigned char>(data[threadIdx.x]);
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] =
        reinterpret_cast<const int*>(bytes)[threadIdx.x % 32];
}

extern "C" __global__ void transpose_padded(int* data, int* out, int*) {
    __shared__ int tile[32][33];
    int x = threadIdx.x % 32, y = threadIdx.x / 32;
    for (int row = y; row < 32; row += 4) tile[row][x] = data[(blockIdx.x % 2) * 1024 + row * 32 + x];
    __syncthreads();
    for (int row = y; row < 32; row += 4) out[blockIdx.x * 1024 % 4096 + row * 32 + x] = tile[x][row];
}

extern "C" __global__ void early_return_before_the_barrier(int* data, int* out, int*) {
    __shared__ int tile[128];
    if (threadIdx.x >= 100) return;
    tile[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] = tile[99 - threadIdx.x];
}

extern "C" __global__ void matrix_product(int* data, int* out, int*) {
    __shared__ int a[8][16], b[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, sum = 0;
    for (int k = 0; k < 64; k += 16) {
        a[y][x] = data[(blockIdx.x * 8 + y) * 64 + k + x];
        b[y][x] = data[2048 + (k + y) * 16 + x];
        b[y + 8][x] = data[2048 + (k + y + 8) * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    out[(blockIdx.x * 8 + y) * 16 + x] = sum;
}

extern "C" __global__ void each_block_its_own_global_scratch(int* data, int* out, int*) {
    int* scratch = out + 128 * blockIdx.x;
    scratch[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    int value = scratch[127 - threadIdx.x];
    __syncthreads();
    scratch[threadIdx.x] = value;
}

extern "C" __global__ void conditional_and_vector_stores(int* data, int* out, int*) {
    int4* quads = reinterpret_cast<int4*>(out) + 32 * blockIdx.x;
    if (threadIdx.x < 32) quads[threadIdx.x] = reinterpret_cast<int4*>(data)[threadIdx.x];
    __syncthreads();
    out[128 * blockIdx.x + threadIdx.x] += data[threadIdx.x];
}
