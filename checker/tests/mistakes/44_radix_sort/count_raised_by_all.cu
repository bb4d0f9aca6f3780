// Mistake: each lane adds the number of equal lanes
// Verdict: wrong_answer
// Message: rank_tile
    // Solution 3:
    for (int j = 0; j < rounds; ++j) {
        const int digit = digit_of(bits[j], shift);
        const unsigned same = __match_any_sync(all_lanes, digit);
        const unsigned lower = same & lower_lanes();
        const int before = count[digit];
        __syncwarp();
        atomicAdd(&count[digit], __popc(same));
        __syncwarp();
        rank[j] = before + __popc(lower);
    }
    // end of Solution 3
