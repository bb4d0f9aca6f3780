// Mistake: does not write the order
// Verdict: wrong_answer
// Message: order[0] is
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
