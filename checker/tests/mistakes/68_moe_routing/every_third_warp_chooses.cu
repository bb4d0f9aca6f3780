// Mistake: every third warp chooses
// Verdict: requirement
// Message: each group of lanes is to take one token
// Only: virtual
// Replaces
//|     choose(gates, tokens, experts, static_cast<int>(thread / lanes),
//|            static_cast<int>(thread % lanes), lanes, chosen, weights);
    // Every third warp takes the tokens of the two behind it, too, in its block.
    const int warp = threadIdx.x / 32, of_a_warp = 32 / lanes;
    if (warp % 3 != 0) return;
    for (int w = 0; w < 3 && warp + w < threads_per_block / 32; ++w) {
        choose(gates, tokens, experts, static_cast<int>(thread / lanes) + w * of_a_warp,
               static_cast<int>(thread % lanes), lanes, chosen, weights);
    }
// end of Replaces
