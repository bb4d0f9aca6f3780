// Mistake: takes the distance of the first two lanes for that of all
// Verdict: wrong_answer
// Message: expected
    // Solution 1
    int step = words[1] - words[0];
    if (step < 0) step = -step;
    degree = 1;
    while (step != 0 && step % 2 == 0 && degree < 32) {
        step /= 2;
        degree *= 2;
    }
    // end of Solution 1
