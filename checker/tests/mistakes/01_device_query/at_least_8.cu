// Mistake: from 8.0 on all the same
// Verdict: wrong_answer
// Message: compute capability 8.0: cores_per_multiprocessor() returned 128; expected 64
    // Solution 1
    if (major < 3 || major > 12 || major == 4) return 0;
    if (major == 3) return 192;
    if (major >= 8 || major == 5 || (major == 6 && minor > 0)) return 128;
    return minor <= 5 ? 64 : 0;
    // end of Solution 1
