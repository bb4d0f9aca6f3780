// Mistake: tries until it succeeds, without asking again whether the reading is still higher
// Verdict: wrong_answer
// Message: peak
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    if (!is_higher(reading, __uint_as_float(seen))) return __uint_as_float(seen);
    unsigned found = atomicCAS(word, seen, __float_as_uint(reading));
    while (found != seen) {
        seen = found;
        found = atomicCAS(word, seen, __float_as_uint(reading));
    }
    return __uint_as_float(seen);
    // end of Solution 2
