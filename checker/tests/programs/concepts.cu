// C++20 on the device: concepts that choose an overload, requires clauses, constexpr and consteval,
// designated initialisers, defaulted comparison, range-based for with initialiser, lambdas with
// template parameters.
#include "check.hpp"

#include <concepts>
#include <cstdint>
#include <type_traits>

template <class Operation, class Value>
concept Monoid = requires(const Operation operation, Value a, Value b) {
    { operation(a, b) } -> std::convertible_to<Value>;
    { operation.neutral() } -> std::convertible_to<Value>;
};

struct Plus {
    __host__ __device__ long long operator()(long long a, long long b) const { return a + b; }
    __host__ __device__ constexpr long long neutral() const { return 0; }
};
struct Greatest {
    __host__ __device__ int operator()(int a, int b) const { return a > b ? a : b; }
    __host__ __device__ constexpr int neutral() const { return INT32_MIN; }
};

template <class Value, Monoid<Value> Operation>
__global__ void fold(const Value* values, int count, Operation operation, Value* out) {
    __shared__ Value shared[128];
    Value mine = operation.neutral();
    for (int i = threadIdx.x; i < count; i += 128) mine = operation(mine, values[i]);
    shared[threadIdx.x] = mine;
    for (int step = 64; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step)
            shared[threadIdx.x] = operation(shared[threadIdx.x], shared[threadIdx.x + step]);
    }
    if (threadIdx.x == 0) *out = shared[0];
}

template <std::integral Value>
__host__ __device__ int kind(Value) {
    return 1;
}
template <std::unsigned_integral Value>
__host__ __device__ int kind(Value) {
    return 2;
}
template <std::floating_point Value>
__host__ __device__ int kind(Value) {
    return 3;
}
template <class Value>
requires(!std::integral<Value> && !std::floating_point<Value>) __host__ __device__
    int kind(const Value&) {
    return 4;
}

consteval int cube(int n) { return n * n * n; }

struct Version {
    int major, minor = 0, patch = 0;
    __host__ __device__ constexpr bool operator==(const Version&) const = default;
    __host__ __device__ constexpr bool operator<(const Version& other) const {
        if (major != other.major) return major < other.major;
        return minor != other.minor ? minor < other.minor : patch < other.patch;
    }
};

constexpr int table_size = 16;
struct Table {
    int values[table_size];
};
constexpr Table squares = [] {
    Table table{};
    for (int i = 0; i < table_size; ++i) table.values[i] = i * i;
    return table;
}();
__constant__ Table device_squares = squares;

__global__ void mix(int* out) {
    const int i = threadIdx.x;
    const Version mine{.major = i / 8, .minor = i % 8}, other{.major = 2, .minor = 3, .patch = 1};
    int result = cube(5) + device_squares.values[i % table_size];
    result += mine < other ? 1000 : mine == other ? 2000 : 3000;
    result += 10 * (kind(1) + kind(2u) * 10 + kind(1.5f) * 100 + kind(mine) * 1000);
    const auto twice = []<std::integral Value>(Value value) {
        return static_cast<Value>(value * 2);
    };
    for (int sum = 0; const int step : {1, 2, 3}) {
        sum += twice(step);
        result += sum * i;
    }
    if (i % 4 == 0) [[unlikely]]
        result = -result;
    out[i] = result;
}

int main() {
    constexpr int count = 1000;
    static long long numbers[count];
    static int values[count];
    long long sum = 0;
    int greatest = INT32_MIN;
    for (int i = 0; i < count; ++i) {
        numbers[i] = (1ll << 33) + i * i;
        values[i] = -5000 + i * 37 % 991;
        sum += numbers[i];
        greatest = values[i] > greatest ? values[i] : greatest;
    }
    long long *device = nullptr, found_sum = 0;
    int *device_values = nullptr, found = 0, mixed[32];
    check(cudaMalloc(&device, sizeof numbers + sizeof(long long)));
    check(cudaMalloc(&device_values, sizeof values + sizeof mixed));
    check(cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_values, values, sizeof values, cudaMemcpyHostToDevice));
    fold<<<1, 128>>>(device, count, Plus(), device + count);
    fold<<<1, 128>>>(device_values, count, Greatest(), device_values + count);
    finish();
    check(cudaMemcpy(&found_sum, device + count, sizeof found_sum, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&found, device_values + count, sizeof found, cudaMemcpyDeviceToHost));
    require(found_sum == sum && found == greatest, "folds");
    std::printf("sum %lld, greatest %d\n", found_sum, found);

    mix<<<1, 32>>>(device_values + count);
    finish();
    check(cudaMemcpy(mixed, device_values + count, sizeof mixed, cudaMemcpyDeviceToHost));
    int all = 0;
    for (int i = 0; i < 32; ++i) {
        const int version = i < 19 ? 1000 : i == 19 ? 1000 : 3000; // 2.3.0 is before 2.3.1
        int expected = 125 + squares.values[i % 16] + version + 43210 + (2 + 6 + 12) * i;
        if (i % 4 == 0) expected = -expected;
        require(mixed[i] == expected, "a mixture");
        all = all * 3 + mixed[i];
    }
    std::printf("mixed %d %d, all %d\n", mixed[0], mixed[31], all);
    check(cudaFree(device));
    check(cudaFree(device_values));
    return 0;
}
