// Classes with virtual functions, made on the device with new, called through their base, destroyed
// through a virtual destructor that counts.
#include "check.hpp"

__device__ int destroyed = 0;

struct Shape {
    __device__ virtual int area() const = 0;
    __device__ virtual int corners() const { return 0; }
    __device__ virtual ~Shape() { atomicAdd(&destroyed, 1); }
};

struct Rectangle : Shape {
    int width, height;
    __device__ Rectangle(int w, int h) : width(w), height(h) {}
    __device__ int area() const override { return width * height; }
    __device__ int corners() const override { return 4; }
};

struct Square final : Rectangle {
    __device__ explicit Square(int side) : Rectangle(side, side) {}
    __device__ ~Square() override { atomicAdd(&destroyed, 1000); }
};

struct Named {
    __device__ virtual int name() const = 0;
};

struct Triangle : Shape, Named { // the second base: its pointer needs a thunk
    int base, height;
    __device__ Triangle(int b, int h) : base(b), height(h) {}
    __device__ int area() const override { return base * height / 2; }
    __device__ int corners() const override { return 3; }
    __device__ int name() const override { return 't' + base; }
};

__global__ void make(Shape** shapes, Named** named, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    named[i] = nullptr;
    switch (i % 3) {
    case 0:
        shapes[i] = new Rectangle(i, i + 1);
        break;
    case 1:
        shapes[i] = new Square(i);
        break;
    default: {
        auto* triangle = new Triangle(i, 4);
        shapes[i] = triangle;
        named[i] = triangle;
    }
    }
}

__global__ void measure(Shape* const* shapes, Named* const* named, int count, int* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    atomicAdd(&sums[0], shapes[i]->area());
    atomicAdd(&sums[1], shapes[i]->corners());
    if (named[i] != nullptr) atomicAdd(&sums[2], named[i]->name());
}

__global__ void destroy(Shape** shapes, int count) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) delete shapes[i];
}

int main() {
    constexpr int count = 100;
    Shape** shapes = nullptr;
    Named** named = nullptr;
    int* sums = nullptr;
    check(cudaMalloc(&shapes, count * sizeof(Shape*)));
    check(cudaMalloc(&named, count * sizeof(Named*)));
    check(cudaMalloc(&sums, 3 * sizeof(int)));
    check(cudaMemset(sums, 0, 3 * sizeof(int)));
    make<<<2, 64>>>(shapes, named, count);
    measure<<<2, 64>>>(shapes, named, count, sums);
    destroy<<<2, 64>>>(shapes, count);
    finish();

    int expected[3] = {}, squares = 0;
    for (int i = 0; i < count; ++i) {
        expected[0] += i % 3 == 0 ? i * (i + 1) : i % 3 == 1 ? i * i : i * 4 / 2;
        expected[1] += i % 3 == 2 ? 3 : 4;
        if (i % 3 == 2) expected[2] += 't' + i;
        squares += i % 3 == 1;
    }
    int host[3], gone = 0;
    check(cudaMemcpy(host, sums, sizeof host, cudaMemcpyDeviceToHost));
    check(cudaMemcpyFromSymbol(&gone, destroyed, sizeof gone));
    for (int i = 0; i < 3; ++i) require(host[i] == expected[i], "a sum over the shapes");
    require(gone == count + 1000 * squares, "the destructors");
    std::printf("area %d, corners %d, names %d, destroyed %d\n", host[0], host[1], host[2], gone);
    check(cudaFree(shapes));
    check(cudaFree(named));
    check(cudaFree(sums));
    return 0;
}
