// Mistake: compares and writes like ordinary memory
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 4
    if (is_colder(mine, *coldest)) {
        *coldest = mine;
    }
    // end of Solution 4
