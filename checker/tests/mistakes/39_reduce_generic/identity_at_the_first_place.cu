// Mistake: no value at all stands at place 0
// Verdict: wrong_answer
// Message: which is `nowhere`
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
    const Candidate none{-std::numeric_limits<float>::infinity(), 0};
    reduce(n, Candidates{values}, none, Better{}, partials, result);
}
// end of Solution 5
