// Mistake: the intensity upside down
// Verdict: wrong_answer
// Message: attainable_gflops() returned
    // Solution 2
    const double intensity = bytes / operations;
    return std::min(peak_gflops, intensity * peak_bandwidth);
    // end of Solution 2
