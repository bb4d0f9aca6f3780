// Mistake: a kernel of its own, whose name has the library's in it
// Verdict: requirement
// Message: row_sums() launched my_cub::row_kernel, a kernel of your own
// Solution 4:
namespace my_cub {
__global__ void row_kernel(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const int r = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (r >= rows) return;
    std::int64_t sum = 0;
    for (int c = 0; c < columns; ++c) sum += matrix[std::int64_t{r} * columns + c];
    sums[r] = sum;
}
} // namespace my_cub

void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    if (rows == 0) return;
    my_cub::row_kernel<<<(rows + 255) / 256, 256>>>(matrix, rows, columns, sums);
    check(cudaGetLastError());
}
// end of Solution 4
