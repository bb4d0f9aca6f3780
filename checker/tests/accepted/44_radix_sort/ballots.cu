// Accepted: equal lanes found by eight ballots; all of them raise the count; the places of a tile found by warp 0's lanes
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int first = begin; first < end; first += blockDim.x) { // one addition for all equal lanes
        const int i = first + threadIdx.x;
        const int digit = i < end ? digit_of(ordered(keys[i]), shift) : -1;
        const unsigned same = __match_any_sync(0xffffffffu, digit);
        if (digit >= 0 && threadIdx.x % 32 == __ffs(same) - 1u) atomicAdd(bins + digit, __popc(same));
    }
    __syncthreads();
    counts[threadIdx.x * gridDim.x + blockIdx.x] = bins[threadIdx.x];
    // end of Solution 1
    // Solution 2:
    const int t = 2 * threadIdx.x; // two counts in a row
    const int a = t < blocks ? row[t] : 0, b = t + 1 < blocks ? row[t + 1] : 0;
    int total;
    const int before = scan_block(a + b, total) - a - b;
    if (t < blocks) row[t] = before;
    if (t + 1 < blocks) row[t + 1] = before + a;
    if (threadIdx.x == 255) totals[blockIdx.x] = total;
    // end of Solution 2
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        const unsigned digit = bits[j] >> shift & 255;
        unsigned same = all_lanes;
        for (int bit = 0; bit < 8; ++bit) {
            const unsigned ones = __ballot_sync(all_lanes, digit >> bit & 1);
            same &= digit >> bit & 1 ? ones : ~ones;
        }
        rank[j] = count[digit] + __popc(same & lower_lanes());
        __syncwarp();
        if (same >> threadIdx.x % 32 == 1) count[digit] = rank[j] + 1; // the highest lane of them
        __syncwarp();
    }
    // end of Solution 3
    // Solution 4:
    int own[warps], sum = 0;
    for (int w = 0; w < warps; ++w) {
        own[w] = sum;
        sum += count[w][d];
    }
    int total;
    const int first = scan_block(sum, total) - sum;
    for (int w = 0; w < warps; ++w) count[w][d] = first + own[w];
    offset[d] = -first + next;
    next += sum;
    // end of Solution 4
