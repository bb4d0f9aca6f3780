// Mistake: a request that is not taken keeps its weight
// Verdict: wrong_answer
// Message: of a request that is not taken it becomes 0
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
    }
    // end of Solution 5
