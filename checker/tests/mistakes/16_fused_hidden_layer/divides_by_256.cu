// Mistake: 256 in place of 255
// Verdict: wrong_answer
// Message: any number of neurons
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) { return tanhf(grey / 256.0f * weight); }
// end of Solution 1
