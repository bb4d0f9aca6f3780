// Mistake: the maximum is that of three of the thread's four keys
// Verdict: wrong_answer
// Message: 1000 for key 31
// Solution 4
__device__ void weigh(Shared& shared, Rows& rows, const float (&scores)[own_queries][own_keys]) {
#pragma unroll
    for (int i = 0; i < own_queries; ++i) {
        float maximum = rows.maximum[i];
#pragma unroll
        for (int j = 0; j < own_keys - 1; ++j) {
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
