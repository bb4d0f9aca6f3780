// Mistake: returns what the peak is afterwards
// Verdict: wrong_answer
// Message: itself: wanted is the peak from right before
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    while (is_higher(reading, __uint_as_float(seen))) {
        const unsigned found = atomicCAS(word, seen, __float_as_uint(reading));
        if (found == seen) {
            break;
        }
        seen = found;
    }
    return fmaxf(__uint_as_float(seen), reading);
    // end of Solution 2
