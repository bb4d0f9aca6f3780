// Lesson 60, given: the kernel, and what calls your functions.
#include "given.hpp"

#include "multi_gpu_halo.hpp"

#include <cmath>
#include <utility>
#include <vector>

// Yours.
void set_up(Part& part);
void exchange(Part& upper, Part& lower);
void step_in_turn(Part& upper, Part& lower, float rate);
void step_overlapped(Part& upper, Part& lower, float rate);

constexpr int threads_per_block = 1024;
constexpr int rows_of_a_block = 64;

// A thread for each column and each 64 rows, which it goes down: what is below now is its own in
// the next row, and above in the row after that.
static __global__ void rows_kernel(const float* from, float* to, int width, int begin, int end,
                                   float rate) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (x >= width) return;
    const int first = begin + static_cast<int>(blockIdx.y) * rows_of_a_block;
    const int last = min(end, first + rows_of_a_block);
    const float* here = from + static_cast<std::size_t>(first) * width + x;
    float* there = to + static_cast<std::size_t>(first) * width + x;
    const bool on_border = x == 0 || x == width - 1;
    float above = *(here - width), own = *here;
    for (int y = first; y < last; ++y, here += width, there += width) {
        const float below = here[width];
        float value = own;
        if (!on_border) {
            const float neighbours = (here[-1] + here[1]) + (above + below);
            value = fmaf(rate, fmaf(-4.0f, own, neighbours), own);
        }
        *there = value;
        above = own;
        own = below;
    }
}

void launch_rows(const Part& part, int begin, int end, float rate, cudaStream_t stream) {
    if (begin >= end) return;
    const dim3 grid((part.width + threads_per_block - 1) / threads_per_block,
                    (end - begin + rows_of_a_block - 1) / rows_of_a_block);
    rows_kernel<<<grid, threads_per_block, 0, stream>>>(part.from, part.to, part.width, begin, end,
                                                        rate);
    check(cudaGetLastError());
}

// The device from before is current again when this ends.
struct Visit {
    int before = 0;
    bool over = false;
    Visit() { check(cudaGetDevice(&before)); }
    ~Visit() {
        if (!over) cudaSetDevice(before);
    }
    Visit(const Visit&) = delete;
    Visit& operator=(const Visit&) = delete;
    void end() {
        over = true;
        check(cudaSetDevice(before));
    }
};

Part::Part(int of_device, int of_width, int height)
    : device(of_device), width(of_width), rows((device == 0 ? (height + 1) / 2 : height / 2) + 1),
      edge(device == 0 ? rows - 2 : 1), halo(device == 0 ? rows - 1 : 0) {}

void Part::give_back() {
    check(cudaSetDevice(device));
    for (float** array : {&from, &to}) check(cudaFree(std::exchange(*array, nullptr)));
    for (cudaEvent_t* event : {&sent, &inner_done})
        if (*event) check(cudaEventDestroy(std::exchange(*event, nullptr)));
    for (cudaStream_t* stream : {&seam, &inner})
        if (*stream) check(cudaStreamDestroy(std::exchange(*stream, nullptr)));
    if (std::exchange(opened_access, false)) check(cudaDeviceDisablePeerAccess(1 - device));
}

// What is left, on the way of an error.
Part::~Part() {
    if (!from && !to && !seam && !inner && !sent && !inner_done && !opened_access) return;
    cudaSetDevice(device);
    cudaFree(from);
    cudaFree(to);
    if (sent) cudaEventDestroy(sent);
    if (inner_done) cudaEventDestroy(inner_done);
    if (seam) cudaStreamDestroy(seam);
    if (inner) cudaStreamDestroy(inner);
    if (opened_access) cudaDeviceDisablePeerAccess(1 - device);
}

// In the part's own stream: cudaMemcpy may return before all bytes of pageable memory have arrived
// ("API synchronization behavior" in the documentation of the CUDA Runtime API), and the stream
// need not wait for the default stream.
static void load(float* to, const float* from, std::size_t bytes, const Part& part) {
    check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyHostToDevice, part.seam));
    check(cudaStreamSynchronize(part.seam));
}

// Both parts, with the plate in both arrays of each.
struct Parts {
    Visit stay; // set_up may leave any device current
    Part upper, lower;
    int width, height;

