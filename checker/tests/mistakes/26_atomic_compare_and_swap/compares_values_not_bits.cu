// Mistake: asks with floats whether the swap took place: -0 passes for +0
// Verdict: wrong_answer
// Message: peak
// Only: virtual
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    while (is_higher(reading, __uint_as_float(seen))) {
        const unsigned found = atomicCAS(word, seen, __float_as_uint(reading));
        if (__uint_as_float(found) == __uint_as_float(seen)) {
            break;
        }
        seen = found;
    }
    return __uint_as_float(seen);
    // end of Solution 2
