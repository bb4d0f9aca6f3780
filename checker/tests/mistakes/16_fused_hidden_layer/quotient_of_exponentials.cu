// Mistake: the formula as it stands: infinity by infinity for large weights
// Verdict: wrong_answer
// Message: large weights
// Message: all wrong elements are NaN
// Message: results near 0
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) {
    const float v = grey / 255.0f * weight;
    return (expf(v) - expf(-v)) / (expf(v) + expf(-v));
}
// end of Solution 1
