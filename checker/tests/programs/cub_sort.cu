// CUB's sorts: radix (keys of several types, pairs, descending, some bits only), and merge sort
// with a comparison.
#include "check.hpp"

#include <algorithm>
#include <cub/device/device_merge_sort.cuh>
#include <cub/device/device_radix_sort.cuh>
#include <numeric>
#include <vector>

template <class Value>
Value* to_device(const std::vector<Value>& host) {
    Value* device = nullptr;
    check(cudaMalloc(&device, host.size() * sizeof(Value)));
    check(cudaMemcpy(device, host.data(), host.size() * sizeof(Value), cudaMemcpyHostToDevice));
    return device;
}

template <class Value>
std::vector<Value> to_host(const Value* device, std::size_t count) {
    std::vector<Value> host(count);
    check(cudaMemcpy(host.data(), device, count * sizeof(Value), cudaMemcpyDeviceToHost));
    return host;
}

template <class Algorithm>
void run(Algorithm algorithm) {
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    void* memory = nullptr;
    check(cudaMalloc(&memory, bytes));
    check(algorithm(memory, bytes));
    finish();
    check(cudaFree(memory));
}

struct Point {
    int x, y;
    bool operator==(const Point&) const = default;
};

struct Nearer {
    __host__ __device__ bool operator()(const Point& a, const Point& b) const {
        return a.x * a.x + a.y * a.y < b.x * b.x + b.y * b.y;
    }
};

int main() {
    constexpr int count = 5000;
    std::vector<unsigned> keys(count);
    std::vector<int> places(count);
    std::vector<Point> points(count);
    for (int i = 0; i < count; ++i) {
        keys[i] = (i + 1) * 2654435761u >> 12;
        places[i] = i;
        points[i] = {i * 31 % 97 - 48, i * 17 % 89 - 44};
    }
    unsigned *in = to_device(keys), *out = to_device(keys);
    int *from = to_device(places), *to = to_device(places);

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceRadixSort::SortPairs(memory, bytes, in, out, from, to, count);
    });
    std::vector<int> order = places;
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return keys[a] < keys[b]; });
    require(to_host(to, count) == order, "SortPairs");
    std::printf("smallest %u at %d, largest %u at %d\n", keys[order.front()], order.front(),
                keys[order.back()], order.back());

    run([&](void* memory, std::size_t& bytes) { // bits 4 to 11 alone, from the largest
        return cub::DeviceRadixSort::SortPairsDescending(memory, bytes, in, out, from, to, count, 4,
                                                         12);
    });
    order = places;
    std::stable_sort(order.begin(), order.end(),
                     [&](int a, int b) { return (keys[a] >> 4 & 255) > (keys[b] >> 4 & 255); });
    require(to_host(to, count) == order, "SortPairsDescending of some bits");
    std::printf("first %d, last %d\n", order.front(), order.back());

    Point* device_points = to_device(points);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceMergeSort::StableSortKeys(memory, bytes, device_points, count, Nearer());
    });
    std::stable_sort(points.begin(), points.end(), Nearer());
    require(to_host(device_points, count) == points, "StableSortKeys");
    std::printf("nearest (%d, %d), farthest (%d, %d)\n", points.front().x, points.front().y,
                points.back().x, points.back().y);
    for (void* memory : {static_cast<void*>(in), static_cast<void*>(out), static_cast<void*>(from),
                         static_cast<void*>(to), static_cast<void*>(device_points)})
        check(cudaFree(memory));
    return 0;
}
