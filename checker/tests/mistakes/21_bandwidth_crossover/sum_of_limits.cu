// Mistake: the two times one after the other
// Verdict: wrong_answer
// Message: attainable_gflops() returned
    // Solution 2
    const double intensity = operations / bytes;
    return 1 / (1 / peak_gflops + 1 / (intensity * peak_bandwidth));
    // end of Solution 2
