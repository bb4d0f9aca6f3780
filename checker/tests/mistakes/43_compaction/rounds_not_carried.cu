// Mistake: each round begins where the stretch began
// Verdict: wrong_answer
// Message: expected is values[
    // Solution 3:
    int place = s.begin < s.end ? before[s.number] : 0;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0;
        const bool keep = i < s.end && is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & lower_lanes())] = value;
    }
    // end of Solution 3
