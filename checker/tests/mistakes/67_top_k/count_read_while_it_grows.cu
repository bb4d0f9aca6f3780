// Mistake: no barrier before the next tile raises the counter
// Verdict: fault
// Message: Race reported
// Message: of the next round
// Only: virtual
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
            if (entry > threshold) entries[atomicAdd(&shared_count, 1)] = entry;
        }
        __syncthreads();
        count = shared_count;
        // end of Solution 5
