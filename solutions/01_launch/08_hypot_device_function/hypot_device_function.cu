// Lesson 08: one function for both sides. README.md explains; fill in the three regions marked
// TODO.
#include "hypot_device_function.hpp"

#include <cmath>

// The hypotenuse of one triangle, for every pair of floats as the header promises it. A function
// with no mark of its own is a host function: no kernel can call it.

// Solution 1: the longer leg is taken out of the root. What is squared is a ratio between 0 and 1:
// it cannot overflow, and where its square underflows it is too small to matter beside the 1.
// Without these three returns, two zeros and two infinities would divide 0 / 0 and inf / inf, and
// fmaxf and fminf, which prefer a number to a NaN, would lose a NaN.
__host__ __device__ float safe_hypot(float a, float b) {
    const float longer = fmaxf(fabsf(a), fabsf(b));
    const float shorter = fminf(fabsf(a), fabsf(b));
    if (isinf(longer)) return longer;
    if (isnan(a) || isnan(b)) return a + b;
    if (longer == 0.0f) return 0.0f;
    const float ratio = shorter / longer;
    return longer * sqrtf(1.0f + ratio * ratio);
}
// end of Solution 1

// __restrict__ promises that out overlaps with no input, so that several elements may be read
// before one is written.
__global__ void hypot_kernel(const float* __restrict__ a, const float* __restrict__ b,
                             float* __restrict__ out, std::size_t count) {
    // Solution 2: a thread that has done its element goes on by the number of threads in the grid,
    // so 262144 threads are enough for any count. In each round neighbours read neighbouring
    // elements. Unrolled, so that a thread may ask for the elements of several rounds before it
    // waits for the first. The index is signed: an unsigned one might wrap around, and then the
    // compiler has to ask after each round whether there is another one. (Here the branches of
    // safe_hypot still stand between the loads; the loops of later lessons have none.)
    const auto end = static_cast<std::ptrdiff_t>(count);
    const std::ptrdiff_t stride = std::ptrdiff_t{gridDim.x} * blockDim.x;
#pragma unroll 4
    for (std::ptrdiff_t i = std::ptrdiff_t{blockIdx.x} * blockDim.x + threadIdx.x; i < end;
         i += stride) {
        out[i] = safe_hypot(a[i], b[i]);
    }
    // end of Solution 2
}

void hypot_on_device(const float* a, const float* b, float* out, std::size_t count) {
    hypot_kernel<<<1024, 256>>>(a, b, out, count); // 262144 threads for any count
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

// Solution 3: a function calls a function; all three end up inside the kernel. The points far out
// are in good hands, since safe_hypot squares no long leg.
__host__ __device__ Point to_cartesian(float rho, float theta) {
    return {rho * cosf(theta), rho * sinf(theta)};
}

__host__ __device__ float distance(Point p, Point q) { return safe_hypot(p.x - q.x, p.y - q.y); }
// end of Solution 3

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
