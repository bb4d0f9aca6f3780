// Mistake: squares in 32 bits
// Verdict: wrong_answer
// Message: squares that need 64 bits
// Message: the values are right modulo 2^32: 32-bit integers (int) overflowed on the way
        // Solution 1
        const int value = static_cast<int>(input[i]);
        output[i] = value * value;
        // end of Solution 1
