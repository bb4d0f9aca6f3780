// Mistake: compares as int
// Verdict: wrong_answer
// Message: limit = 2147483647
    // Solution 3:
    const unsigned above =
        __ballot_sync(0xffffffff, i < n && static_cast<int>(values[i]) > static_cast<int>(limit));
    if (i < n && lane == 0) ballots[i / warp_size] = above;
    // end of Solution 3
