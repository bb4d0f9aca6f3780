// Mistake: only the memory limits
// Verdict: wrong_answer
// Message: arithmetic is the limit
// Replaces
//| double attainable_gflops(double operations, double bytes, double peak_gflops,
double attainable_gflops(double operations, double bytes, double /*peak_gflops*/,
// end of Replaces
    // Solution 2
    const double intensity = operations / bytes;
    return intensity * peak_bandwidth;
    // end of Solution 2
