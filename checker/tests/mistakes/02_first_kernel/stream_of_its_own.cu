// Mistake: a stream of its own, in no order with the caller's copies, and never destroyed
// Verdict: requirement
// Message: in a stream of its own that is in no order with the default stream
// Message: add() left behind a stream
// Only: virtual
    // Solution 2:
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    add_kernel<<<32, 128, 0, stream>>>(x, y, out);
    // end of Solution 2
