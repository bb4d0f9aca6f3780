// Mistake: the maximum so far is forgotten
// Verdict: wrong_answer
// Message: worker 0
    // Solution 3
#pragma unroll
    for (int g = 0; g < group; ++g) {
        float scores[keys_at_a_time];
        float maximum = -INFINITY;
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
