// Mistake: the angle taken for degrees
// Verdict: wrong_answer
// Message: failed: polar_distance: points anywhere
// Solution 3
__host__ __device__ Point to_cartesian(float rho, float theta) {
    const float radians = theta * 0.0174532925f;
    return {rho * cosf(radians), rho * sinf(radians)};
}

__host__ __device__ float distance(Point p, Point q) { return safe_hypot(p.x - q.x, p.y - q.y); }
// end of Solution 3
