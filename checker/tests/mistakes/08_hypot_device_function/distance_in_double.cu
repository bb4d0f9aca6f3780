// Mistake: the distance is computed in double, right and slow
// Verdict: requirement
// Message: the compiled kernel turns a float into a double
// Message: distance_in_double.cu:
// Solution 3
__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) {
    const double x = p.x - q.x, y = p.y - q.y;
    return static_cast<float>(sqrt(x * x + y * y));
}
// end of Solution 3
