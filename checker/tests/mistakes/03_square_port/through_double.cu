// Mistake: a double has 53 bits for 64
// Verdict: wrong_answer
// Message: the values are right to 53 binary digits only: a double is somewhere on the way
        // Solution 1
        output[i] = static_cast<std::int64_t>(static_cast<double>(input[i]) * input[i]);
        // end of Solution 1
