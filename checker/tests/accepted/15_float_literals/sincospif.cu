// Accepted: sincospif, of which one half is used; erfcxf is not; literals of integers
    // Solution 1:
    __device__ float density(float x, float mean, float sigma) {
        const float z = (x - mean) / sigma;
        return expf(z * z / -2) * 0.398942280401432677939946f / sigma;
    }
    // end of Solution 1
    // Solution 2:
    __device__ float wave_at(float t, float tau) {
        float sine = 0, cosine = 0;
        sincospif(2 * fmodf(t, 1), &sine, &cosine);
        return cosine * exp(-t / tau);
    }
    // end of Solution 2
