// CUB over whole arrays: look-back scan, reductions with argmin, select, unique by key, run
// lengths, histogram, segmented reduction.
#include "check.hpp"

#include <algorithm>
#include <cub/device/device_histogram.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_run_length_encode.cuh>
#include <cub/device/device_scan.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <numeric>
#include <vector>

template <class Value>
struct Array {
    Value* data = nullptr;
    std::size_t size;
    explicit Array(std::size_t n) : size(n) { check(cudaMalloc(&data, n * sizeof(Value))); }
    explicit Array(const std::vector<Value>& host) : Array(host.size()) {
        check(cudaMemcpy(data, host.data(), size * sizeof(Value), cudaMemcpyHostToDevice));
    }
    Array(const Array&) = delete;
    ~Array() { cudaFree(data); }
    std::vector<Value> host(std::size_t n) const {
        std::vector<Value> copy(n);
        check(cudaMemcpy(copy.data(), data, n * sizeof(Value), cudaMemcpyDeviceToHost));
        return copy;
    }
    Value first() const { return host(1)[0]; }
};

// CUB's two phases: ask for temporary memory, then work.
template <class Algorithm>
void run(Algorithm algorithm) {
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    Array<char> memory(std::max<std::size_t>(bytes, 1));
    check(algorithm(memory.data, bytes));
    finish();
}

struct IsOdd {
    __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};

int main() {
    constexpr int count = 20000;
    std::vector<int> host(count);
    for (int i = 0; i < count; ++i)
        host[i] = static_cast<int>(i * 2654435761u >> 8) % 1000 / (i % 50 < 25 ? 100 : 1);
    const Array<int> in(host);
    Array<int> out(count), number(1), lengths(count);

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceScan::InclusiveSum(memory, bytes, in.data, out.data, count);
    });
    std::vector<int> expected(count);
    std::inclusive_scan(host.begin(), host.end(), expected.begin());
    require(out.host(count) == expected, "InclusiveSum");
    std::printf("scan: %d\n", expected.back());

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::Max(memory, bytes, in.data, number.data, count);
    });
    require(number.first() == *std::max_element(host.begin(), host.end()), "Max");
    Array<int> least(1);
    Array<std::int64_t> where(1);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::ArgMin(memory, bytes, in.data, least.data, where.data, count);
    });
    const auto smallest = std::min_element(host.begin(), host.end());
    require(least.first() == *smallest && where.first() == smallest - host.begin(), "ArgMin");
    std::printf("max %d, min %d at %d\n", number.first(), least.first(), int(where.first()));

    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceSelect::If(memory, bytes, in.data, out.data, number.data, count, IsOdd());
    });
    expected.clear();
    std::copy_if(host.begin(), host.end(), std::back_inserter(expected), IsOdd());
    require(number.first() == int(expected.size()) && out.host(expected.size()) == expected, "If");
    std::printf("odd: %d\n", number.first());

    std::vector<int> sorted = host;
    std::sort(sorted.begin(), sorted.end());
    const Array<int> ordered(sorted);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceRunLengthEncode::Encode(memory, bytes, ordered.data, out.data,
                                                  lengths.data, number.data, count);
    });
    const int runs = number.first();
    const auto values = out.host(runs), times = lengths.host(runs);
    for (int r = 0; r < runs; ++r)
        require(std::count(sorted.begin(), sorted.end(), values[r]) == times[r], "Encode");
    std::printf("runs: %d, the last of %d\n", runs, times.back());

    Array<int> bins(10);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceHistogram::HistogramEven(memory, bytes, in.data, bins.data, 11, 0, 1000,
                                                   count);
    });
    std::vector<int> counted(10);
    for (int value : host) ++counted[value / 100];
    require(bins.host(10) == counted, "HistogramEven");
    std::printf("bins: %d %d\n", counted[0], counted[9]);

    std::vector<int> begins{0, 10, 10, 5000, 5001, count};
    const Array<int> offsets(begins);
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(memory, bytes, in.data, out.data, 5, offsets.data,
                                               offsets.data + 1);
    });
    const auto sums = out.host(5);
    for (int s = 0; s < 5; ++s) {
        require(sums[s] == std::accumulate(&host[begins[s]], host.data() + begins[s + 1], 0),
                "segments");
        std::printf("segment %d: %d\n", s, sums[s]);
    }
    return 0;
}