    Parts(const float* plate, int of_width, int of_height)
        : upper(0, of_width, of_height), lower(1, of_width, of_height), width(of_width),
          height(of_height) {
        for (Part* part : {&upper, &lower}) {
            set_up(*part);
            for (float* array : {part->from, part->to})
                load(array, plate + first_row(*part) * width, part->rows * part->bytes_of_row(),
                     *part);
        }
    }

    // Work of either part uses memory of both.
    ~Parts() {
        for (const Part* part : {&upper, &lower}) {
            if (part->seam) cudaStreamSynchronize(part->seam);
            if (part->inner) cudaStreamSynchronize(part->inner);
        }
    }

    void give_back() {
        upper.give_back();
        lower.give_back();
        stay.end();
    }

    // The row of the plate that is row 0 of the part.
    std::size_t first_row(const Part& part) const {
        return part.device == 0 ? 0 : static_cast<std::size_t>((height + 1) / 2) - 1;
    }

    void wait() {
        for (Part* part : {&upper, &lower}) {
            check(cudaStreamSynchronize(part->seam));
            check(cudaStreamSynchronize(part->inner));
        }
    }

    // All that a part has, with its halo.
    static void fetch(const Part& part, const float* array, float* to) {
        check(cudaMemcpy(to, array, part.rows * part.bytes_of_row(), cudaMemcpyDeviceToHost));
    }
};

int device_count() {
    int count = 0;
    check(cudaGetDeviceCount(&count));
    return count;
}

void load_parts(const float* plate, int width, int height, float* upper, float* lower) {
    Parts parts(plate, width, height);
    Parts::fetch(parts.upper, parts.upper.from, upper);
    Parts::fetch(parts.lower, parts.lower.to, lower);
    parts.give_back();
}

void load_beside(const float* plate, int width, int height, float* upper, float* lower) {
    Parts first(plate, width, height);
    load_parts(plate, width, height, upper, lower);
    first.give_back();
}

// The time between an event and itself is 0, or an error where it has no time.
int timed_events() {
    const float plate[2] = {};
    Parts parts(plate, 1, 2);
    int timed = 0;
    for (Part* part : {&parts.upper, &parts.lower}) {
        check(cudaSetDevice(part->device));
        for (const auto& [event, stream] :
             {std::pair{part->sent, part->seam}, {part->inner_done, part->inner}}) {
            check(cudaEventRecord(event, stream));
            check(cudaEventSynchronize(event));
            float milliseconds = 0;
            timed += cudaEventElapsedTime(&milliseconds, event, event) == cudaSuccess;
            cudaGetLastError();
        }
    }
    parts.give_back();
    return timed;
}

void exchange_once(const float* plate, int width, int height, float* upper, float* lower) {
    Parts parts(plate, width, height);
    const std::vector<float> nothing(width, NAN), old(width, -1);
    for (Part* part : {&parts.upper, &parts.lower}) {
        load(part->row(part->to, part->halo), nothing.data(), part->bytes_of_row(), *part);
        load(part->row(part->from, part->edge), old.data(), part->bytes_of_row(), *part);
    }
    exchange(parts.upper, parts.lower);
    parts.wait();
    Parts::fetch(parts.upper, parts.upper.to, upper);
    Parts::fetch(parts.lower, parts.lower.to, lower);
    parts.give_back();
}

static void heat(void (*step)(Part&, Part&, float), const float* plate, float* result, int width,
                 int height, int steps, float rate) {
    Parts parts(plate, width, height);
    for (int s = 0; s < steps; ++s) step(parts.upper, parts.lower, rate);
    parts.wait();
    // Own rows only.
    const std::size_t row = width, first = parts.first_row(parts.lower) + 1;
    check(cudaMemcpy(result, parts.upper.from, (parts.upper.rows - 1) * parts.upper.bytes_of_row(),
                     cudaMemcpyDeviceToHost));
    check(cudaMemcpy(result + first * row, parts.lower.row(parts.lower.from, 1),
                     (parts.lower.rows - 1) * parts.lower.bytes_of_row(), cudaMemcpyDeviceToHost));
    parts.give_back();
}

void heat_in_turn(const float* plate, float* result, int width, int height, int steps, float rate) {
    heat(step_in_turn, plate, result, width, height, steps, rate);
}

void heat_overlapped(const float* plate, float* result, int width, int height, int steps,
                     float rate) {
    heat(step_overlapped, plate, result, width, height, steps, rate);
}
