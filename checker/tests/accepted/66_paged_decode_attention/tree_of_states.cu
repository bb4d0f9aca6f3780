// Accepted: the largest maximum from the lanes of a warp first; scores of a batch by another loop order; sum of weights apart
    // Solution 3
    float scores[group][keys_at_a_time];
#pragma unroll
    for (int u = 0; u < keys_at_a_time; ++u) {
#pragma unroll
        for (int g = 0; g < group; ++g) {
            const float own = product(q[g], own_keys[u]);
            scores[g][u] = u < count ? own * scale : -INFINITY;
        }
    }
#pragma unroll
    for (int g = 0; g < group; ++g) {
        float largest = -INFINITY;
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) largest = fmaxf(largest, scores[g][u]);
        if (largest == -INFINITY) continue; // none of these counts
        largest = fmaxf(largest, state.maximum[g]);
        const float factor = __expf(state.maximum[g] - largest);
        float4 o = state.o[g];
        float weights = 0.0f;
        o.x *= factor, o.y *= factor, o.z *= factor, o.w *= factor;
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) {
            const float weight = __expf(scores[g][u] - largest);
            weights += weight;
            o.x = fmaf(weight, own_values[u].x, o.x);
            o.y = fmaf(weight, own_values[u].y, o.y);
            o.z = fmaf(weight, own_values[u].z, o.z);
            o.w = fmaf(weight, own_values[u].w, o.w);
        }
        state.maximum[g] = largest;
        state.sum[g] = state.sum[g] * factor + weights;
        state.o[g] = o;
    }
    // end of Solution 3
    // Solution 4
    const int lane = threadIdx.x % 32;
    float largest = -INFINITY;
    for (int i = lane; i < count; i += 32) largest = fmaxf(largest, states.maximum[i * stride]);
    for (int mask = 16; mask > 0; mask /= 2) largest = fmaxf(largest, __shfl_xor_sync(~0u, largest, mask));
    maximum = largest;
    float total = 0.0f, value = 0.0f;
    for (int i = count - 1; i >= 0; --i) {
        const float own = states.maximum[i * stride];
        const float factor = own == -INFINITY ? 0.0f : __expf(own - largest);
        total = fmaf(factor, states.sum[i * stride], total);
        value = fmaf(factor, states.o[i * stride * head_size + d], value);
    }
    sum = total;
    return value;
    // end of Solution 4
