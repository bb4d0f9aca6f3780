// Mistake: the first size at which the GPU wins
// Verdict: wrong_answer
// Message: one lucky measurement is no crossover
    // Solution 3
    Crossovers result;
    for (int i = count - 1; i >= 0; --i) {
        if (gpu[i].kernel < cpu_ms[i]) {
            result.on_device = sizes[i];
        }
        if (gpu[i].in + gpu[i].kernel + gpu[i].out < cpu_ms[i]) {
            result.with_copies = sizes[i];
        }
    }
    return result;
    // end of Solution 3
