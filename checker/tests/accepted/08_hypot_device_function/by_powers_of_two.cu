// Accepted: scaled by a power of two, which rounds nothing; frexpf and ldexpf
    // Solution 1:
    __host__ __device__ float safe_hypot(float a, float b) {
        if (isinf(a) || isinf(b)) return HUGE_VALF;
        if (isnan(a) || isnan(b)) return a * b;
        int exponent = 0;
        frexpf(fmaxf(fabsf(a), fabsf(b)), &exponent);
        const float x = ldexpf(a, -exponent), y = ldexpf(b, -exponent);
        return ldexpf(sqrtf(x * x + y * y), exponent);
    }
    // end of Solution 1
