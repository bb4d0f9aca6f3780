// Mistake: the number after adding in place of the one before
// Verdict: wrong_answer
// Message: no thread has the ticket
        // Solution 3
        tickets[i] = atomicAdd(counter, 1u) + 1;
        // end of Solution 3
