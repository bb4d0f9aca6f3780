// Accepted: places in 64 bits; shuffles of a width of 16; one key after the other; states merged two by two
// Solution 1
__device__ int place_of(const int* pages, int i, int kv_heads, int head) {
    const int page = pages[i >> 4], row = i & 15;
    return page * kv_heads * 16 * 64 + head * 16 * 64 + row * 64;
}

__device__ int query_head(int head, int g, int kv_heads, int group) {
    const int first = head * group;
    return first + g;
}

__device__ int keys_of_part(int length, int part) {
    const int left = length - 256 * part;
    return left < 0 ? 0 : left > 256 ? 256 : left;
}
// end of Solution 1
    // Solution 2
    float sum = fmaf(q.x, k.x, fmaf(q.y, k.y, fmaf(q.z, k.z, q.w * k.w)));
    sum += __shfl_xor_sync(~0u, sum, 8, 16);
    sum += __shfl_xor_sync(~0u, sum, 4, 16);
    sum += __shfl_xor_sync(~0u, sum, 2, 16);
    return sum + __shfl_xor_sync(~0u, sum, 1, 16);
    // end of Solution 2
    // Solution 3
#pragma unroll
    for (int u = 0; u < keys_at_a_time; ++u) {
#pragma unroll
        for (int g = 0; g < group; ++g) {
            const float score = product(q[g], own_keys[u]) / 8;
            if (u >= count) continue;
            const float maximum = fmaxf(state.maximum[g], score);
            const float factor = expf(state.maximum[g] - maximum), weight = expf(score - maximum);
            state.maximum[g] = maximum;
            state.sum[g] = state.sum[g] * factor + weight;
            state.o[g].x = state.o[g].x * factor + weight * own_values[u].x;
            state.o[g].y = state.o[g].y * factor + weight * own_values[u].y;
            state.o[g].z = state.o[g].z * factor + weight * own_values[u].z;
            state.o[g].w = state.o[g].w * factor + weight * own_values[u].w;
        }
    }
    // end of Solution 3
    // Solution 4
    float value = 0.0f;
    maximum = -INFINITY;
    sum = 0.0f;
    for (int i = 0; i < count; ++i) {
        const float own = states.maximum[i * stride];
        if (own == -INFINITY) continue;
        const float larger = fmaxf(maximum, own);
        const float old_factor = expf(maximum - larger), factor = expf(own - larger);
        sum = sum * old_factor + states.sum[i * stride] * factor;
        value = value * old_factor + states.o[i * stride * head_size + d] * factor;
        maximum = larger;
    }
    return value;
    // end of Solution 4
