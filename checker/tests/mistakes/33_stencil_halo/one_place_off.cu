// Mistake: takes place t + 1 for the leftmost neighbour
// Verdict: wrong_answer
// Message: stand in wrong places
    // Solution 3
    if (start + t < length) {
        float sum = 0.0f;
        for (int k = 0; k <= 2 * radius; ++k) {
            sum += weights.of[k] * tile[(t + k + 1) % tile_size];
        }
        output[start + t] = sum;
    }
    // end of Solution 3
