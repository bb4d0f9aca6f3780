// Lesson 60: heat on two GPUs. README.md explains; fill in the four regions marked TODO.
#include "multi_gpu_halo.hpp"

#include "given.hpp"

#include <utility>

void set_up(Part& part) {
    // Solution 1: what is taken belongs to the device that is current. Without access, a copy
    // between the devices goes through the host's memory; that of the kernels is not asked for. If
    // the caller has opened it before, it is not ours to close.
    const int other = 1 - part.device;
    check(cudaSetDevice(part.device));
    int can = 0;
    check(cudaDeviceCanAccessPeer(&can, part.device, other));
    if (can) {
        const cudaError_t error = cudaDeviceEnablePeerAccess(other, 0);
        if (error == cudaErrorPeerAccessAlreadyEnabled) {
            cudaGetLastError();
        } else {
            check(error);
            part.opened_access = true;
        }
    }
    const std::size_t bytes = part.rows * part.bytes_of_row();
    check(cudaMalloc(&part.from, bytes));
    check(cudaMalloc(&part.to, bytes));
    check(cudaStreamCreateWithFlags(&part.seam, cudaStreamNonBlocking));
    check(cudaStreamCreateWithFlags(&part.inner, cudaStreamNonBlocking));
    check(cudaEventCreateWithFlags(&part.sent, cudaEventDisableTiming));
    check(cudaEventCreateWithFlags(&part.inner_done, cudaEventDisableTiming));
    // end of Solution 1
}

void exchange(Part& upper, Part& lower) {
    // Solution 2: each part sends, in its own stream, behind the kernel that made the edge.
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaMemcpyPeerAsync(other->row(other->to, other->halo), other->device,
                                  part->row(part->to, part->edge), part->device,
                                  part->bytes_of_row(), part->seam));
        check(cudaEventRecord(part->sent, part->seam));
    }
    // end of Solution 2
}

void step_in_turn(Part& upper, Part& lower, float rate) {
    // Solution 3: a part's kernel needs its halo, which the other one's stream brings; nothing else
    // orders the two streams. The same wait makes sure that the other one's kernel of the step
    // before, which read the array that is written now, is over.
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        launch_rows(*part, 1, part->rows - 1, rate, part->seam);
    }
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 3
}

void step_overlapped(Part& upper, Part& lower, float rate) {
    // Solution 4: the edge needs the halo and, of the step before, its neighbours among the inner
    // rows; the inner rows need the edge of the step before. So each of the two streams waits for
    // what the other one did then, before this step's events take the place of the old ones.
    for (auto [part, other] : {std::pair{&upper, &lower}, {&lower, &upper}}) {
        check(cudaSetDevice(part->device));
        check(cudaStreamWaitEvent(part->seam, other->sent));
        check(cudaStreamWaitEvent(part->seam, part->inner_done));
        check(cudaStreamWaitEvent(part->inner, part->sent));
        const bool is_upper = part->device == 0, has_edge = part->rows > 2;
        if (has_edge) launch_rows(*part, part->edge, part->edge + 1, rate, part->seam);
        launch_rows(*part, is_upper ? 1 : 2, is_upper ? part->edge : part->rows - 1, rate,
                    part->inner);
        check(cudaEventRecord(part->inner_done, part->inner));
    }
    exchange(upper, lower);
    std::swap(upper.from, upper.to);
    std::swap(lower.from, lower.to);
    // end of Solution 4
}
