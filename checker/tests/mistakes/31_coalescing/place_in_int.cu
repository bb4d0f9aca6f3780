// Mistake: the place of a float is kept in an int
// Verdict: wrong_answer
// Message: further than 32 bits can count
// Message: expected 5
    // Solution 1
    int last = -1;
    for (int lane = 0; lane < 32; ++lane) {
        const int sector = static_cast<int>(first + lane * step) / 8;
        if (sector != last) ++sectors;
        last = sector;
    }
    // end of Solution 1
