// Mistake: reads in a second step, atomically: others have been there in between
// Verdict: wrong_answer
// Message: two threads or more have the ticket
        // Solution 3
        atomicAdd(counter, 1u);
        tickets[i] = atomicAdd(counter, 0u) - 1;
        // end of Solution 3
