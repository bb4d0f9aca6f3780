// Mistake: the lowest lane raises the count by 1, whatever it stands for
// Verdict: wrong_answer
// Message: rank_tile
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const unsigned lower = same & lower_lanes();
        const int before = count[digit];
        __syncwarp();
        if (lower == 0) count[digit] = before + 1;
        __syncwarp();
        rank[j] = before + __popc(lower);
    }
    // end of Solution 3
