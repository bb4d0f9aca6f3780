// Mistake: compares the place with the capacity
// Verdict: wrong_answer
// Message: its expert has room for it
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (offsets[expert] + rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
