// Accepted: cooperative groups: a tile of 16 lanes reduces; powers of two; the last kernel in one line
// Replaces
//| #include <cmath>
#include <cmath>
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
// end of Replaces
    // Solution 2
    namespace cg = cooperative_groups;
    const auto worker = cg::tiled_partition<16>(cg::this_thread_block());
    return cg::reduce(worker, q.x * k.x + q.y * k.y + q.z * k.z + q.w * k.w, cg::plus<float>());
    // end of Solution 2
    // Solution 3
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
        const float factor = exp2f(1.44269504f * (state.maximum[g] - base));
        float4& o = state.o[g];
        state.maximum[g] = maximum;
        state.sum[g] *= factor;
        o = {o.x * factor, o.y * factor, o.z * factor, o.w * factor};
#pragma unroll
        for (int u = 0; u < keys_at_a_time; ++u) {
            const float weight = exp2f(1.44269504f * (scores[u] - base));
            state.sum[g] += weight;
            o.x += weight * own_values[u].x;
            o.y += weight * own_values[u].y;
            o.z += weight * own_values[u].z;
            o.w += weight * own_values[u].w;
        }
    }
    // end of Solution 3
    // Solution 4
    maximum = -INFINITY;
    sum = 0.0f;
    float value = 0.0f;
    for (int i = 0; i < count; ++i) {
        maximum = fmaxf(maximum, states.maximum[i * stride]);
    }
    if (maximum == -INFINITY) return 0.0f;
    for (int i = 0; i < count; ++i) {
        const float factor = exp2f(1.44269504f * (states.maximum[i * stride] - maximum));
        sum += factor * states.sum[i * stride];
        value += factor * states.o[i * stride * head_size + d];
    }
    return value;
    // end of Solution 4
    // Solution 5
    const States own{states.maximum + query * parts, states.sum + query * parts, states.o + query * parts * head_size};
    float maximum, sum;
    const float value = merged(own, length / part_keys + (length % part_keys != 0), 1, threadIdx.x, maximum, sum);
    out[query * head_size + threadIdx.x] = length > 0 ? value / sum : 0.0f;
    // end of Solution 5
