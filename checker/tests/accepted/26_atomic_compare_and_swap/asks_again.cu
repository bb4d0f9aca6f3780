// Accepted: loops that end by return; a for loop around compare and swap; keys that are compared as whole numbers
    // Solution 1:
    if (isnan(reading)) return false;
    const int a = __float_as_int(reading), b = __float_as_int(peak); // -0 is below +0 in this order
    const int x = a < 0 ? a ^ 0x7fffffff : a, y = b < 0 ? b ^ 0x7fffffff : b;
    return x > y;
    // end of Solution 1
    // Solution 2:
    auto* const bits = reinterpret_cast<int*>(peak);
    for (int seen = look_at(bits);;) {
        if (!is_higher(reading, __int_as_float(seen))) return __int_as_float(seen);
        const int found = atomicCAS(bits, seen, __float_as_int(reading));
        if (found == seen) return __int_as_float(found);
        seen = found;
    }
    // end of Solution 2
    // Solution 3:
    if (isnan(challenger.value) || challenger.value > holder.value) return false;
    return challenger.value != holder.value || challenger.position < holder.position;
    // end of Solution 3
    // Solution 4:
    auto* const word = reinterpret_cast<Word*>(coldest);
    for (Word seen = look_at(word), assumed; is_colder(mine, to_candidate(seen));) {
        assumed = seen;
        seen = atomicCAS(word, assumed, to_word(mine));
        if (seen == assumed) return;
    }
    // end of Solution 4
