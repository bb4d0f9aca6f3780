// Mistake: squares first: overflows from 1.8e19 on, underflows below 1e-19
// Verdict: wrong_answer
// Message: all elements are inf
// Message: element 0 (from 1e+30, 1e+30): expected 1.4142135e+30, got inf
// Solution 1
__host__ __device__ float safe_hypot(float a, float b) { return sqrtf(a * a + b * b); }
// end of Solution 1
