// Mistake: sets the weight of those that are taken
// Verdict: wrong_answer
// Message: another one stays
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
        weights[request] = 1.0f;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
