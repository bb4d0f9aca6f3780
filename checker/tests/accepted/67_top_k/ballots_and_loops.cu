// Accepted: lanes join by a ballot and one atomic for each warp; one thread goes through the digits; a bin is counted by its thread alone
    // Solution 1:
    unsigned bits = __float_as_uint(value);
    bits ^= static_cast<unsigned>(static_cast<int>(bits) >> 31) | 0x80000000;
    return (static_cast<Entry>(bits) << 32) + (0xffffffffu - place);
    // end of Solution 1
    // Solution 2:
    __syncthreads();
    bins[d] = 0;
    __syncthreads();
    for (int first = 0; first < count; first += 256) { // equal digits of a warp are counted together
        const int i = first + d;
        int digit = -1;
        if (i < count && (selection.bits == 64 || entries[i] >> selection.bits == selection.prefix >> selection.bits))
            digit = static_cast<int>(entries[i] >> (selection.bits - 8)) & 255;
        const unsigned same = __match_any_sync(0xffffffff, digit);
        if (digit >= 0 && __ffs(same) - 1 == d % 32) atomicAdd(bins + digit, __popc(same));
    }
    __syncthreads();
    // end of Solution 2
    // Solution 3:
    if (d == 0 && above >= 0) {
        int digit = digits - 1, larger = 0;
        while (larger + bins[digit] < selection.still_in_k) larger += bins[digit--];
        chosen.bits = selection.bits - 8;
        chosen.prefix = selection.prefix + (static_cast<Entry>(digit) << chosen.bits);
        chosen.still_in_k = selection.still_in_k - larger;
    }
    // end of Solution 3
    // Solution 4:
    __shared__ Entry large[most_k];
    __shared__ int next;
    if (t == 0) next = 0;
    __syncthreads();
    for (int first = 0; first < count; first += threads_per_block) {
        const int i = first + t;
        const bool keeps = i < count && entries[i] >= smallest;
        const unsigned all = __ballot_sync(0xffffffff, keeps);
        int place = 0;
        if (t % 32 == 0) place = atomicAdd(&next, __popc(all));
        place = __shfl_sync(0xffffffff, place, 0) + __popc(all & ((1u << t % 32) - 1));
        if (keeps) large[place] = entries[i];
    }
    __syncthreads();
    for (int i = t; i < k; i += blockDim.x) entries[i] = large[i];
    // end of Solution 4
        // Solution 5:
        for (int j = 0; j < rounds; ++j) {
            const int i = tile + j * threads_per_block + t;
            const Entry entry = i < columns ? entry_of(value[j], i) : 0;
            const bool joins = entry > threshold;
            const unsigned all = __ballot_sync(all_lanes, joins);
            int place = 0;
            if (t % 32 == 0 && all != 0) place = atomicAdd(&shared_count, __popc(all));
            place = __shfl_sync(all_lanes, place, 0) + __popc(all & ((1u << t % 32) - 1));
            if (joins) entries[place] = entry;
        }
        __syncthreads();
        count = shared_count;
        __syncthreads();
        if (count > room - tile_size) { // for the next tile
            threshold = keep_largest_in_block(entries, count, k);
            if (t == 0) shared_count = k;
            count = k;
            __syncthreads();
        }
        // end of Solution 5
