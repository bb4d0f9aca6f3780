// Lesson 65: attention without its matrix of scores. README.md explains; fill in the five regions
// marked TODO.
#include "flash_attention.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>

constexpr float scale = 0.125f; // 1 / sqrt(head_size)

// How many keys query i sees: those from 0 on.
__host__ __device__ int keys_seen(int i, int queries, int keys, bool causal) {
    return causal ? max(i + 1 + keys - queries, 0) : keys;
}

// ---- Step 1: one thread for each query ----

// What is known of the keys so far: the largest score, the sum of exp(score - maximum), and the sum
// of exp(score - maximum) * V.
struct Running {
    float maximum, sum;
    float o[head_size];
};

// Takes one key more into account, which has this score and these 64 values.
__device__ void add_key(Running& state, float score, const float* value) {
    // Solution 1: what was added up so far counts from the old maximum; the factor makes it count
    // from the new one, the values like the weights. A score is finite, so the new maximum is.
    const float maximum = fmaxf(state.maximum, score);
    const float factor = expf(state.maximum - maximum), weight = expf(score - maximum);
    state.maximum = maximum;
    state.sum = state.sum * factor + weight;
    for (int d = 0; d < head_size; ++d) {
        state.o[d] = state.o[d] * factor + weight * value[d];
    }
    // end of Solution 1
}

__global__ void rows_kernel(const float* Q, const float* K, const float* V, float* O, int queries,
                            int keys, bool causal, int upto, float* maximum, float* sum) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= queries) return;
    Running state{-INFINITY, 0.0f, {}};
    const int seen = min(keys_seen(i, queries, keys, causal), upto);
    for (int j = 0; j < seen; ++j) {
        float score = 0.0f;
        for (int d = 0; d < head_size; ++d) score += Q[i * head_size + d] * K[j * head_size + d];
        add_key(state, scale * score, V + j * head_size);
    }
    maximum[i] = state.maximum;
    sum[i] = state.sum;
    for (int d = 0; d < head_size; ++d)
        O[i * head_size + d] = state.sum == 0.0f ? 0.0f : state.o[d] / state.sum;
}

void attention_rows(const float* Q, const float* K, const float* V, float* O, int queries, int keys,
                    bool causal, int upto, float* maximum, float* sum) {
    if (queries == 0) return;
    rows_kernel<<<(queries + 63) / 64, 64>>>(Q, K, V, O, queries, keys, causal, upto, maximum, sum);
    check(cudaGetLastError());
}

// ---- Steps 2 to 5: a block for 64 queries ----

constexpr int threads_per_block = 64;
constexpr int lanes_of_a_row = 8; // threads that share 8 queries
constexpr int own_queries = 8, own_keys = key_tile / lanes_of_a_row;
constexpr int own_values = head_size / lanes_of_a_row;

// Rows of queries and keys have 4 floats more than they need, rows of weights 8: then no two lanes
// of a warp want different words of one bank at a time.
struct alignas(16) Shared {
    float q[query_tile][head_size + 4];
    float k[key_tile][head_size + 4];
    float v[key_tile][head_size];
    float weights[query_tile][key_tile + 8];
};

// Given. The place of a thread among 8 x 8: x goes over keys or values, y over queries. Threads
// with the same y are 8 lanes of one warp. Lanes 0 and 1 have the same y, lanes 0 and 2 the same x,
// and so on: shared memory gives one four to both.
__device__ int own_x() { return (threadIdx.x & 1) + (threadIdx.x >> 2 & 6); }
__device__ int own_y() { return threadIdx.x / 32 * 4 + (threadIdx.x >> 1 & 3); }

// Given. Which query of the tile, key of the tile and value of the head this thread's scores[i][j]
// and o[i][d] are about.
__device__ int query_of(int i) { return threadIdx.x / 32 * 32 + i * 4 + own_y() % 4; }
__device__ int key_of(int j) { return own_x() + lanes_of_a_row * j; }
__device__ int value_of(int d) { return d / 4 * 32 + own_x() * 4 + d % 4; }

// Given. `result` of the 8 threads that have the same queries.
template <class Op>
__device__ float of_row(float value, Op op) {
    for (const int lane : {1, 8, 16}) value = op(value, __shfl_xor_sync(0xffffffff, value, lane));
    return value;
}

