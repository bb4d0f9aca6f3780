// Mistake: the instruction for half the digits
// Verdict: requirement
// Message: tanh.approx is right to 11 bits only
// Only: virtual
// Solution 1
__device__ float neuron(std::uint8_t grey, float weight) {
    float result;
    asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(grey / 255.0f * weight));
    return result;
}
// end of Solution 1
