// Accepted: atomicInc, a loop of compare and swap, four values at a time
    // Solution 1:
    atomicInc(counter, 0xffffffffu);
    // end of Solution 1
    // Solution 2:
    unsigned mine = 0;
    std::size_t i = first;
    for (; i + 3 * stride < n; i += 4 * stride) {
        const int a = values[i], b = values[i + stride], c = values[i + 2 * stride], d = values[i + 3 * stride];
        mine += (a > threshold) + (b > threshold) + (c > threshold) + (d > threshold);
    }
    while (i < n) {
        mine += values[i] > threshold;
        i += stride;
    }
    atomicAdd(count, mine);
    // end of Solution 2
        // Solution 3:
        unsigned seen = *static_cast<volatile unsigned*>(counter);
        for (unsigned found; (found = atomicCAS(counter, seen, seen + 1)) != seen;) seen = found;
        tickets[i] = seen;
        // end of Solution 3
