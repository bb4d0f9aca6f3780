// Mistake: writes the old peak back when the reading is not higher
// Verdict: too_much_traffic
// Message: no reading was higher than its peak
// Only: virtual
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word), assumed;
    do {
        assumed = seen;
        const float old = __uint_as_float(assumed);
        seen = atomicCAS(word, assumed, __float_as_uint(is_higher(reading, old) ? reading : old));
    } while (seen != assumed);
    return __uint_as_float(seen);
    // end of Solution 2
