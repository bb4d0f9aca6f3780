// Mistake: a table that ends with compute capability 7
// Verdict: wrong_answer
// Message: compute capability 8.0: cores_per_multiprocessor() returned 0; expected 64
    // Solution 1
    switch (major * 10 + minor) {
    case 30: case 32: case 35: case 37: // Kepler
        return 192;
    case 50: case 52: case 53: // Maxwell
        return 128;
    case 60: // Pascal, for computing centres
        return 64;
    case 61: case 62: // Pascal, otherwise
        return 128;
    case 70: case 72: case 75: // Volta, Turing
        return 64;
    default:
        return 0;
    }
    // end of Solution 1
