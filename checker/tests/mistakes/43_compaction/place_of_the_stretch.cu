// Mistake: the kept values of a stretch go to where the stretch begins among all values
// Verdict: wrong_answer
// Message: All kept values are there, in order, and not from kept[0] on without a gap
    // Solution 3:
    int place = s.begin;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0;
        const bool keep = i < s.end && is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & lower_lanes())] = value;
        place += __popc(ballot);
    }
    // end of Solution 3
