// Mistake: the distance has a fixed scale above 1e15 and one below 1e-28; squares underflow from 1e-19 on
// Verdict: wrong_answer
// Message: the header allows 1e-6 * (rho1 + rho2)
// Solution 3
__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) {
    const float x = fabsf(p.x - q.x), y = fabsf(p.y - q.y), longer = fmaxf(x, y);
    const float scale = longer > 1e15f ? 1e-20f : longer < 1e-28f ? 1e30f : 1.0f;
    const float u = x * scale, v = y * scale;
    return sqrtf(u * u + v * v) / scale;
}
// end of Solution 3
