// Mistake: tau is taken as a whole number
// Verdict: wrong_answer
// Message: damped_wave
// Solution 2:
__device__ float wave_at(float t, int tau) { return expf(-t / tau) * cospif(2.0f * t); }
// end of Solution 2
