// Mistake: returns what it saw first, not what it replaced
// Verdict: wrong_answer
// Message: at the moment of the swap
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    const float first = __uint_as_float(seen);
    while (is_higher(reading, __uint_as_float(seen))) {
        const unsigned found = atomicCAS(word, seen, __float_as_uint(reading));
        if (found == seen) {
            break;
        }
        seen = found;
    }
    return first;
    // end of Solution 2
