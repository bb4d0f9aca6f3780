// Thrust on ordered ranges: union, intersection, difference, merge, binary searches, partition,
// counting, adjacent difference; sorting with a comparison of its own, in device memory of a
// caller's stream.
#include "check.hpp"

#include <algorithm>
#include <iterator>
#include <thrust/adjacent_difference.h>
#include <thrust/binary_search.h>
#include <thrust/count.h>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/merge.h>
#include <thrust/partition.h>
#include <thrust/set_operations.h>
#include <thrust/sort.h>
#include <vector>

struct IsThird {
    __host__ __device__ bool operator()(int value) const { return value % 3 == 0; }
};

struct ByLastDigit {
    __host__ __device__ bool operator()(int a, int b) const {
        return a % 10 != b % 10 ? a % 10 < b % 10 : a > b;
    }
};

std::vector<int> on_host(const thrust::device_vector<int>& values) {
    std::vector<int> host(values.size());
    thrust::copy(values.begin(), values.end(), host.begin());
    return host;
}

int main() {
    std::vector<int> a, b, expected;
    for (int i = 0; i < 700; ++i) {
        a.push_back(i * 2);
        b.push_back(i * 3);
    }
    const thrust::device_vector<int> left(a), right(b);
    thrust::device_vector<int> out(1400);
    const auto compare = [&](thrust::device_vector<int>::iterator end, const char* what) {
        out.resize(end - out.begin());
        require(on_host(out) == expected, what);
        std::printf("%s: %d\n", what, int(out.size()));
        out.resize(1400);
        expected.clear();
    };
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    compare(thrust::set_union(left.begin(), left.end(), right.begin(), right.end(), out.begin()),
            "union");
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    compare(
        thrust::set_intersection(left.begin(), left.end(), right.begin(), right.end(), out.begin()),
        "intersection");
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    compare(
        thrust::set_difference(left.begin(), left.end(), right.begin(), right.end(), out.begin()),
        "difference");
    std::merge(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(expected));
    compare(thrust::merge(left.begin(), left.end(), right.begin(), right.end(), out.begin()),
            "merge");

    thrust::lower_bound(left.begin(), left.end(), right.begin(), right.end(), out.begin());
    for (int value : b) expected.push_back(std::lower_bound(a.begin(), a.end(), value) - a.begin());
    compare(out.begin() + b.size(), "lower bounds");
    thrust::adjacent_difference(right.begin(), right.end(), out.begin());
    expected.assign(b.size(), 3);
    expected[0] = 0;
    compare(out.begin() + b.size(), "differences");

    // In a stream, asynchronously to the default one.
    cudaStream_t stream;
    check(cudaStreamCreate(&stream));
    const auto policy = thrust::cuda::par.on(stream);
    thrust::device_vector<int> values(left);
    const auto thirds = thrust::stable_partition(policy, values.begin(), values.end(), IsThird());
    expected = a;
    std::stable_partition(expected.begin(), expected.end(), IsThird());
    require(on_host(values) == expected, "stable_partition");
    require(thirds - values.begin() ==
                thrust::count_if(policy, left.begin(), left.end(), IsThird()),
            "count_if");
    thrust::sort(policy, values.begin(), values.end(), ByLastDigit());
    std::sort(expected.begin(), expected.end(), ByLastDigit());
    require(on_host(values) == expected, "sort with a comparison");
    std::printf("thirds: %d, last: %d\n", int(thirds - values.begin()), int(values.back()));
    check(cudaStreamDestroy(stream));
    return 0;
}
