// Mistake: the distance is computed in double, right and slow
// Verdict: requirement
// Message: the compiled kernel turns a float into a double
// Message: distance_in_double.cu:
#include "hypot_device_function.hpp"

#include <cmath>

// The hypotenuse of one triangle, for every pair of floats as the header promises it. A function
// with no mark of its own is a host function: no kernel can call it.

__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}

__global__ void hypot_kernel(const float* a, const float* b, float* out, std::size_t count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
}

void hypot_on_device(const float* a, const float* b, float* out, std::size_t count) {
    hypot_kernel<<<1024, 256>>>(a, b, out,
                                count); // 262144 threads for any count
}

void hypot_on_host(const float* a, const float* b, float* out, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        out[i] = safe_hypot(a[i], b[i]);
    }
}

// A point of the plane: a device function returns what it likes, a structure as well.
struct Point {
    float x, y;
};

__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) {
    const double x = p.x - q.x, y = p.y - q.y;
    return static_cast<float>(sqrt(x * x + y * y));
}

__global__ void polar_kernel(const float* rho1, const float* theta1, const float* rho2,
                             const float* theta2, float* out, std::size_t count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < count;
         i += stride) {
        out[i] = distance(to_cartesian(rho1[i], theta1[i]), to_cartesian(rho2[i], theta2[i]));
    }
}

void polar_distance(const float* rho1, const float* theta1, const float* rho2, const float* theta2,
                    float* out, std::size_t count) {
    polar_kernel<<<1024, 256>>>(rho1, theta1, rho2, theta2, out, count);
}
