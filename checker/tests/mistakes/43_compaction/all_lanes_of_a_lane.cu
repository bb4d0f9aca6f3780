// Mistake: one lane goes through the stretch of the warp
// Verdict: too_much_traffic
// Message: neighbouring lanes are to read neighbouring values
// Only: virtual
    // Solution 1:
    int count = 0;
    if (lane == 0)
        for (int i = s.begin; i < s.end; ++i) count += is_kept(values[i], threshold);
    if (s.begin < s.end && lane == 0) counts[s.number] = count;
    // end of Solution 1
