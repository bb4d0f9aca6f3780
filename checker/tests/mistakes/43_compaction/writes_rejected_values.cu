// Mistake: values that are not kept are written, too
// Verdict: wrong_answer
// Message: which is not to be kept
    // Solution 3:
    int place = s.begin < s.end ? before[s.number] : 0;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0;
        const bool keep = i < s.end && is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (i < s.end) {
            const int below = __popc(ballot & lower_lanes());
            kept[keep ? place + below : n - 1 - (i - place - below)] = value;
        }
        place += __popc(ballot);
    }
    // end of Solution 3
