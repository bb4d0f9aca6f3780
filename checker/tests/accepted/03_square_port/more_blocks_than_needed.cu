// Accepted: a grid of twice as many threads as there are elements
    // Solution 4:
    square_kernel<<<2 * blocks_for(count), threads_per_block>>>(device_input, device_output, count);
    // end of Solution 4
