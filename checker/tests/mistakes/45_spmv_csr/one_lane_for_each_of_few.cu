// Mistake: several lanes only where a block has a single part, one lane for each of two or three long ones
// Verdict: too_much_traffic
// Message: several lanes are to share each of them
// Only: virtual
    // Solution 4:
#pragma unroll
    for (int round = 0; round < steps_of_a_share / threads_per_block; ++round) {
        const int k = begin + round * threads_per_block + threadIdx.x;
        if (k < end) products[k - begin] = values[k] * x[columns[k]];
    }
    __syncthreads();
    const int parts = last - first + 1; // with that of row `last`, which is carried
    const int lanes = parts > 1 ? 1 : warp_size;
    for (int part = 0; part < parts; part += threads_per_block / lanes) {
        const int row = first + part + threadIdx.x / lanes;
        float sum = 0.0f;
        if (row <= last) {
            const int part_end = row < last ? offsets[row + 1] : end;
            for (int k = max(begin, offsets[row]) + threadIdx.x % lanes; k < part_end; k += lanes) {
                sum += products[k - begin];
            }
        }
        sum = sum_of_lanes(sum, lanes);
        if (threadIdx.x % lanes == 0 && row <= last) {
            (row < last ? y[row] : carries[b]) = sum;
        }
    }
    // end of Solution 4
