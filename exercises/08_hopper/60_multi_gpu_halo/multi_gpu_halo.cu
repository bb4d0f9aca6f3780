// Lesson 60: heat on two GPUs. README.md explains; fill in the four regions marked TODO.
#include "multi_gpu_halo.hpp"

#include "given.hpp"

#include <utility>

void set_up(Part& part) {
    // TODO 1: on the part's device: access to the other one, two arrays, two streams, two events.
    const std::size_t bytes = part.rows * part.bytes_of_row();
    check(cudaMalloc(&part.from, bytes));
    check(cudaMalloc(&part.to, bytes));
    // end of TODO 1
}

void exchange(Part& upper, Part& lower) {
    // TODO 2: each part's edge into the other one's halo; then the event.
    check(cudaMemcpy(upper.row(upper.to, upper.halo), upper.row(upper.to, upper.edge),
                     lower.bytes_of_row(), cudaMemcpyDefault));
    // end of TODO 2
}

void step_in_turn(Part& upper, Part& lower, float rate) {
    // TODO 3: for each part: wait, compute; then exchange the halos and the pointers.
    launch_rows(upper, 1, upper.rows - 1, rate, upper.seam);
    launch_rows(lower, 1, lower.rows - 1, rate, lower.seam);
    // end of TODO 3
}

void step_overlapped(Part& upper, Part& lower, float rate) {
    // TODO 4: for each part: the edge in one stream, the other rows in the other one.
    launch_rows(upper, 1, upper.rows - 1, rate, upper.inner);
    launch_rows(lower, 1, lower.rows - 1, rate, lower.inner);
    // end of TODO 4
}
