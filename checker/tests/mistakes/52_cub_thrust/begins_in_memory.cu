// Mistake: the begins are written to memory, and copied
// Verdict: requirement
// Message: copy from host to device
// Solution 4:
void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    int* begins = nullptr;
    check(cudaMallocAsync(&begins, (rows + 1) * sizeof(int), nullptr));
    int* host = new int[rows + 1];
    for (int r = 0; r <= rows; ++r) host[r] = r * columns;
    const cudaError_t copied = cudaMemcpy(begins, host, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice);
    delete[] host;
    check(copied);
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, matrix, sums, rows, begins, begins + 1,
                                                  cuda::std::plus<>(), std::int64_t{0});
    });
    check(cudaFreeAsync(begins, nullptr));
}
// end of Solution 4
