// Mistake: the warp behind the last stretch reads where its own begins among the kept values
// Verdict: fault
// Message: Invalid __global__ read of size 4 bytes
// Only: virtual
    // Solution 3:
    int place = s.begin <= s.end ? before[s.number] : 0;
    for (int first = s.begin; first < s.end; first += warp_size) {
        const int i = first + lane;
        const int value = i < s.end ? values[i] : 0;
        const bool keep = is_kept(value, threshold);
        const unsigned ballot = __ballot_sync(all_lanes, keep);
        if (keep) kept[place + __popc(ballot & lower_lanes())] = value;
        place += __popc(ballot);
    }
    // end of Solution 3