// Given. Fills a tile with rows first, first + 1, ... of a matrix, 16 bytes at a time. Behind the
// last row comes that row again, and not zeros: there is no `if` then that loads wait for.
template <int rows, int width>
__device__ void fill(float (&tile)[rows][width], const float* matrix, int first, int count) {
    constexpr int fours_of_a_row = head_size / 4;
    const int row = threadIdx.x / fours_of_a_row, column = threadIdx.x % fours_of_a_row * 4;
    constexpr int rows_at_a_time = threads_per_block / fours_of_a_row;
#pragma unroll
    for (int r = 0; r < rows; r += rows_at_a_time) {
        const float* from = matrix + min(first + row + r, count - 1) * head_size + column;
        *reinterpret_cast<float4*>(&tile[row + r][column]) = *reinterpret_cast<const float4*>(from);
    }
}

__device__ float4 four(const float* place) { return *reinterpret_cast<const float4*>(place); }

// Adds the product of query query_of(i) and key key_of(j) of the tiles to products[i][j], which was
// 0.
__device__ void multiply(const Shared& shared, float (&products)[own_queries][own_keys]) {
    // Solution 2: as in lesson 61, with both tiles as they lie in memory, since the sum goes along
    // their rows: a four of a query times a four of a key are four products of one score.
#pragma unroll 4
    for (int d = 0; d < head_size; d += 4) {
        float4 q[own_queries];
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            q[i] = four(&shared.q[query_of(i)][d]);
        }
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float4 k = four(&shared.k[key_of(j)][d]);
#pragma unroll
            for (int i = 0; i < own_queries; ++i) {
                products[i][j] += q[i].x * k.x;
                products[i][j] += q[i].y * k.y;
                products[i][j] += q[i].z * k.z;
                products[i][j] += q[i].w * k.w;
            }
        }
    }
    // end of Solution 2
}

// The score of query i and key j, whose product this is: scaled, or minus infinity.
__device__ float score_of(float product, int i, int j, int queries, int keys, bool causal) {
    // Solution 3: behind the last key the tile has copies of it, which no query sees either.
    return j < keys_seen(i, queries, keys, causal) ? scale * product : -INFINITY;
    // end of Solution 3
}

// Given. The scores of this thread, for tiles that begin with query first_query and key first_key.
__device__ void find_scores(const Shared& shared, int first_query, int first_key, int queries,
                            int keys, bool causal, float (&scores)[own_queries][own_keys]) {
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            scores[i][j] = 0.0f;
        }
    }
    multiply(shared, scores);
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            scores[i][j] = score_of(scores[i][j], first_query + query_of(i), first_key + key_of(j),
                                    queries, keys, causal);
        }
    }
}

// What a thread knows of its 8 queries. The sum is that of its own keys; the 8 threads of a row add
// theirs up at the end.
struct Rows {
    float maximum[own_queries], sum[own_queries];
    float o[own_queries][own_values];
};

// Solution 4: the maximum of a row is that of 8 threads. What they have so far gets the factor, the
// new weights count from the new maximum. A row that has seen no key has the maximum minus
// infinity, and its difference with itself would be NaN: it counts from 0. The weights go through
// shared memory, since a thread needs those of all keys for its values.

// Takes this tile's scores into account: maximum, sum and o of each of the thread's queries, and
// the weights, which go to shared.weights.
__device__ void weigh(Shared& shared, Rows& rows, const float (&scores)[own_queries][own_keys]) {
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
        float maximum = rows.maximum[i];
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            maximum = fmaxf(maximum, scores[i][j]);
        }
        maximum = of_row(maximum, fmaxf);
        const float base = maximum == -INFINITY ? 0.0f : maximum;
        const float factor = __expf(rows.maximum[i] - base);
        rows.maximum[i] = maximum;
        rows.sum[i] *= factor;
#pragma unroll
        for (int d = 0; d < own_values; ++d) {
            rows.o[i][d] *= factor;
        }
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float weight = __expf(scores[i][j] - base);
            rows.sum[i] += weight;
            shared.weights[query_of(i)][key_of(j)] = weight;
        }
    }
}

