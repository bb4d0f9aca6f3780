// Accepted: a template, sines and cosines at once, a loop that is not unrolled
    // Solution 1:
    template <typename Float>
    __host__ __device__ Float hypotenuse(Float a, Float b) {
        a = a < 0 ? -a : a;
        b = b < 0 ? -b : b;
        if (isinf(a) || isinf(b)) return isinf(a) ? a : b;
        if (a < b) {
            const Float c = a;
            a = b;
            b = c;
        }
        if (a == 0) return b + 0 * a == 0 ? Float(0) : b; // 0, or NaN
        b /= a;
        return a * sqrtf(fmaf(b, b, Float(1)));
    }
    __host__ __device__ float safe_hypot(float a, float b) { return hypotenuse(a, b); }
    // end of Solution 1
    // Solution 2:
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += std::size_t{gridDim.x} * blockDim.x) {
        out[i] = hypotenuse<float>(a[i], b[i]);
    }
    // end of Solution 2
    // Solution 3:
    __host__ __device__ Point to_cartesian(float rho, float theta) {
        float sine = 0, cosine = 0;
        sincosf(theta, &sine, &cosine);
        return Point{cosine * rho, sine * rho};
    }
    __host__ __device__ float distance(Point p, Point q) {
        const Point d{q.x - p.x, q.y - p.y};
        return safe_hypot(d.x, d.y);
    }
    // end of Solution 3
