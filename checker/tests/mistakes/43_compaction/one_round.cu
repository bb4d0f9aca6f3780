// Mistake: counts the first 32 values of a stretch
// Verdict: wrong_answer
// Message: expected is
    // Solution 1:
    const int i = s.begin + lane;
    const unsigned ballot = __ballot_sync(all_lanes, i < s.end && is_kept(values[i], threshold));
    if (s.begin < s.end && lane == 0) counts[s.number] = __popc(ballot);
    // end of Solution 1
