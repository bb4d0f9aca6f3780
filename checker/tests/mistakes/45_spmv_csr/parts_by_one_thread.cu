// Mistake: the parts are added up by one thread
// Verdict: too_much_traffic
// Message: several lanes are to share
// Only: virtual
    // Solution 4:
    for (int k = begin + threadIdx.x; k < end; k += threads_per_block) {
        products[k - begin] = values[k] * x[columns[k]];
    }
    __syncthreads();
    if (threadIdx.x > 0) return;
    for (int row = first; row <= last; ++row) {
        float sum = 0.0f;
        const int part_end = row < last ? offsets[row + 1] : end;
        for (int k = max(begin, offsets[row]); k < part_end; ++k) sum += products[k - begin];
        (row < last ? y[row] : carries[b]) = sum;
    }
    // end of Solution 4
