// Mistake: the places of neighbours are ints, which 2^31 points do not fit into
// Verdict: fault
// Message: out of bounds
// Replaces
//|             from[here - 1] + from[here + 1] + from[here - width] + from[here + width];
            from[y * width + x - 1] + from[y * width + x + 1] + from[(y - 1) * width + x] +
            from[(y + 1) * width + x];
// end of Replaces
