// Mistake: queries and keys one float at a time
// Verdict: too_much_traffic
// Message: a thread is to load fours from shared memory
// Only: virtual
    // Solution 2
#pragma unroll 4
    for (int d = 0; d < head_size; ++d) {
        float q[own_queries];
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            q[i] = *static_cast<const volatile float*>(&shared.q[query_of(i)][d]);
        }
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float k = *static_cast<const volatile float*>(&shared.k[key_of(j)][d]);
#pragma unroll
            for (int i = 0; i < own_queries; ++i) {
                products[i][j] += q[i] * k;
            }
        }
    }
    // end of Solution 2
