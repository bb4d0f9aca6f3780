// Lesson 66: attention for one new token of each sequence, from a cache in pages. README.md
// explains; fill in the five regions marked TODO.
#include "paged_decode_attention.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>

constexpr float scale = 0.125f; // 1 / sqrt(head_size)
constexpr int threads_per_block = 128;
constexpr int lanes_of_a_worker = threads_per_block / workers; // 16: four floats of a row each
constexpr int keys_at_a_time = 8;                              // of a worker

// Solution 1: a number of a key is no place in the cache: its page is looked up. Query heads of one
// key head are neighbours. A part has 256 keys, fewer at the end of its sequence, none behind it.

// Where row i of a sequence begins in the cache; `pages` is the sequence's row of the table.
__device__ int place_of(const int* pages, int i, int kv_heads, int head) {
    return ((pages[i / page_keys] * kv_heads + head) * page_keys + i % page_keys) * head_size;
}

// The g-th of the query heads that use key head `head`.
__device__ int query_head(int head, int g, int kv_heads, int group) { return head * group + g; }

// How many keys part number `part` of a sequence has.
__device__ int keys_of_part(int length, int part) {
    return min(max(length - part * part_keys, 0), part_keys);
}
// end of Solution 1

__global__ void gather_kernel(const float* keys, const float* values, const int* lengths,
                              const int* table, int table_width, int kv_heads, int sequence,
                              int head, float* keys_out, float* values_out) {
    const int i = blockIdx.x;
    const int keys_before = i / part_keys * part_keys;
    if (i - keys_before >= keys_of_part(lengths[sequence], i / part_keys)) return;
    const int from = place_of(table + sequence * table_width, i, kv_heads, head);
    keys_out[i * head_size + threadIdx.x] = keys[from + threadIdx.x];
    values_out[i * head_size + threadIdx.x] = values[from + threadIdx.x];
}

void gather(const float* keys, const float* values, const int* lengths, const int* table,
            int table_width, int kv_heads, int sequence, int head, float* keys_out,
            float* values_out) {
    if (table_width == 0) return;
    gather_kernel<<<table_width * page_keys, head_size>>>(
        keys, values, lengths, table, table_width, kv_heads, sequence, head, keys_out, values_out);
    check(cudaGetLastError());
}

__device__ float4 four(const float* place) { return *reinterpret_cast<const float4*>(place); }

// What a worker knows of its keys so far, for each query head. Each of its 16 lanes has maximum and
// sum, and 4 of the 64 values.
template <int group>
struct State {
    float maximum[group], sum[group];
    float4 o[group];
};

// The product of two rows of 64 floats, of which each of 16 lanes has four: for all of them.
__device__ float product(const float4& q, const float4& k) {
    // Solution 2: four products of one's own, then four steps in which the lanes double what they
    // have added up. xor with 1 to 8 stays among the 16 lanes.
    float sum = q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w;
    for (int lane = 1; lane < lanes_of_a_worker; lane *= 2) {
        sum += __shfl_xor_sync(0xffffffff, sum, lane);
    }
    return sum;
    // end of Solution 2
}

__global__ void products_kernel(const float* a, const float* b, int rows, float* lanes) {
    const int row = blockIdx.x * workers + threadIdx.x / lanes_of_a_worker;
    const int lane = threadIdx.x % lanes_of_a_worker;
    const int from = min(row, rows - 1) * head_size + 4 * lane; // all lanes come to the shuffles
    const float own = product(four(a + from), four(b + from));
    if (row < rows) lanes[row * lanes_of_a_worker + lane] = own;
}

void products(const float* a, const float* b, int rows, float* lanes) {
    if (rows == 0) return;
    products_kernel<<<(rows + workers - 1) / workers, threads_per_block>>>(a, b, rows, lanes);
    check(cudaGetLastError());
}

