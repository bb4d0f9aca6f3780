// Mistake: pi rounded to float, times a large t: wrong by a part of a turn
// Verdict: wrong_answer
// Message: tau = 30
// Message: at most 2e-06
// Solution 2
__device__ float wave_at(float t, float tau) { return expf(-t / tau) * cosf(2.0f * std::numbers::pi_v<float> * t); }
// end of Solution 2
