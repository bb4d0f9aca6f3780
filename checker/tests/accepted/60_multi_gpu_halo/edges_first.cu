// Accepted: all waits, then both edges and the exchange, then the inner rows
    // Solution 4:
    Part* const parts[] = {&upper, &lower};
    for (int p = 0; p < 2; ++p) {
        check(cudaStreamWaitEvent(parts[p]->seam, parts[1 - p]->sent));
        check(cudaStreamWaitEvent(parts[p]->seam, parts[p]->inner_done));
        check(cudaStreamWaitEvent(parts[p]->inner, parts[p]->sent));
    }
    for (Part* part : parts) {
        check(cudaSetDevice(part->device));
        if (part->edge > 0 && part->edge < part->rows - 1)
            launch_rows(*part, part->edge, part->edge + 1, rate, part->seam);
    }
    exchange(upper, lower);
    for (Part* part : parts) {
        check(cudaSetDevice(part->device));
        const int first = part == &upper ? 1 : 2;
        launch_rows(*part, first, first + part->rows - 3, rate, part->inner);
        check(cudaEventRecord(part->inner_done, part->inner));
        std::swap(part->from, part->to);
    }
    // end of Solution 4
