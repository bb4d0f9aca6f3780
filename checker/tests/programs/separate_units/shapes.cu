// Unit 2: classes with virtual functions, made here and used elsewhere.
#include "shapes.hpp"

namespace {

struct Rectangle : Shape { // unit 3 has another class of this name
    int size;
    __device__ explicit Rectangle(int s) : size(s) {}
    __device__ int area() const override { return size * (size + 1); }
};

struct Reduced : Shape {
    int size;
    __device__ explicit Reduced(int s) : size(s) {}
    __device__ int area() const override { return size / gcd(size, 12) * factors[size % 4]; }
};

__device__ int helper(int x) { return x + 100; } // unit 3 has its own

} // namespace

__device__ Shape* make_shape(int kind, int size) {
    atomicAdd(&calls, 1);
    if (kind == 0) return new Rectangle(helper(size) - 100);
    return new Reduced(size);
}
