// Mistake: a stream of its own, in no order with the caller's copies, and never destroyed
// Verdict: requirement
// Message: in a stream of its own that is in no order with the default stream
// Message: transpose() left behind a stream
// Only: virtual
// Replaces
//|     transpose_kernel<<<grid, block>>>(input, output, rows, columns);
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    transpose_kernel<<<grid, block, 0, stream>>>(input, output, rows, columns);
// end of Replaces
