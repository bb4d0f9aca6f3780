// Mistake: values are compared with the threshold as floats: NaN is above nothing
// Verdict: wrong_answer
// Message: NaN and infinity in the last tiles
        // Solution 5:
        if (count + tile_size > room) {
            threshold = keep_largest_in_block(entries, count, k);
            if (t == 0) shared_count = k;
            __syncthreads();
        }
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            if (i >= columns) break;
            const Entry entry = entry_of(value[j], i);
            if (threshold == 0 || value[j] > value_of(threshold)) entries[atomicAdd(&shared_count, 1)] = entry;
        }
        __syncthreads();
        count = shared_count;
        __syncthreads();
        // end of Solution 5
