// Mistake: counts the lanes above its own: the values of a round are reversed
// Verdict: wrong_answer
// Message: not in the order of the array
    // Solution 3:
    int place = s.begin < s.end ? before[s.number] : 0;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0;
        const bool keep = i < s.end && is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & ~lower_lanes() & ~(1u << lane))] = value;
        place += __popc(ballot);
    }
    // end of Solution 3
