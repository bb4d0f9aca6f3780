// Mistake: a thread takes 4 neighbouring keys
// Verdict: wrong_answer
// Message: scores(0, 1)
    // Solution 2
#pragma unroll 4
    for (int d = 0; d < head_size; d += 4) {
        float4 q[own_queries];
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            q[i] = four(&shared.q[query_of(i)][d]);
        }
#pragma unroll
        for (int j = 0; j < own_keys; ++j) {
            const float4 k = four(&shared.k[own_x() * 4 + j][d]);
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
