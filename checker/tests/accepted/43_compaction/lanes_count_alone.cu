// Accepted: lanes count their own values and add them up by shuffles; a lane's place by a scan; lane 0 looks back alone
    // Solution 1:
    int count = 0;
    for (int i = s.begin + lane; i < s.end; i += 32) count += is_kept(values[i], threshold) ? 1 : 0;
    for (int offset = 16; offset > 0; offset /= 2) count += __shfl_down_sync(0xffffffffu, count, offset);
    if (lane == 0 && s.end > s.begin) counts[s.number] = count;
    // end of Solution 1
    // Solution 2:
    const int share = (stretches + scan_threads - 1) / scan_threads; // a few counts in a row for each thread
    const int first = min(stretches, share * static_cast<int>(threadIdx.x)), last = min(stretches, first + share);
    int own = 0, all;
    for (int s = first; s < last; ++s) own += counts[s];
    int before = scan_block(own, all) - own;
    for (int s = first; s < last; ++s) {
        const int count = counts[s];
        counts[s] = before;
        before += count;
    }
    if (threadIdx.x == scan_threads - 1) total[0] = all;
    // end of Solution 2
    // Solution 3:
    if (s.begin >= s.end) return;
    int place = before[s.number];
    for (int i = s.begin + lane; i - lane < s.end; i += 32) {
        const int value = i < s.end ? values[i] : 0;
        const int keep = i < s.end && is_kept(value, threshold) ? 1 : 0;
        int sum = keep;
        for (int d = 1; d < 32; d *= 2) {
            const int left = __shfl_up_sync(0xffffffffu, sum, d);
            if (lane >= d) sum += left;
        }
        if (keep) kept[place + sum - 1] = value;
        place += __shfl_sync(0xffffffffu, sum, 31);
    }
    // end of Solution 3
    // Solution 5:
    int before = 0;
    if (lane == 0) {
        write_state(states, tile, tile_alone + own);
        for (int other = tile - 1; other >= 0;) {
            const unsigned state = read_state(states, other);
            if (state == 0) continue;
            before += state & count_bits;
            if (state >= up_to_here) break;
            --other;
        }
        write_state(states, tile, up_to_here + before + own);
    }
    return __shfl_sync(all_lanes, before, 0);
    // end of Solution 5
