// Mistake: forgets the way back
// Verdict: wrong_answer
// Message: does the GPU win, with copies?
    // Solution 3
    Crossovers result;
    for (int i = count - 1; i >= 0 && gpu[i].kernel < cpu_ms[i]; --i) {
        result.on_device = sizes[i];
    }
    for (int i = count - 1; i >= 0 && gpu[i].in + gpu[i].kernel < cpu_ms[i]; --i) {
        result.with_copies = sizes[i];
    }
    return result;
    // end of Solution 3
