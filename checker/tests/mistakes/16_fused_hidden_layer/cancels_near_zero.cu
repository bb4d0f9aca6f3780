// Mistake: 1 - 2 / (exp(2 v) + 1): stable far away, and nearly 1 is taken from 1 near 0
// Verdict: wrong_answer
// Message: results near 0
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) {
    const float v = grey / 255.0f * weight;
    return 1.0f - 2.0f / (expf(2.0f * v) + 1.0f);
}
// end of Solution 1
