// Accepted: the smallest as the negative of a maximum; elements by their number, begins and ends by functions of two kinds
    // Solution 2:
    const auto negative = thrust::make_transform_iterator(values, cuda::std::negate<float>()); // -min(x) is max(-x)
    const DeviceBuffer<float> of_negative(1);
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, negative, of_negative.data(), n, cuda::maximum<float>{}, -INFINITY);
    });
    const auto back = thrust::make_transform_iterator(of_negative.data(), cuda::std::negate<float>());
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, back, result, 1);
    });
    // end of Solution 2
// Solution 4:
struct Row {
    const int* matrix;
    int columns;
    __host__ __device__ std::int64_t operator()(int i) const { return matrix[i]; }
};
struct Start {
    int columns, more;
    __host__ __device__ int operator()(int row) const { return (row + more) * columns; }
};

void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const thrust::counting_iterator<int> each(0);
    const auto elements = thrust::make_transform_iterator(each, Row{matrix, columns});
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, elements, sums, rows,
                                                  thrust::make_transform_iterator(each, Start{columns, 0}),
                                                  thrust::make_transform_iterator(each, Start{columns, 1}),
                                                  cuda::std::plus<std::int64_t>(), 0LL);
    });
}
// end of Solution 4
