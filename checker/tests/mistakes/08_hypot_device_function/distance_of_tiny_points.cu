// Mistake: the distance squares its differences itself: a fixed scale for points far out, none near the origin
// Verdict: wrong_answer
// Message: failed: polar_distance: points close together, and points far out
// Message: all elements are 0
// Solution 3
__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) {
    const float x = fabsf(p.x - q.x), y = fabsf(p.y - q.y);
    if (x <= 1e15f && y <= 1e15f) return sqrtf(x * x + y * y);
    const float u = x * 1e-20f, v = y * 1e-20f;
    return sqrtf(u * u + v * v) * 1e20f;
}
// end of Solution 3
