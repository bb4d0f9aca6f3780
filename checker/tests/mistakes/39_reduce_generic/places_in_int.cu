// Mistake: a place in int: from 2^31 on it is negative
// Verdict: fault
// Only: virtual
// Message: first_largest: n = 4294901760
    // Solution 5:
struct Candidates {
    const float* values;
    __device__ Candidate operator()(int i) const {
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
    const Candidate none{-std::numeric_limits<float>::infinity(), nowhere};
    reduce(n, Candidates{values}, none, Better{}, partials, result);
}
    // end of Solution 5
