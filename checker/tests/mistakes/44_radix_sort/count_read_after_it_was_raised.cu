// Mistake: nothing keeps the lowest lane from raising the count while others read it
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const unsigned lower = same & lower_lanes();
        const int before = count[digit];
        if (lower == 0) count[digit] = before + __popc(same);
        __syncwarp();
        rank[j] = before + __popc(lower);
    }
    // end of Solution 3
