// Mistake: row r begins at r * rows
// Verdict: wrong_answer
// Message: row_sums, rows = 3
// Solution 4:
struct Begin {
    int columns;
    __host__ __device__ int operator()(int row) const { return row * columns; }
};

void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const auto begins =
        thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Begin{rows});
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, matrix, sums, rows, begins,
                                                  begins + 1, cuda::std::plus<>(),
                                                  std::int64_t{0});
    });
}
// end of Solution 4
