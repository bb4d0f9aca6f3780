// Mistake: 255.0 is a double, and tanh follows it
// Verdict: requirement
// Message: the kernel computes in double precision
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) { return tanh(grey / 255.0 * weight); }
// end of Solution 1
