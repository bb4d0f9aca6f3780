// Mistake: compares the rank in the block
// Verdict: wrong_answer
// Message: the place of request
    // Solution 5:
    const int expert = chosen[request];
    const int rank = starts[expert * gridDim.x + blockIdx.x] + places[request];
    if (places[request] < capacity) {
        const int place = offsets[expert] + rank;
        places[request] = place;
        order[place] = request / 2;
    } else {
        places[request] = -1;
        weights[request] = 0.0f;
    }
    // end of Solution 5
