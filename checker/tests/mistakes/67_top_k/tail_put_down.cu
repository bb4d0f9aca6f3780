// Mistake: threads without a value put one down
// Verdict: wrong_answer
// Message: it has the places 0 to
        // Solution 5:
        if (count + tile_size > room) {
            threshold = keep_largest_in_block(entries, count, k);
            if (t == 0) shared_count = k;
            __syncthreads();
        }
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            const Entry entry = entry_of(value[j], i);
            if (entry > threshold) entries[atomicAdd(&shared_count, 1)] = entry;
        }
        __syncthreads();
        count = shared_count;
        __syncthreads();
        // end of Solution 5
