// Mistake: as many tiles as the first query sees
// Verdict: wrong_answer
// Message: O is
    // Solution 5
    const int last_query = first_query;
    const int end = min(keys_seen(last_query, queries, keys, causal), tiles * key_tile);
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
