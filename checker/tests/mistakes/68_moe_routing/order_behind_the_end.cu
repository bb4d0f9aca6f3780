// Mistake: where the first request has no room, the last element of `order` is written
// Verdict: wrong_answer
// Message: was written; the experts take
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
        if (request == 0) order[requests - 1] = -1;
    }
    // end of Solution 5
