// Mistake: two functions: the host has one of its own, in double
// Verdict: requirement
// Message: these are two functions
    // Solution 1:
    __host__ __device__ float safe_hypot(float a, float b) {
        if (isinf(a) || isinf(b)) return INFINITY;
#ifdef __CUDA_ARCH__
        const float longer = fmaxf(fabsf(a), fabsf(b));
        const float shorter = fminf(fabsf(a), fabsf(b));
        if (isnan(a) || isnan(b)) return a + b;
        if (longer == 0.0f) return 0.0f;
        const float ratio = shorter / longer;
        return longer * sqrtf(1.0f + ratio * ratio);
#else
        return static_cast<float>(std::sqrt(double{a} * a + double{b} * b));
#endif
    }
    // end of Solution 1
