// Mistake: the weights are read without waiting for the warp
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 5
    const int last_query = min(first_query + query_tile, queries) - 1;
    const int end = min(keys_seen(last_query, queries, keys, causal), tiles * key_tile);
    for (int first_key = 0; first_key < end; first_key += key_tile) {
        fill(shared.k, K, first_key, keys);
        fill(shared.v, V, first_key, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, first_key, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        add_values(shared, rows);
        __syncthreads();
    }
    // end of Solution 5
