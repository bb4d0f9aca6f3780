// Mistake: subtracts the pedestal from the product
// Verdict: wrong_answer
// Message: calibrate, at every count
    // Solution 3
    map(n, out, [=] __device__(int count) { return gain * count - pedestal; }, counts);
    // end of Solution 3
