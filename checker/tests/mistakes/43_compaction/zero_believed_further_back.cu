// Mistake: reads states of 0 again in the first window alone
// Verdict: wrong_answer
// Message: is 0 until states[tile] is tile_alone | own
    // Solution 5:
    if (lane == 0) write_state(states, tile, tile_alone | own);
    int before = 0;
    for (int nearest = tile - 1;; nearest -= warp_size) {
        const int other = nearest - lane;
        unsigned state = up_to_here;
        if (other >= 0) state = read_state(states, other);
        while (nearest == tile - 1 && other >= 0 && state == 0) state = read_state(states, other);
        const unsigned ends = __ballot_sync(all_lanes, (state & up_to_here) != 0);
        const bool counts = ends == 0 || lane < __ffs(ends);
        before += __reduce_add_sync(all_lanes, counts ? state & count_bits : 0);
        if (ends != 0) break;
    }
    if (lane == 0) write_state(states, tile, up_to_here | (before + own));
    return before;
    // end of Solution 5
