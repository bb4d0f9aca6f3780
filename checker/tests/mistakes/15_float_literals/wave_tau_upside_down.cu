// Mistake: t times tau
// Verdict: wrong_answer
// Message: tau = 2:
// Solution 2
__device__ float wave_at(float t, float tau) { return expf(-t * tau) * cospif(2.0f * t); }
// end of Solution 2
