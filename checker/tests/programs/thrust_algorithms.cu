// Thrust: transform, reduce, scan, sort, unique, reduce by key, gather, and the iterators that make
// sequences without memory.
#include "check.hpp"

#include <algorithm>
#include <numeric>
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/gather.h>
#include <thrust/host_vector.h>
#include <thrust/inner_product.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/permutation_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/scan.h>
#include <thrust/sort.h>
#include <thrust/transform_reduce.h>
#include <thrust/tuple.h>
#include <thrust/unique.h>
#include <vector>

struct Scramble {
    __host__ __device__ unsigned operator()(unsigned i) const { return i * 2654435761u >> 20; }
};

struct Weighted {
    __host__ __device__ long long operator()(const thrust::tuple<unsigned, unsigned>& both) const {
        return static_cast<long long>(thrust::get<0>(both)) * thrust::get<1>(both);
    }
};

int main() {
    constexpr int count = 3000;
    thrust::device_vector<unsigned> values(count);
    thrust::transform(thrust::counting_iterator<unsigned>(0),
                      thrust::counting_iterator<unsigned>(count), values.begin(), Scramble());
    std::vector<unsigned> host(count);
    for (int i = 0; i < count; ++i) host[i] = Scramble()(i);

    const unsigned sum = thrust::reduce(values.begin(), values.end());
    require(sum == std::accumulate(host.begin(), host.end(), 0u), "reduce");
    const auto largest = thrust::max_element(values.begin(), values.end());
    require(largest - values.begin() == std::max_element(host.begin(), host.end()) - host.begin(),
            "max_element");

    // Each value times its index, without a temporary array.
    const auto pairs = thrust::make_zip_iterator(
        thrust::make_tuple(values.begin(), thrust::counting_iterator<unsigned>(0)));
    const long long weighted =
        thrust::transform_reduce(pairs, pairs + count, Weighted(), 0ll, thrust::plus<long long>());
    long long expected = 0;
    for (int i = 0; i < count; ++i) expected += static_cast<long long>(host[i]) * i;
    require(weighted == expected, "transform_reduce");

    thrust::device_vector<unsigned> sums(count);
    thrust::exclusive_scan(values.begin(), values.end(), sums.begin(), 5u);
    std::vector<unsigned> host_sums(count);
    std::exclusive_scan(host.begin(), host.end(), host_sums.begin(), 5u);
    require(
        std::equal(host_sums.begin(), host_sums.end(), thrust::host_vector<unsigned>(sums).begin()),
        "exclusive_scan");

    // Sorted with the place they came from; gathered again, the same.
    thrust::device_vector<unsigned> keys = values;
    thrust::device_vector<int> places(count);
    thrust::copy(thrust::counting_iterator<int>(0), thrust::counting_iterator<int>(count),
                 places.begin());
    thrust::stable_sort_by_key(keys.begin(), keys.end(), places.begin());
    std::vector<int> host_places(count);
    std::iota(host_places.begin(), host_places.end(), 0);
    std::stable_sort(host_places.begin(), host_places.end(),
                     [&](int a, int b) { return host[a] < host[b]; });
    require(std::equal(host_places.begin(), host_places.end(),
                       thrust::host_vector<int>(places).begin()),
            "stable_sort_by_key");
    thrust::device_vector<unsigned> gathered(count);
    thrust::gather(places.begin(), places.end(), values.begin(), gathered.begin());
    require(gathered == keys, "gather");
    const auto permuted = thrust::make_permutation_iterator(values.begin(), places.begin());
    require(thrust::inner_product(permuted, permuted + count, keys.begin(), 0ull) ==
                std::inner_product(host.begin(), host.end(), host.begin(), 0ull),
            "inner_product");

    // More pairs than one block merges, larger than 4 bytes.
    constexpr int many = 10000;
    std::vector<unsigned> host_pairs(many);
    for (int i = 0; i < many; ++i) host_pairs[i] = i * 7919u % 10007u;
    thrust::device_vector<unsigned> firsts(host_pairs), seconds(host_pairs);
    const auto both =
        thrust::make_zip_iterator(thrust::make_tuple(firsts.begin(), seconds.begin()));
    thrust::sort(both, both + many);
    std::sort(host_pairs.begin(), host_pairs.end());
    require(firsts == thrust::device_vector<unsigned>(host_pairs) && seconds == firsts,
            "sort of pairs");

    // How often each last digit occurs.
    const auto digit = [] __host__ __device__(unsigned value) { return value / 256; };
    thrust::device_vector<unsigned> digits(16), times(16);
    const auto ends =
        thrust::reduce_by_key(thrust::make_transform_iterator(keys.begin(), digit),
                              thrust::make_transform_iterator(keys.end(), digit),
                              thrust::make_constant_iterator(1u), digits.begin(), times.begin());
    const auto groups = ends.first - digits.begin();
    for (int g = 0; g < groups; ++g) {
        const unsigned which = digits[g], often = times[g];
        require(often == std::count_if(host.begin(), host.end(),
                                       [&](unsigned v) { return v / 256 == which; }),
                "reduce_by_key");
        std::printf("%u: %u\n", which, often);
    }
    const auto different = thrust::unique(keys.begin(), keys.end()) - keys.begin();
    std::sort(host.begin(), host.end());
    require(different == std::unique(host.begin(), host.end()) - host.begin(), "unique");
    std::printf("sum %u, weighted %lld, different %d\n", sum, weighted, int(different));
    return 0;
}
