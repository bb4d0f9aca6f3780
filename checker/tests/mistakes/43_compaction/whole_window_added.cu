// Mistake: adds all 32 states, also those behind the nearest that knows all
// Verdict: fault
// Message: tiles behind the nearest state up_to_here are in it, too
// Only: virtual
    // Solution 5:
    if (lane == 0) write_state(states, tile, tile_alone | own);
    int before = 0;
    for (int nearest = tile - 1;; nearest -= warp_size) {
        const int other = nearest - lane;
        unsigned state = up_to_here;
        while (other >= 0 && (state = read_state(states, other)) == 0) {
        }
        const unsigned ends = __ballot_sync(all_lanes, (state & up_to_here) != 0);
            before += __reduce_add_sync(all_lanes, state & count_bits);
        if (ends != 0) break;
    }
    if (lane == 0) write_state(states, tile, up_to_here | (before + own));
    return before;
    // end of Solution 5
