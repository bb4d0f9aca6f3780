// Lesson 60, given: a part of the plate, and the kernel. What your functions do is at the end.
#pragma once

#include "wire/cuda_check.hpp"

#include <cstddef>

// The rows that one of the two devices has: its own, and one of the other device's, the halo.
//
//     upper part, device 0      lower part, device 1
//     row 0         border      row 0         halo   <- the upper part's edge
//     ...                       row 1         edge
//     row rows - 2  edge        ...
//     row rows - 1  halo        row rows - 1  border
//
// So in both of them, rows 1 to rows - 2 are computed. Given back in the end, on its device.
struct Part {
    int device;      // 0 or 1
    int width, rows; // rows with the halo
    int edge, halo;  // which row of it is the edge, and which one the halo

    // What set_up fills in. Both arrays have rows * width floats; a step reads `from` and writes
    // `to`, then they are exchanged.
    float* from = nullptr;
    float* to = nullptr;
    cudaStream_t seam = nullptr;      // for what has to do with the edge
    cudaStream_t inner = nullptr;     // for the rest
    cudaEvent_t sent = nullptr;       // in `seam`: this part's edge is in the other's halo
    cudaEvent_t inner_done = nullptr; // in `inner`: its rows are computed
    bool opened_access = false;       // to the other device's memory, by set_up

    Part(int of_device, int of_width, int height);
    ~Part();
    void give_back();           // all of it; throws if CUDA reports an error
    Part(const Part&) = delete; // there is one owner of the memory
    Part& operator=(const Part&) = delete;

    float* row(float* array, int y) const { return array + static_cast<std::size_t>(y) * width; }
    std::size_t bytes_of_row() const { return sizeof(float) * width; }
};

// Launches the kernel for rows begin to end - 1 of the part, all columns: reads part.from and
// writes part.to. The stream is one of the part's. If there are no such rows, nothing is launched.
void launch_rows(const Part& part, int begin, int end, float rate, cudaStream_t stream);

// What you write in multi_gpu_halo.cu, and given.cu calls:
//
//     void set_up(Part& part);
//
// Takes what a part needs, on its device: two arrays, two streams that do not wait for the default
// stream, two events without times. Lets the device have access to the other one's memory, if that
// is possible and was not done before. part.device is a number; no device is current
// that you have not made so. Throws if CUDA reports an error; what was taken until then is given
// back by the part.
//
//     void exchange(Part& upper, Part& lower);
//
// Copies the edge of each part's `to` into the halo of the other one's, in the `seam` stream of the
// part whose edge it is; then records that part's event `sent` there. Does not wait.
//
//     void step_in_turn(Part& upper, Part& lower, float rate);
//
// One step of both parts, in their `seam` streams, with the exchange behind it; `from` and `to` are
// exchanged then. What a step of one part needs of the other one's step before, its stream waits
// for; the host does not wait.
//
//     void step_overlapped(Part& upper, Part& lower, float rate);
//
// The same. The edge is computed and sent in `seam`, while the rows that are neither edge nor halo
// are computed in `inner`.
