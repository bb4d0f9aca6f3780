// Kernels with a race or an uninitialised read. `expect` names the tool and the tags of the lines it
// must name (for a race both); beside it, only uninitialised reads at these lines may be reported.
// All take (data, out, flags) of 4096 ints each; data is initialised, flags is zero, out is not
// written. Default launch: 4 blocks of 128; `run: B T` asks for another.

// expect: racecheck store load
extern "C" __global__ void reverse_without_barrier(int* data, int* out, int*) {
    __shared__ int tile[128];
    tile[threadIdx.x] = data[threadIdx.x]; // @store
    out[blockIdx.x * 128 + threadIdx.x] = tile[127 - threadIdx.x]; // @load
}

// expect: racecheck store load
extern "C" __global__ void tiles_with_one_barrier(int* data, int* out, int*) {
    __shared__ int tile[128];
    int sum = 0;
    for (int step = 0; step < 4; ++step) {
        tile[threadIdx.x] = data[128 * step + threadIdx.x]; // @store
        __syncthreads();
        for (int k = 0; k < 128; k += 33) sum += tile[(threadIdx.x + k) % 128]; // @load
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// expect: racecheck update update
extern "C" __global__ void reduction_without_barriers(int* data, int* out, int*) {
    __shared__ int sums[128];
    sums[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    for (int half = 64; half > 0; half /= 2) {
        if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half]; // @update
    }
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sums[0];
}

// expect: racecheck store load
extern "C" __global__ void neighbour_of_the_warp_without_syncwarp(int* data, int* out, int*) {
    __shared__ int tile[128];
    tile[threadIdx.x] = data[threadIdx.x] * 3; // @store
    int next = tile[threadIdx.x ^ 1]; // @load
    out[blockIdx.x * 128 + threadIdx.x] = next;
}

// expect: racecheck update update
// run: 1 32
extern "C" __global__ void volatile_warp_reduction(int* data, int* out, int*) {
    __shared__ volatile int sums[64];
    sums[threadIdx.x] = data[threadIdx.x];
    sums[threadIdx.x + 32] = data[threadIdx.x + 32];
    __syncwarp();
    for (int half = 32; half > 0; half /= 2) sums[threadIdx.x] += sums[threadIdx.x + half]; // @update
    __syncwarp();
    if (threadIdx.x == 0) out[0] = sums[0];
}

// expect: racecheck update update
extern "C" __global__ void counter_without_atomics(int* data, int* out, int* flags) {
    if (data[threadIdx.x] % 2 == 0) flags[0] = flags[0] + 1; // @update
    out[blockIdx.x * 128 + threadIdx.x] = 1;
}

// expect: racecheck clear add
extern "C" __global__ void shared_histogram_cleared_late(int* data, int* out, int*) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0; // @clear
    atomicAdd(&bins[data[threadIdx.x] & 15], 1); // @add
    __syncthreads();
    if (threadIdx.x < 16) out[16 * blockIdx.x + threadIdx.x] = bins[threadIdx.x];
}

// expect: racecheck add load
extern "C" __global__ void shared_histogram_read_early(int* data, int* out, int*) {
    __shared__ int bins[16];
    if (threadIdx.x < 16) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[data[threadIdx.x] & 15], 1); // @add
    if (threadIdx.x < 16) out[16 * blockIdx.x + threadIdx.x] = bins[threadIdx.x]; // @load
}

// expect: racecheck shift shift
extern "C" __global__ void shift_in_place(int* data, int*, int*) {
    int i = blockIdx.x * 128 + threadIdx.x;
    data[i] = data[i + 1]; // @shift
}

// expect: racecheck part total
extern "C" __global__ void last_block_without_fence(int* data, int* out, int* flags) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        out[blockIdx.x] = data[128 * blockIdx.x]; // @part
        last = atomicAdd(&flags[0], 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < gridDim.x) flags[1 + threadIdx.x] = out[threadIdx.x]; // @total
}

// expect: racecheck part total
extern "C" __global__ void total_without_waiting_for_the_other_blocks(int* data, int* out, int* flags) {
    if (threadIdx.x == 0) {
        out[blockIdx.x] = data[128 * blockIdx.x]; // @part
        __threadfence();
    }
    __syncthreads();
    if (blockIdx.x == gridDim.x - 1 && threadIdx.x == 0) {
        int total = 0;
        for (int block = 0; block < gridDim.x; ++block) total += out[block]; // @total
        flags[1] = total;
    }
}

// expect: racecheck store store
extern "C" __global__ void all_blocks_write_one_place(int* data, int* out, int*) {
    out[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x]; // @store
}

// expect: racecheck set get
// run: 2 32
extern "C" __global__ void message_without_fence(int* data, int* out, int* flags) {
    volatile int* ready = flags;
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        data[0] = 42; // @set
        *ready = 1;
    } else {
        while (*ready == 0) {}
        out[0] = data[0]; // @get
    }
}

// expect: racecheck critical critical
// run: 4 32
extern "C" __global__ void lock_without_fence(int* data, int*, int* flags) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(&flags[0], 0, 1) != 0) {}
    data[0] = data[0] * 2 + 1; // @critical
    atomicExch(&flags[0], 0);
}

// expect: initcheck load
extern "C" __global__ void output_used_before_it_is_written(int* data, int* out, int*) {
    int i = blockIdx.x * 128 + threadIdx.x;
    out[i] += data[i]; // @load
}

// expect: initcheck load
extern "C" __global__ void shared_edge_never_filled(int* data, int* out, int*) {
    __shared__ int tile[130];
    tile[threadIdx.x + 1] = data[threadIdx.x];
    __syncthreads();
    out[blockIdx.x * 128 + threadIdx.x] =
        tile[threadIdx.x] + tile[threadIdx.x + 1]; // @load
}

// expect: initcheck load
extern "C" __global__ void shared_sum_never_cleared(int* data, int* out, int*) {
    __shared__ int sum;
    atomicAdd(&sum, data[threadIdx.x]); // @load
    __syncthreads();
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
}

// expect: racecheck store use
extern "C" __global__ void matrix_product_with_one_barrier(int* data, int* out, int*) {
    __shared__ int a[8][16], b[16][16];
    int x = threadIdx.x % 16, y = threadIdx.x / 16, sum = 0;
    for (int k = 0; k < 64; k += 16) {
        a[y][x] = data[y * 64 + k + x]; // @store
        b[y][x] = data[2048 + (k + y) * 16 + x];
        b[y + 8][x] = data[2048 + (k + y + 8) * 16 + x];
        __syncthreads();
        for (int i = 0; i < 16; ++i) sum += a[7 - y][i]; // @use
        __syncwarp();
        sum += b[y][x] + b[y + 8][x];
    }
    out[blockIdx.x * 128 + threadIdx.x] = sum;
}

// expect: racecheck store load
extern "C" __global__ void tile_of_sixteen_transposed_in_its_warp(int* data, int* out, int*) {
    __shared__ int tile[8][17];
    int x = threadIdx.x % 16, y = threadIdx.x / 16;
    tile[y][x] = data[threadIdx.x]; // @store
    out[blockIdx.x * 128 + threadIdx.x] = tile[y][15 - x]; // @load
}