// Takes 8 keys more into account, `own_keys` and `own_values` being this lane's fours of them; the
// first `count` of them count.
template <int group>
__device__ void add_keys(State<group>& state, const float4 (&q)[group],
                         const float4 (&own_keys)[keys_at_a_time],
                         const float4 (&own_values)[keys_at_a_time], int count) {
    // Solution 3: lesson 65, step 1, for 8 keys at once: one factor for all of them. A worker
    // without any key has the maximum minus infinity, and counts from 0.
#pragma unroll
    for (int g = 0; g < group; ++g) {
        float scores[keys_at_a_time];
        float maximum = state.maximum[g];
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) {
            const float score = scale * product(q[g], own_keys[u]);
            scores[u] = u < count ? score : -INFINITY;
            maximum = fmaxf(maximum, scores[u]);
        }
        const float base = maximum == -INFINITY ? 0.0f : maximum;
        const float factor = __expf(state.maximum[g] - base);
        float4& o = state.o[g];
        state.maximum[g] = maximum;
        state.sum[g] *= factor;
        o = {o.x * factor, o.y * factor, o.z * factor, o.w * factor};
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) {
            const float weight = __expf(scores[u] - base);
            state.sum[g] += weight;
            o.x += weight * own_values[u].x;
            o.y += weight * own_values[u].y;
            o.z += weight * own_values[u].z;
            o.w += weight * own_values[u].w;
        }
    }
    // end of Solution 3
}

// Given. The state of this thread's worker, for one part of a sequence. All 16 loads of a round are
// on their way before the first is used. Behind the last key comes that key again, and does not
// count.
template <int group>
__device__ State<group> worker_state(const float* q, const float* keys, const float* values,
                                     int length, const int* pages_of_sequence, int sequence,
                                     int kv_heads, int head, int part) {
    __shared__ int pages[part_keys / page_keys];
    const int count = keys_of_part(length, part);
    for (int i = threadIdx.x; i * page_keys < count; i += threads_per_block)
        pages[i] = pages_of_sequence[part * (part_keys / page_keys) + i];
    __syncthreads();
    const int worker = threadIdx.x / lanes_of_a_worker;
    const int own = threadIdx.x % lanes_of_a_worker * 4;
    float4 own_q[group];
    State<group> state;
#pragma unroll
    for (int g = 0; g < group; ++g) {
        const int row = sequence * kv_heads * group + query_head(head, g, kv_heads, group);
        own_q[g] = four(q + row * head_size + own);
        state.maximum[g] = -INFINITY;
        state.sum[g] = 0.0f;
        state.o[g] = {0.0f, 0.0f, 0.0f, 0.0f};
    }
    for (int first = 0; first < count; first += workers * keys_at_a_time) {
        float4 own_keys[keys_at_a_time], own_values[keys_at_a_time];
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) {
            const int i = min(first + u * workers + worker, count - 1);
            const int from = place_of(pages, i, kv_heads, head) + own;
            own_keys[u] = four(keys + from);
            own_values[u] = four(values + from);
        }
        add_keys<group>(state, own_q, own_keys, own_values,
                        (count - first - worker + workers - 1) / workers);
    }
    return state;
}

template <int group>
__global__ void worker_states_kernel(const float* q, const float* keys, const float* values,
                                     const int* lengths, const int* table, int table_width,
                                     int kv_heads, int sequence, int head, int part, float* maximum,
                                     float* sum, float* o) {
    const State<group> state =
        worker_state<group>(q, keys, values, lengths[sequence], table + sequence * table_width,
                            sequence, kv_heads, head, part);
    const int worker = threadIdx.x / lanes_of_a_worker;
    const int own = threadIdx.x % lanes_of_a_worker * 4;
#pragma unroll
    for (int g = 0; g < group; ++g) {
        const int row = worker * group + g;
        *reinterpret_cast<float4*>(o + row * head_size + own) = state.o[g];
        if (own > 0) continue;
        maximum[row] = state.maximum[g];
        sum[row] = state.sum[g];
    }
}

// States in memory, one behind the other.
struct States {
    float *maximum, *sum, *o;
};

// The values d of the output of all `count` states together, of which state number i is row i *
// stride; and their maximum and sum. Called by 64 threads for a query head.
__device__ float merged(const States& states, int count, int stride, int d, float& maximum,
                        float& sum) {
    // Solution 4: each state counts from its own maximum. A factor makes it count from the largest
    // of them, its sum and its values alike. States without keys have the factor 0.
    maximum = -INFINITY;
    sum = 0.0f;
    float value = 0.0f;
    for (int i = 0; i < count; ++i) {
        maximum = fmaxf(maximum, states.maximum[i * stride]);
    }
    if (maximum == -INFINITY) return 0.0f;
    for (int i = 0; i < count; ++i) {
        const float factor = __expf(states.maximum[i * stride] - maximum);
        sum += factor * states.sum[i * stride];
        value += factor * states.o[i * stride * head_size + d];
    }
    return value;
    // end of Solution 4
}

