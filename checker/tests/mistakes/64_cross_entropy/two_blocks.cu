// Mistake: two blocks take all rows
// Verdict: requirement
// Message: was launched with 2 blocks; a block for each row
// Only: virtual
// Replaces
//| __global__ void losses_kernel(const float* logits, const int* labels, int classes, State* states,
__global__ void losses_kernel(const float* logits, const int* labels, std::size_t rows, int classes, State* states,
// end of Replaces
// Replaces
//|     const std::size_t row = blockIdx.x;
//|     loss_of_row(logits + row * classes, classes, labels[row], states + row, losses + row);
    for (std::size_t row = blockIdx.x; row < rows; row += gridDim.x) {
        loss_of_row(logits + row * classes, classes, labels[row], states + row, losses + row);
        __syncthreads(); // reduce_block may be called again
    }
// end of Replaces
// Replaces
//|     losses_kernel<<<static_cast<unsigned>(rows), threads_per_block>>>(logits, labels, classes,
    losses_kernel<<<rows < 2 ? 1 : 2, threads_per_block>>>(logits, labels, rows, classes,
// end of Replaces
