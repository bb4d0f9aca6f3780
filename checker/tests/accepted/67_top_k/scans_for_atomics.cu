// Accepted: places in the list come from scans, not from atomics; the threshold is raised after each tile that brings something
    // Solution 4:
    __shared__ Entry first[most_k];
    int begin = 0; // in the list of those that are kept
    for (int i = t; i - t < count; i += threads_per_block) {
        const bool keeps = i < count && entries[i] >= smallest;
        int all;
        const int place = begin + scan_block(keeps ? 1 : 0, all) - 1;
        if (keeps) first[place] = entries[i];
        begin += all;
    }
    __syncthreads();
    if (t < begin) entries[t] = first[t];
    // end of Solution 4
        // Solution 5:
        int own = 0;
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            own += i < columns && entry_of(value[j], i) > threshold;
        }
        int all;
        int place = count + scan_block(own, all) - own;
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            if (i < columns && entry_of(value[j], i) > threshold) entries[place++] = entry_of(value[j], i);
        }
        count += all;
        __syncthreads();
        if (all > 0 && count > k) {
            threshold = keep_largest_in_block(entries, count, k);
            count = k;
        }
        // end of Solution 5
