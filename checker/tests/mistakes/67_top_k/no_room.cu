// Mistake: values are put down where there is no room any more
// Verdict: fault
// Message: out of bounds
// Only: virtual
        // Solution 5:
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
