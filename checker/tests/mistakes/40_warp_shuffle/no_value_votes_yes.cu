// Mistake: a lane without a value votes yes
// Verdict: wrong_answer
// Message: expected is lane
    // Solution 3:
    const unsigned above = __ballot_sync(0xffffffff, i >= n || values[i] > limit);
    if (i < n && lane == 0) ballots[i / warp_size] = above;
    // end of Solution 3
