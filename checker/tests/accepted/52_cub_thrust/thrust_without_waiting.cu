// Accepted: iterators of tuples, with a function of a tuple; Thrust with a stream; memory that is larger than asked for
    // Solution 1:
    std::size_t bytes = 0;
    if (const cudaError_t error = algorithm(nullptr, bytes); error != cudaSuccess) check(error);
    const std::size_t rounded = (bytes + 255) / 256 * 256;
    DeviceBuffer<double> scratch(rounded / sizeof(double));
    check(algorithm(static_cast<void*>(scratch.data()), bytes));
    // end of Solution 1
// Solution 3:
struct Distance {
    __host__ __device__ float operator()(const thrust::tuple<float, float>& pair) const {
        const float difference = thrust::get<0>(pair) - thrust::get<1>(pair);
        return difference < 0 ? -difference : difference;
    }
};

static auto differences(const float* a, const float* b) {
    return thrust::transform_iterator(thrust::make_zip_iterator(thrust::make_tuple(b, a)), Distance());
}
// end of Solution 3
    // Solution 5:
    if (n == 0) return 0;
    const auto all = differences(a, b);
    const auto largest = thrust::max_element(thrust::cuda::par.on(cudaStreamLegacy), all, all + n);
    return static_cast<std::size_t>(thrust::distance(all, largest));
    // end of Solution 5
