// Mistake: all of 8 but 8.0, and all of 10 and 12, have 128: of most nothing is known
// Verdict: wrong_answer
// Message: compute capability 8.1: cores_per_multiprocessor() returned 128; expected 0
    // Solution 1:
    if (major == 3 && (minor == 0 || minor == 2 || minor == 5 || minor == 7)) return 192;
    if (major == 5 && (minor == 0 || minor == 2 || minor == 3)) return 128;
    if (major == 6 && minor <= 2) return minor == 0 ? 64 : 128;
    if (major == 7 && (minor == 0 || minor == 2 || minor == 5)) return 64;
    if (major == 8) return minor == 0 ? 64 : 128;
    if ((major == 9 || major == 11) && minor == 0) return 128;
    return major == 10 || major == 12 ? 128 : 0;
    // end of Solution 1
