// Mistake: takes what is not in the table for the newest
// Verdict: wrong_answer
// Message: nothing is known of it
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
    case 80: // Ampere, for computing centres
        return 64;
    case 86: case 87: case 89: // Ampere, Ada
        return 128;
    case 90: // Hopper
        return 128;
    case 100: case 103: case 110: case 120: case 121: // Blackwell
        return 128;
    default:
        return 128;
    }
    // end of Solution 1
