// Mistake: no word about copies and moves: both objects free the memory
// Verdict: fault
// Message: one owner: moved, never copied
    // Solution 2
    // end of Solution 2
