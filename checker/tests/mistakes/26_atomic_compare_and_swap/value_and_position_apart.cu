// Mistake: the value is changed atomically, the position after it: another thread comes between
// Verdict: wrong_answer
// Message: position
// Only: virtual
    // Solution 4
    auto* const word = reinterpret_cast<unsigned*>(&coldest->value);
    unsigned seen = look_at(word);
    while (is_colder(mine, Candidate{__uint_as_float(seen), look_at(&coldest->position)})) {
        const unsigned found = atomicCAS(word, seen, __float_as_uint(mine.value));
        if (found == seen) {
            atomicExch(&coldest->position, mine.position);
            break;
        }
        seen = found;
    }
    // end of Solution 4
