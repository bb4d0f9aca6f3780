// Mistake: looks at the first number only
// Verdict: wrong_answer
// Message: compute capability 6.1
// Message: expected 128
    // Solution 1
    switch (major) {
    case 3:
        return 192;
    case 5: case 9: case 10: case 11: case 12:
        return 128;
    case 6: case 7: case 8:
        return 64;
    default:
        return 0;
    }
    // end of Solution 1
