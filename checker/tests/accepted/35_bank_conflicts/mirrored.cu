// Accepted: a sorted list of words; a padded tile from its end; a swizzle whose rows are mirrored; barriers that count
    // Solution 1
    int sorted[32];
    std::copy(words, words + 32, sorted);
    std::sort(sorted, sorted + 32);
    int of_bank[32] = {};
    for (int* end = std::unique(sorted, sorted + 32); end != sorted;) ++of_bank[*--end & 31];
    degree = *std::max_element(of_bank, of_bank + 32);
    // end of Solution 1
    // Solution 2
    return row * 33 + 32 - column;
    // end of Solution 2
    // Solution 3
    return (row << 5) | ((31 - column) ^ (row & 31));
    // end of Solution 3
    // Solution 4
    const int own = static_cast<int>(threadIdx.x);
    const int with_row = __syncthreads_count(own < rows_here);
    int sum = 0;
    for (int i = 0; i < (own < with_row ? tile_columns : 0); i++) {
        int* const at = tile + place<layout>(own, i);
        *at = sum = sum + *at;
    }
    __barrier_sync(0);
    // end of Solution 4
