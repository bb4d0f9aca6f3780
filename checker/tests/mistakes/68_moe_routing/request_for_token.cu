// Mistake: writes the request where the token is asked for
// Verdict: wrong_answer
// Message: expected is token
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (rank < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
