// Accepted: powers of two in place of e, constants of the CUDA headers, whole turns dropped by hand
    // Solution 1:
    __device__ float density(float x, float mean, float sigma) {
        const float z = __fdiv_rn(x - mean, sigma);
        return __fdiv_rn(expf(-(z * z) / 2), sigma * std::sqrt(2 * std::numbers::pi_v<float>));
    }
    // end of Solution 1
    // Solution 2:
    __device__ float wave_at(float t, float tau) {
        const float part = t - truncf(t);
        return expf(-__fdiv_rn(t, tau)) * cospif(part + part);
    }
    // end of Solution 2
