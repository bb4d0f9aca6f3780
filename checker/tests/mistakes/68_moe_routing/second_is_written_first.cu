// Mistake: the second expert comes first
// Verdict: wrong_answer
// Message: chosen[0] is
    // Solution 2:
    Best own{-INFINITY, -INFINITY, -1, -1};
    if (token < tokens) {
        const float* scores = gates + std::size_t{static_cast<unsigned>(token)} * experts;
        for (int expert = lane; expert < experts; expert += lanes) {
            own = merge(own, {scores[expert], -INFINITY, expert, -1});
        }
    }
    for (int distance = lanes / 2; distance > 0; distance /= 2) {
        own = merge(own, {__shfl_xor_sync(all_lanes, own.first, distance),
                          __shfl_xor_sync(all_lanes, own.second, distance),
                          __shfl_xor_sync(all_lanes, own.first_expert, distance),
                          __shfl_xor_sync(all_lanes, own.second_expert, distance)});
    }
    if (token < tokens && lane < 2) {
        const float ratio = expf(own.second - own.first);
        chosen[2 * token + lane] = lane == 0 ? own.second_expert : own.first_expert;
        weights[2 * token + lane] = (lane == 0 ? 1.0f : ratio) / (1.0f + ratio);
    }
    // end of Solution 2
