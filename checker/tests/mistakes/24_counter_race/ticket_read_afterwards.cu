// Mistake: adds first and reads in a second step
// Verdict: fault
// Message: Race reported
        // Solution 3
        atomicAdd(counter, 1u);
        tickets[i] = *counter;
        // end of Solution 3
