// Mistake: it goes on to tile 0, though what lies behind the nearest up_to_here does not count
// Verdict: too_much_traffic
// Message: as far back as the nearest one
// Only: virtual
    // Solution 5:
    if (lane == 0) write_state(states, tile, tile_alone | own);
    int sum = 0;
    bool found = false;
    for (int first = tile - 1; first >= 0; first -= warp_size) {
        const int other = first - lane;
        unsigned state = up_to_here;
        while (other >= 0 && (state = read_state(states, other)) == 0) {
        }
        const unsigned ends = __ballot_sync(all_lanes, (state & up_to_here) != 0);
        const bool counts = !found && (ends == 0 || lane < __ffs(ends));
        sum += __reduce_add_sync(all_lanes, counts ? static_cast<int>(state & count_bits) : 0);
        found = found || ends != 0;
    }
    if (lane == 0) write_state(states, tile, up_to_here | (sum + own));
    return sum;
    // end of Solution 5
