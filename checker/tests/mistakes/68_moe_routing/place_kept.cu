// Mistake: a request that is not taken keeps its rank
// Verdict: wrong_answer
// Message: its expert has no room for it
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        weights[request] = 0.0f;
    }
    // end of Solution 5
