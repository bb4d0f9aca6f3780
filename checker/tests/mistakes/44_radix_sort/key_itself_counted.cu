// Mistake: the key itself is in its rank
// Verdict: fault
// Message: the key itself is counted
// Only: virtual
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const unsigned lower = same & lower_lanes();
        const int before = count[digit];
        __syncwarp();
        if (lower == 0) count[digit] = before + __popc(same);
        __syncwarp();
        rank[j] = before + __popc(lower) + 1;
    }
    // end of Solution 3
