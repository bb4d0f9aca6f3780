// Mistake: steps in a loop within the kernel, with a block barrier between them
// Verdict: fault
// Message: Race reported
// Only: virtual
// Replaces
//| __global__ void step_kernel(const float* from, float* to, int width, int height, float rate) {
__global__ void step_kernel(float* from, float* to, int width, int height, int steps, float rate) {
// end of Replaces
    // Solution 1
    const bool on_border = x == 0 || x == width - 1 || y == 0 || y == height - 1;
    for (int step = 0; step < steps; ++step) {
        if (on_border) {
            to[here] = from[here];
        } else {
            const float neighbours =
                from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
            to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
        }
        __syncthreads();
        float* const written = to;
        to = from;
        from = written;
    }
    // end of Solution 1
    // Solution 2
    if (steps == 0) return;
    float* const from = steps % 2 == 0 ? plate : other;
    step_kernel<<<grid, block>>>(plate, other, width, height, steps, rate);
    check(cudaGetLastError());
    // end of Solution 2
