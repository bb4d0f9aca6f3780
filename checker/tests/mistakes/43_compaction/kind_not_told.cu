// Mistake: tells its count without the bits that say what is counted
// Verdict: fault
// Message: Livelock
// Only: virtual
    // Solution 5:
    if (lane == 0) write_state(states, tile, own);
    int before = 0;
    for (int nearest = tile - 1;; nearest -= warp_size) {
        const int other = nearest - lane;
        unsigned state = up_to_here;
        while (other >= 0 && (state = read_state(states, other)) == 0) {
        }
        const unsigned ends = __ballot_sync(all_lanes, (state & up_to_here) != 0);
        const bool counts = ends == 0 || lane < __ffs(ends);
        before += __reduce_add_sync(all_lanes, counts ? state & count_bits : 0);
        if (ends != 0) break;
    }
    if (lane == 0) write_state(states, tile, up_to_here | (before + own));
    return before;
    // end of Solution 5
