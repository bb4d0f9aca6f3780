// Mistake: squares in 32 bits without a sign
// Verdict: wrong_answer
// Message: the values are right modulo 2^32: 32-bit integers (unsigned) overflowed on the way
        // Solution 1
        const auto value = static_cast<unsigned>(input[i] < 0 ? -input[i] : input[i]);
        output[i] = value * value;
        // end of Solution 1
