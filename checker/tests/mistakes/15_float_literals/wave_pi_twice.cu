// Mistake: cospif has the pi already
// Verdict: wrong_answer
// Message: tau = 2:
// Solution 2
__device__ float wave_at(float t, float tau) { return expf(-t / tau) * cospif(2.0f * std::numbers::pi_v<float> * t); }
// end of Solution 2
