// Mistake: counts are taken for numbers of 16 bits
// Verdict: wrong_answer
// Message: calibrate: n =
// Solution 3:
map(
    n, out, [=] __device__(short count) { return gain * (count - pedestal); }, counts);
// end of Solution 3
