// Mistake: a sector is taken for 32 floats: it has 32 bytes
// Verdict: wrong_answer
// Message: returned 1; expected 4
// Message: read_by_warp() moved 4 sectors
    // Solution 1
    std::size_t last = 0;
    for (std::size_t lane = 0; lane < 32; ++lane) {
        const std::size_t sector = (first + lane * step) / 32;
        if (lane == 0 || sector != last) ++sectors;
        last = sector;
    }
    // end of Solution 1
