// Mistake: the next entry leaves one place free behind those that are kept, where an old one still stands
// Verdict: wrong_answer
// Message: of the row was not written
// Only: virtual
        // Solution 5:
        if (count + tile_size > room) {
            threshold = keep_largest_in_block(entries, count, k);
            if (t == 0) shared_count = k + 1;
            __syncthreads();
        }
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            if (i >= columns) break;
            const Entry entry = entry_of(value[j], i);
            if (entry > threshold) entries[atomicAdd(&shared_count, 1)] = entry;
        }
        __syncthreads();
        count = shared_count;
        __syncthreads();
        // end of Solution 5
