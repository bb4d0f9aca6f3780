// Mistake: 0 is larger than all of the values
// Verdict: wrong_answer
// Message: first_largest of 1 value, whole numbers from -60 to -10
// Solution 5
struct Candidates {
    const float* values;
    __device__ Candidate operator()(std::size_t i) const {
        return {values[i], static_cast<std::uint32_t>(i)};
    }
};

struct Better {
    __device__ Candidate operator()(Candidate x, Candidate y) const {
        const bool y_wins = y.value > x.value || (y.value == x.value && y.position < x.position);
        return y_wins ? y : x;
    }
};

void first_largest(const float* values, std::size_t n, Candidate* partials, Candidate* result) {
    const Candidate none{n > 0 ? 0.0f : -std::numeric_limits<float>::infinity(), nowhere};
    reduce(n, Candidates{values}, none, Better{}, partials, result);
}
// end of Solution 5