// Adds the tile's values, times the weights, to o: o[i][d] is about value value_of(d).
__device__ void add_values(const Shared& shared, Rows& rows) {
#pragma unroll 2
    for (int key = 0; key < key_tile; key += 4) {
        float v[4][own_values];
#pragma unroll
        for (int j = 0; j < 4; ++j) {
#pragma unroll
            for (int d = 0; d < own_values; d += 4) {
                const float4 read = four(&shared.v[key + j][value_of(d)]);
                v[j][d] = read.x, v[j][d + 1] = read.y, v[j][d + 2] = read.z, v[j][d + 3] = read.w;
            }
        }
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            const float4 weight = four(&shared.weights[query_of(i)][key]);
#pragma unroll
            for (int d = 0; d < own_values; ++d) {
                rows.o[i][d] += weight.x * v[0][d];
                rows.o[i][d] += weight.y * v[1][d];
                rows.o[i][d] += weight.z * v[2][d];
                rows.o[i][d] += weight.w * v[3][d];
            }
        }
    }
}
// end of Solution 4

__global__ void __launch_bounds__(threads_per_block)
    tiles_kernel(const float* Q, const float* K, const float* V, float* O, int queries, int keys,
                 bool causal, int tiles) {
    __shared__ Shared shared;
    Q += static_cast<std::ptrdiff_t>(blockIdx.y) * queries * head_size;
    K += static_cast<std::ptrdiff_t>(blockIdx.y) * keys * head_size;
    V += static_cast<std::ptrdiff_t>(blockIdx.y) * keys * head_size;
    O += static_cast<std::ptrdiff_t>(blockIdx.y) * queries * head_size;
    // The last queries see most keys: their blocks begin first.
    const int first_query = (gridDim.x - 1 - blockIdx.x) * query_tile;
    Rows rows{};
    for (float& maximum : rows.maximum) maximum = -INFINITY;
    fill(shared.q, Q, first_query, queries);
    // Solution 5: the last query of the tile sees most keys; tiles beyond them are left out. The
    // barriers are those of lesson 37. The weights of a row are written and read by one warp.
    const int last_query = min(first_query + query_tile, queries) - 1;
    const int end = min(keys_seen(last_query, queries, keys, causal), tiles * key_tile);
    for (int first_key = 0; first_key < end; first_key += key_tile) {
        fill(shared.k, K, first_key, keys);
        fill(shared.v, V, first_key, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, first_key, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncwarp();
        add_values(shared, rows);
        __syncthreads();
    }
    // end of Solution 5
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
        const int query = first_query + query_of(i);
        const float sum = of_row(rows.sum[i], [](float a, float b) { return a + b; });
        const float factor = sum == 0.0f ? 0.0f : 1.0f / sum;
        if (query >= queries) continue;
#pragma unroll
        for (int d = 0; d < own_values; d += 4) {
            *reinterpret_cast<float4*>(O + query * head_size + value_of(d)) = {
                rows.o[i][d] * factor, rows.o[i][d + 1] * factor, rows.o[i][d + 2] * factor,
                rows.o[i][d + 3] * factor};
        }
    }
}

__global__ void scores_kernel(const float* Q, const float* K, int queries, int keys, bool causal,
                              int q, int k, float* result) {
    __shared__ Shared shared;
    fill(shared.q, Q, q, queries);
    fill(shared.k, K, k, keys);
    __syncthreads();
    float scores[own_queries][own_keys];
    find_scores(shared, q, k, queries, keys, causal, scores);
    for (int i = 0; i < own_queries; ++i)
        for (int j = 0; j < own_keys; ++j)
            result[query_of(i) * key_tile + key_of(j)] = scores[i][j];
}

void tile_scores(const float* Q, const float* K, int queries, int keys, bool causal, int q, int k,
                 float* scores) {
    scores_kernel<<<1, threads_per_block>>>(Q, K, queries, keys, causal, q, k, scores);
    check(cudaGetLastError());
}

void attention_tiles(const float* Q, const float* K, const float* V, float* O, int heads,
                     int queries, int keys, bool causal, int tiles) {
    if (heads == 0 || queries == 0) return;
    const dim3 grid((queries + query_tile - 1) / query_tile, heads);
    tiles_kernel<<<grid, threads_per_block>>>(Q, K, V, O, queries, keys, causal, tiles);
    check(cudaGetLastError());
}

void attention(const float* Q, const float* K, const float* V, float* O, int heads, int queries,
               int keys, bool causal) {
    attention_tiles(Q, K, V, O, heads, queries, keys, causal, (keys + key_tile - 1) / key_tile);
}
