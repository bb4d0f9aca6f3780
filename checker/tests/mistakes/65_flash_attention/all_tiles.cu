// Mistake: tiles that no query sees are computed, too
// Verdict: too_much_traffic
// Message: as far as one of its queries sees a key of it
// Only: virtual
    // Solution 5
    const int last_query = min(first_query + query_tile, queries) - 1;
    const int end = min(keys, tiles * key_tile);
    for (int first_key = 0; first_key < end; first_key += key_tile) {
        fill(shared.k, K, first_key, keys);
        fill(shared.v, V, first_key, keys);
        __syncthreads();
        float scores[own_queries][own_keys];
        find_scores(shared, first_query, first_key, queries, keys, causal, scores);
        weigh(shared, rows, scores);
        __syncwarp();
        add_values(shared, rows);
        __syncthreads();
    }
    // end of Solution 5
