// Mistake: grey / 255 is 0 for all but white
// Verdict: wrong_answer
// Message: any number of neurons
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) { return tanhf(grey / 255 * weight); }
// end of Solution 1
