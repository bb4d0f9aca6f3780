// Mistake: each lane counts, also where it shares its sector
// Verdict: wrong_answer
// Message: returned 32; expected 4
    // Solution 1
    for (std::size_t lane = 0; lane < 32; ++lane) ++sectors;
    // end of Solution 1
