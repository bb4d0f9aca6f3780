// Mistake: begins with the offset 32 and makes five steps: the last one is missing
// Verdict: wrong_answer
// Message: warp_sums: n = 32:
// Message: element 1 of `values` is missing
    // Solution 2:
    std::uint32_t own = i < n ? values[i] : 0;
    for (int offset = warp_size; offset > 1; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (i < n && lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
