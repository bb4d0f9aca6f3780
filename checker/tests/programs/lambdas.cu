// Lambdas written in host code and run by a kernel template, captures by value, generic lambdas,
// variadic templates and fold expressions on the device, a chain of calls composed at compile time.
#include "check.hpp"

#include <type_traits>

template <class Function>
__global__ void for_each(int count, Function function) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        function(i);
}

template <class First, class... Rest>
__host__ __device__ auto compose(First first, Rest... rest) {
    if constexpr (sizeof...(rest) == 0)
        return first;
    else
        return [=](auto value) { return compose(rest...)(first(value)); };
}

template <class... Values>
__host__ __device__ auto sum_of(Values... values) {
    return (values + ...);
}

template <int n>
struct Fibonacci {
    static constexpr long long value = Fibonacci<n - 1>::value + Fibonacci<n - 2>::value;
};
template <>
struct Fibonacci<0> {
    static constexpr long long value = 0;
};
template <>
struct Fibonacci<1> {
    static constexpr long long value = 1;
};

template <class Value>
struct Polynomial { // evaluated by a lambda that captures it
    Value coefficients[4];
    __host__ __device__ Value operator()(Value x) const {
        Value result = 0;
        for (int i = 3; i >= 0; --i) result = result * x + coefficients[i];
        return result;
    }
};

struct Add {
    int by;
    __host__ __device__ int operator()(int value) const { return value + by; }
};
struct Scale {
    int by;
    __host__ __device__ int operator()(int value) const { return value * by; }
};

int main() {
    constexpr int count = 500;
    long long* out = nullptr;
    check(cudaMalloc(&out, count * sizeof(long long)));
    const int shift = 3;
    const Polynomial<long long> cubic{{1, -2, 0, 4}};
    for_each<<<2, 64>>>(count, [=] __device__(int i) {
        const auto square = [](auto x) { return x * x; };
        out[i] = cubic(i) + (square(i) >> shift) + sum_of(i, 2.5, 'a', 7u) + Fibonacci<40>::value;
    });
    finish();
    long long host[count], sum = 0;
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) {
        const auto expected = static_cast<long long>(
            cubic(i) + (i * i >> shift) + sum_of(i, 2.5, 'a', 7u) + Fibonacci<40>::value);
        require(host[i] == expected, "a result");
        sum += host[i];
    }
    std::printf("polynomial: %lld, sum %lld\n", host[10], sum);

    for_each<<<1, 32>>>(count, [out] __device__(int i) {
        out[i] = compose(Add{2}, Scale{3}, Add{-4}, Scale{5})(i);
    });
    finish();
    check(cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost));
    for (int i = 0; i < count; ++i) require(host[i] == ((i + 2) * 3 - 4) * 5, "the chain");
    std::printf("chain: %lld\n", host[count - 1]);
    check(cudaFree(out));
    return 0;
}
