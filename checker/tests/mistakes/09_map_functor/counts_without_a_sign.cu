// Mistake: counts below 0 are taken for very large ones
// Verdict: wrong_answer
// Message: calibrate: n =
// Solution 3:
map(
    n, out, [=] __device__(unsigned count) { return gain * (count - pedestal); }, counts);
// end of Solution 3
