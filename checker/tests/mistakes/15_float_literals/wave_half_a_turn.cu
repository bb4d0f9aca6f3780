// Mistake: cospif(t): half as many turns
// Verdict: wrong_answer
// Message: tau = 2:
// Solution 2
__device__ float wave_at(float t, float tau) { return expf(-t / tau) * cospif(t); }
// end of Solution 2
