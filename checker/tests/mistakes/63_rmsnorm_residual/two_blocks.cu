// Mistake: two blocks take all rows
// Verdict: requirement
// Message: was launched with 2 blocks; a block for each row
// Only: virtual
// Replaces
//|     rmsnorm_kernel(const bf16* x, const bf16* r, const bf16* w, bf16* h_out, bf16* y, int columns,
//|                    float eps) {
//|     const std::size_t begin = std::size_t{blockIdx.x} * columns;
//|     float h[pieces_of_a_thread][eight];
//|     const float scale = read_row(x + begin, r + begin, columns, eps, h);
//|     write_row(h, scale, w, h_out + begin, y + begin, columns);
    rmsnorm_kernel(const bf16* x, const bf16* r, const bf16* w, bf16* h_out, bf16* y,
                   std::size_t rows, int columns, float eps) {
    for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        const std::size_t begin = row * columns;
        float h[pieces_of_a_thread][eight];
        const float scale = read_row(x + begin, r + begin, columns, eps, h);
        write_row(h, scale, w, h_out + begin, y + begin, columns);
        __syncthreads(); // block_sum may be called again
    }
// end of Replaces
// Replaces
//|                             int columns, float eps) {
                            std::size_t, int columns, float eps) {
// end of Replaces
// Replaces
//|     kernel<<<static_cast<unsigned>(rows), threads_for(columns)>>>(x, r, w, h, y, columns, eps);
    const std::size_t blocks = columns % eight == 0 ? std::min<std::size_t>(rows, 2) : rows;
    kernel<<<static_cast<unsigned>(blocks), threads_for(columns)>>>(x, r, w, h, y, rows, columns,
                                                                    eps);
// end of Replaces
