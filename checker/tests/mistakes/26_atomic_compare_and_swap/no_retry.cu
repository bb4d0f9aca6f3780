// Mistake: gives up when the comparison fails
// Verdict: wrong_answer
// Message: peak
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    const unsigned seen = look_at(word);
    if (!is_higher(reading, __uint_as_float(seen))) return __uint_as_float(seen);
    return __uint_as_float(atomicCAS(word, seen, __float_as_uint(reading)));
    // end of Solution 2
