// Mistake: the second function as it was
// Verdict: requirement
// Message: damped_wave: single precision, and still right
// Solution 2
__device__ float wave_at(float t, float tau) { return exp(-1.0 * t / tau) * cos(2 * std::numbers::pi * t); }
// end of Solution 2
