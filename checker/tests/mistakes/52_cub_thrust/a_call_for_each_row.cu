// Mistake: a reduction for each row
// Verdict: requirement
// Message: launched
// Solution 4:
void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    for (int r = 0; r < rows; ++r) {
        in_two_calls([&](void* scratch, std::size_t& bytes) {
            return cub::DeviceReduce::Reduce(scratch, bytes, matrix + r * columns, sums + r, columns, cuda::std::plus<>(),
                                             std::int64_t{0});
        });
    }
}
// end of Solution 4
