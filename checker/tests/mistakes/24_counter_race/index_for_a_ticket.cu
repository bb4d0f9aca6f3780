// Mistake: the thread's index, and nothing taken from the counter
// Verdict: wrong_answer
// Message: the counter was
        // Solution 3
        tickets[i] = static_cast<unsigned>(i);
        // end of Solution 3
