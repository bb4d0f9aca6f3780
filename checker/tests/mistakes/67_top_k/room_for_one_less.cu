// Mistake: the last index that a tile may need, and not the number behind it, is compared with the room
// Verdict: fault
// Message: Invalid __shared__ write
// Only: virtual
        // Solution 5:
        if (count + tile_size - 1 > room) {
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
        __syncthreads();
        // end of Solution 5
