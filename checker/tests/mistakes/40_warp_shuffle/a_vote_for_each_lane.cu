// Mistake: a vote for each lane, in place of one ballot
// Verdict: too_much_traffic
// Message: is to ask all lanes by one vote
// Only: virtual
    // Solution 3
    const bool is_above = i < n && values[i] > limit;
    unsigned above = 0;
    for (int asked = 0; asked < warp_size; ++asked) {
        if (__any_sync(0xffffffff, is_above && lane == asked)) above |= 1u << asked;
    }
    if (i < n && lane == 0) ballots[i / warp_size] = above;
    // end of Solution 3
