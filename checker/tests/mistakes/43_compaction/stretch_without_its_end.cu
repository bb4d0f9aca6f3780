// Mistake: counts to the end of the array
// Verdict: wrong_answer
// Message: to the end of the array
    // Solution 1:
    int count = 0;
    for (int first = s.begin; first < n; first += warp_size) {
        const int i = first + lane;
        count += __popc(__ballot_sync(all_lanes, i < n && is_kept(values[i], threshold)));
    }
    if (s.begin < s.end && lane == 0) counts[s.number] = count;
    // end of Solution 1
