// Mistake: exchanges pointers that belong to one launch only
// Verdict: wrong_answer
// Message: steps = 2
// Replaces
//| __global__ void step_kernel(const float* from, float* to, int width, int height, float rate) {
__global__ void step_kernel(float* from, float* to, int width, int height, float rate) {
// end of Replaces
// Replaces
//|         to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
//|     }
        to[here] = from[here] + rate * (neighbours - 4.0f * from[here]);
    }
    float* const written = to;
    to = from;
    from = written;
// end of Replaces
    // Solution 2
    float* from = plate;
    float* to = other;
    for (int step = 0; step < steps; ++step) {
        step_kernel<<<grid, block>>>(from, to, width, height, rate);
        check(cudaGetLastError());
    }
    // end of Solution 2
