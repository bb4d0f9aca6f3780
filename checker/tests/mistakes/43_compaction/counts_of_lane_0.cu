// Mistake: each lane counts its own values, and lane 0 writes what it has
// Verdict: wrong_answer
// Message: counts[0] is 1, expected is 32
    // Solution 1:
    int count = 0;
    for (int i = s.begin + lane; i < s.end; i += warp_size) count += is_kept(values[i], threshold);
    if (s.begin < s.end && lane == 0) counts[s.number] = count;
    // end of Solution 1