template <int group>
__global__ void __launch_bounds__(threads_per_block)
    part_states_kernel(const float* q, const float* keys, const float* values, const int* lengths,
                       const int* table, int table_width, int kv_heads, States states) {
    const int part = blockIdx.x, head = blockIdx.y, sequence = blockIdx.z;
    __shared__ float maximum[workers * group], sum[workers * group];
    __shared__ alignas(16) float o[workers * group][head_size];
    if (keys_of_part(lengths[sequence], part) == 0) return;
    const State<group> state =
        worker_state<group>(q, keys, values, lengths[sequence], table + sequence * table_width,
                            sequence, kv_heads, head, part);
    const int worker = threadIdx.x / lanes_of_a_worker;
    const int own = threadIdx.x % lanes_of_a_worker * 4;
#pragma unroll
    for (int g = 0; g < group; ++g) {
        *reinterpret_cast<float4*>(&o[worker * group + g][own]) = state.o[g];
        maximum[worker * group + g] = state.maximum[g];
        sum[worker * group + g] = state.sum[g];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < group * head_size; i += threads_per_block) {
        const int g = i / head_size, d = i % head_size;
        float largest, total;
        const float value =
            merged({maximum + g, sum + g, &o[g][0]}, workers, group, d, largest, total);
        const int query = sequence * kv_heads * group + query_head(head, g, kv_heads, group);
        const int row = query * gridDim.x + part;
        states.o[row * head_size + d] = value;
        if (d > 0) continue;
        states.maximum[row] = largest;
        states.sum[row] = total;
    }
}

// A block for each query head of each sequence, a thread for each of its 64 values.
__global__ void combine_kernel(States states, const int* lengths, int parts, float* out) {
    const int query = blockIdx.y * gridDim.x + blockIdx.x, length = lengths[blockIdx.y];
    // Solution 5: the parts that this sequence has, weighted; their sums divide at the very end.
    const int count = (length + part_keys - 1) / part_keys;
    const int first = query * parts;
    float maximum, sum;
    const float value =
        merged({states.maximum + first, states.sum + first, states.o + first * head_size}, count, 1,
               threadIdx.x, maximum, sum);
    out[query * head_size + threadIdx.x] = sum == 0.0f ? 0.0f : value / sum;
    // end of Solution 5
}

// Calls `with` with a number that the compiler knows.
template <class With>
static void for_group(int group, With with) {
    if (group == 1) with.template operator()<1>();
    if (group == 2) with.template operator()<2>();
    if (group == 4) with.template operator()<4>();
    if (group == 8) with.template operator()<8>();
    check(cudaGetLastError());
}

void worker_states(const float* q, const float* keys, const float* values, const int* lengths,
                   const int* table, int table_width, int kv_heads, int group, int sequence,
                   int head, int part, float* maximum, float* sum, float* o) {
    for_group(group, [&]<int of>() {
        worker_states_kernel<of><<<1, threads_per_block>>>(q, keys, values, lengths, table,
                                                           table_width, kv_heads, sequence, head,
                                                           part, maximum, sum, o);
    });
}

void part_states(const float* q, const float* keys, const float* values, const int* lengths,
                 const int* table, int table_width, int sequences, int kv_heads, int group,
                 float* maximum, float* sum, float* o) {
    if (table_width == 0 || sequences == 0 || kv_heads == 0) return;
    const dim3 grid(parts_for(table_width), kv_heads, sequences);
    for_group(group, [&]<int of>() {
        part_states_kernel<of><<<grid, threads_per_block>>>(
            q, keys, values, lengths, table, table_width, kv_heads, {maximum, sum, o});
    });
}

void decode(const float* q, const float* keys, const float* values, const int* lengths,
            const int* table, int table_width, int sequences, int kv_heads, int group,
            float* maximum, float* sum, float* o, float* out) {
    part_states(q, keys, values, lengths, table, table_width, sequences, kv_heads, group, maximum,
                sum, o);
    if (sequences == 0 || kv_heads == 0) return;
    combine_kernel<<<dim3(kv_heads * group, sequences), head_size>>>({maximum, sum, o}, lengths,
                                                                     parts_for(table_width), out);
    check(cudaGetLastError());
}
