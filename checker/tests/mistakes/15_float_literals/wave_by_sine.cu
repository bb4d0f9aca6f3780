// Mistake: sine in place of cosine
// Verdict: wrong_answer
// Message: tau = 2:
// Solution 2
__device__ float wave_at(float t, float tau) { return expf(-t / tau) * sinpif(2.0f * t); }
// end of Solution 2
