// Mistake: the library's hypotf: here you are to see what is inside
// Verdict: requirement
// Message: without the library's hypotf
    // Solution 1:
    __host__ __device__ float safe_hypot(float a, float b) { return hypotf(a, b); }
    // end of Solution 1
