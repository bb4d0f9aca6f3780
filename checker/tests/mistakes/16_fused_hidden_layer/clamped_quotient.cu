// Mistake: the quotient, cut off at 20 against overflow: still wrong near 0
// Verdict: wrong_answer
// Message: results near 0
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) {
    const float v = fminf(fmaxf(grey / 255.0f * weight, -20.0f), 20.0f);
    return (expf(v) - expf(-v)) / (expf(v) + expf(-v));
}
// end of Solution 1
