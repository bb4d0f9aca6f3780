// Mistake: a lane behind the end votes for the last value
// Verdict: wrong_answer
// Message: lanes without a value are counted, too
    // Solution 1:
    int count = 0;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = min(first + lane, n - 1);
        count += __popc(__ballot_sync(all_lanes, is_kept(values[i], threshold)));
    }
    if (s.begin < s.end && lane == 0) counts[s.number] = count;
    // end of Solution 1
