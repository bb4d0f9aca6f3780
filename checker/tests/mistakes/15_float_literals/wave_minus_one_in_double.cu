// Mistake: -1.0 makes the quotient and the exponential double
// Verdict: requirement
// Message: damped_wave: single precision, and still right
// Solution 2
__device__ float wave_at(float t, float tau) { return exp(-1.0 * t / tau) * cospif(2.0f * t); }
// end of Solution 2
