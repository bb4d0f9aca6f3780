// Mistake: the blocks before are forgotten
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 5:
    const int expert = chosen[request];
    const int rank = places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
