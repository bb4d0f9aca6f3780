// Mistake: the distance squares its differences itself, which overflows for points far out
// Verdict: wrong_answer
// Message: got inf
// Solution 3
__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) {
    return sqrtf((p.x - q.x) * (p.x - q.x) + (p.y - q.y) * (p.y - q.y));
}
// end of Solution 3
