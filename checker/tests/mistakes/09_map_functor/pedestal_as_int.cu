// Mistake: the pedestal loses its fraction
// Verdict: wrong_answer
// Message: calibrate, at every count
    // Solution 3
    map(n, out, [=] __device__(int count) { return gain * (count - static_cast<int>(pedestal)); }, counts);
    // end of Solution 3
