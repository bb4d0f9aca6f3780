// Mistake: o is divided by the sum in each tile
// Verdict: wrong_answer
// Message: the values are divided by the sum in each step
    // Solution 5
    const int last_query = min(first_query + query_tile, queries) - 1;
    const int end = min(keys_seen(last_query, queries, keys, causal), tiles * key_tile);
    if (end < 0) return;
    for (int first_key = 0; first_key < end; first_key += key_tile) {
        fill(shared.k, K, first_key, keys);
        fill(shared.v, V, first_key, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, first_key, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncwarp();
        add_values(shared, rows);
#pragma unroll
        for (int i = 0; i < own_queries; ++i) {
            const float sum = of_row(rows.sum[i], [](float a, float b) { return a + b; });
#pragma unroll
            for (int d = 0; d < own_values; ++d) {
                rows.o[i][d] /= sum;
            }
        }
        __syncthreads();
    }
    // end of Solution 5
