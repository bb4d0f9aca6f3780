// Mistake: a kernel of its own adds up the rows
// Verdict: requirement
// Message: row_sums() launched row_kernel, a kernel of your own
// Solution 4:
__global__ void row_kernel(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const int r = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
    if (r >= rows) return;
    std::int64_t sum = 0;
    for (int c = 0; c < columns; ++c) sum += matrix[std::int64_t{r} * columns + c];
    sums[r] = sum;
}

void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    if (rows == 0) return;
    row_kernel<<<(rows + 255) / 256, 256>>>(matrix, rows, columns, sums);
    check(cudaGetLastError());
}
// end of Solution 4
