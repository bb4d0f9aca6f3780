#include "bench/workloads.hpp"

namespace bench {

namespace {

constexpr int million = 1 << 20;
constexpr std::uint32_t bins = 10;

Array integers(std::size_t count, std::uint32_t modulus) {
    Array array(count);
    std::uint32_t state = 1; // Numerical Recipes' generator; its upper bits are good enough
    for (std::size_t i = 0; i < count; ++i) {
        state = state * 1664525u + 1013904223u;
        array.words()[i] = (state >> 8) % modulus;
    }
    return array;
}

Array floats(std::size_t count, std::uint32_t modulus) {
    Array array = integers(count, modulus);
    for (std::size_t i = 0; i < count; ++i)
        array.floats()[i] = static_cast<float>(array.words()[i]);
    return array;
}

Argument array(int index) { return {index, 0}; }
Argument number(int value) { return {Argument::number, value}; }
Argument null() { return {Argument::null, 0}; }

std::uint32_t as_unsigned(int value) { return static_cast<std::uint32_t>(value); }

Workload add() {
    Workload work{.name = "vector add 1M", .loop = add_loop, .n = million};
    work.arrays = {floats(million, 1000), floats(million, 1000), Array(million)};
    work.result = 2;
    work.launches = {{"add",
                      {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}},
                      {array(0), array(1), array(2), number(million)}}};
    return work;
}

Workload hypotenuse() {
    Workload work{.name = "hypot 1M, 128 x 64", .loop = hypotenuse_loop, .n = million};
    work.arrays = {floats(million, 1000), floats(million, 1000), Array(million)};
    work.result = 2;
    work.launches = {{"hypotenuse",
                      {.grid = {128, 1, 1}, .block = {64, 1, 1}},
                      {array(0), array(1), array(2), number(million)}}};
    return work;
}

Workload histogram() {
    Workload work{.name = "histogram 1M", .loop = histogram_loop, .n = million};
    work.arrays = {integers(million, bins), Array(bins)};
    work.zeroed = {1};
    work.result = 1;
    work.launches = {{"histogram",
                      {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}},
                      {array(0), array(1), number(million)}}};
    return work;
}

Workload matmul(int n) {
    Workload work{.name = "matmul " + std::to_string(n), .loop = matmul_loop, .n = n};
    const auto count = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    work.arrays = {floats(count, 16), floats(count, 16), Array(count)};
    work.result = 2;
    work.launches = {{"matmul",
                      {.grid = {as_unsigned(n) / 16, as_unsigned(n) / 16, 1}, .block = {16, 16, 1}},
                      {array(0), array(1), array(2), number(n)}}};
    return work;
}

Workload reduction() {
    constexpr int blocks = 256;
    Workload work{.name = "reduction 1M", .loop = reduce_loop, .n = million};
    work.arrays = {integers(million, 1000), Array(blocks), Array(1)};
    work.result = 2;
    work.launches = {{"reduce",
                      {.grid = {blocks, 1, 1}, .block = {256, 1, 1}},
                      {array(0), array(1), number(million)}},
                     {"reduce",
                      {.grid = {1, 1, 1}, .block = {256, 1, 1}},
                      {array(1), array(2), number(blocks)}}};
    return work;
}

Workload scan() {
    constexpr int per_block = 1024;
    Workload work{.name = "scan 1M", .loop = scan_loop, .n = million};
    work.arrays = {integers(million, 1000), Array(million), Array(million / per_block),
                   Array(million / per_block)};
    work.result = 1;
    work.launches = {
        {"scan_blocks",
         {.grid = {million / per_block, 1, 1}, .block = {256, 1, 1}},
         {array(0), array(1), array(2)}},
        {"scan_blocks", {.grid = {1, 1, 1}, .block = {256, 1, 1}}, {array(2), array(3), null()}},
        {"scan_add",
         {.grid = {million / per_block, 1, 1}, .block = {256, 1, 1}},
         {array(1), array(3)}}};
    return work;
}

// A scan in the old manner: volatile shared memory, and no barrier of the block between the steps.
Workload warp_scan() {
    Workload work{.name = "volatile scan 1M", .loop = warp_scan_loop, .n = million};
    work.arrays = {integers(million, 1000), Array(million)};
    work.result = 1;
    work.launches = {
        {"warp_scan", {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}}, {array(0), array(1)}}};
    return work;
}

// Each thread counts in bytes of its own, which lie side by side in shared memory.
Workload byte_histogram() {
    constexpr int per_thread = 128, threads = 64;
    Workload work{.name = "byte histogram 1M", .loop = byte_histogram_loop, .n = million};
    work.arrays = {integers(million, 16), Array(16)};
    work.zeroed = {1};
    work.result = 1;
    work.launches = {{"byte_histogram",
                      {.grid = {million / (per_thread * threads), 1, 1}, .block = {threads, 1, 1}},
                      {array(0), array(1)}}};
    return work;
}

// 22 lanes of 32, anywhere.
Workload scatter() {
    Workload work{.name = "scatter 1M", .loop = scatter_loop, .n = million};
    work.arrays = {Array(million), Array(million)};
    for (int i = 0; i < million; ++i) // odd: each place once
        work.arrays[0].words()[i] = as_unsigned(i) * 2654435761u % million;
    work.zeroed = {1};
    work.result = 1;
    work.launches = {{"scatter",
                      {.grid = {million / 256, 1, 1}, .block = {256, 1, 1}},
                      {array(0), array(1), number(million)}}};
    return work;
}

Workload transpose() {
    constexpr int n = 1024;
    Workload work{.name = "transpose 1024", .loop = transpose_loop, .n = n};
    work.arrays = {floats(n * n, 1000), Array(n * n)};
    work.result = 1;
    work.launches = {{"transpose",
                      {.grid = {n / 32, n / 32, 1}, .block = {32, 8, 1}},
                      {array(0), array(1), number(n)}}};
    return work;
}

} // namespace

std::vector<Workload> all_workloads() {
    std::vector<Workload> all;
    all.push_back(add());
    all.push_back(hypotenuse());
    all.push_back(histogram());
    all.push_back(matmul(128));
    all.push_back(matmul(256));
    all.push_back(matmul(512));
    all.push_back(reduction());
    all.push_back(scan());
    all.push_back(transpose());
    all.push_back(warp_scan());
    all.push_back(byte_histogram());
    all.push_back(scatter());
    return all;
}

} // namespace bench
