// Mistake: the threshold stays where it is: all values are put down
// Verdict: too_much_traffic
// Message: is not to be put
// Only: virtual
        // Solution 5:
        if (count + tile_size > room) {
            keep_largest_in_block(entries, count, k);
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
        __syncthreads();
        // end of Solution 5
