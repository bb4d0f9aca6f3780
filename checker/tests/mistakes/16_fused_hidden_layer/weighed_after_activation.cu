// Mistake: the weight comes after the hyperbolic tangent
// Verdict: wrong_answer
// Message: any number of neurons
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) { return tanhf(grey / 255.0f) * weight; }
// end of Solution 1
