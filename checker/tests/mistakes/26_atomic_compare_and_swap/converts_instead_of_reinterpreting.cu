// Mistake: static_cast gives the number without its fraction, not its bits
// Verdict: wrong_answer
// Message: peak
    // Solution 2
    auto* const word = reinterpret_cast<unsigned*>(peak);
    unsigned seen = look_at(word);
    while (is_higher(reading, static_cast<float>(static_cast<int>(seen)))) {
        const unsigned found =
            atomicCAS(word, seen, static_cast<unsigned>(static_cast<int>(reading)));
        if (found == seen) {
            break;
        }
        seen = found;
    }
    return static_cast<float>(static_cast<int>(seen));
    // end of Solution 2
