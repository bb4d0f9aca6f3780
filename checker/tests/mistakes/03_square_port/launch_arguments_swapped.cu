// Mistake: threads first, blocks second: a block of 4097 threads for the largest count
// Verdict: fault
// Message: count = 1048583
// Message: refused with cudaErrorInvalidValue: 4097 threads per block
    // Solution 4
    square_kernel<<<threads_per_block, blocks_for(count)>>>(device_input, device_output, count);
    // end of Solution 4
