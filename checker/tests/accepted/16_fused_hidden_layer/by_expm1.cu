// Accepted: the hyperbolic tangent made of expm1f, and a product in place of the quotient
    // Solution 1:
    __device__ float neuron(std::uint8_t grey, float weight) {
        const float x = static_cast<float>(grey) * (1.0f / 255.0f) * weight;
        const float part = expm1f(-2.0f * fabsf(x));
        return copysignf(-part / (part + 2.0f), x);
    }
    // end of Solution 1
