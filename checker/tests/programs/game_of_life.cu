// Conway's game of life: tiles with a border in shared memory, and the same world as bits of words,
// 32 cells at a time; both must agree after each generation.
#include "check.hpp"

#include <vector>

constexpr int side = 96, words = side / 32, tile = 16;

__global__ void step_cells(const unsigned char* now, unsigned char* next) {
    __shared__ unsigned char cells[tile + 2][tile + 2];
    const int x0 = blockIdx.x * tile, y0 = blockIdx.y * tile;
    for (int at = threadIdx.y * tile + threadIdx.x; at < (tile + 2) * (tile + 2);
         at += tile * tile) {
        const int x = (x0 + at % (tile + 2) - 1 + side) % side,
                  y = (y0 + at / (tile + 2) - 1 + side) % side;
        cells[at / (tile + 2)][at % (tile + 2)] = now[y * side + x];
    }
    __syncthreads();
    const int x = threadIdx.x + 1, y = threadIdx.y + 1;
    int neighbours = -cells[y][x];
    for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) neighbours += cells[y + dy][x + dx];
    next[(y0 + y - 1) * side + x0 + x - 1] = neighbours == 3 || (neighbours == 2 && cells[y][x]);
}

// Adds one bit to a counter of three bits, in 32 places at once.
__device__ void count(unsigned bit, unsigned& ones, unsigned& twos, unsigned& fours) {
    const unsigned carry = ones & bit;
    ones ^= bit;
    fours |= twos & carry;
    twos ^= carry;
}

__global__ void step_words(const unsigned* now, unsigned* next) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= side * words) return;
    const int y = i / words, w = i % words;
    unsigned ones = 0, twos = 0, fours = 0;
    for (int dy = -1; dy <= 1; ++dy) {
        const unsigned* row = now + (y + dy + side) % side * words;
        const unsigned middle = row[w], left = row[(w + words - 1) % words],
                       right = row[(w + 1) % words];
        count(__funnelshift_l(left, middle, 1), ones, twos, fours);
        count(__funnelshift_r(middle, right, 1), ones, twos, fours);
        if (dy != 0) count(middle, ones, twos, fours);
    }
    next[i] = ~fours & twos & (ones | now[i]);
}

int main() {
    std::vector<unsigned char> cells(side * side), found(side * side);
    std::vector<unsigned> bits(side * words);
    for (int i = 0; i < side * side; ++i) {
        cells[i] = (i * 2654435761u >> 27) % 3 == 0;
        bits[i / 32] |= unsigned(cells[i]) << i % 32;
    }
    unsigned char* device[2];
    unsigned* device_bits[2];
    for (int k = 0; k < 2; ++k) {
        check(cudaMalloc(&device[k], cells.size()));
        check(cudaMalloc(&device_bits[k], bits.size() * sizeof(unsigned)));
    }
    check(cudaMemcpy(device[0], cells.data(), cells.size(), cudaMemcpyHostToDevice));
    check(cudaMemcpy(device_bits[0], bits.data(), bits.size() * sizeof(unsigned),
                     cudaMemcpyHostToDevice));
    for (int generation = 0; generation < 12; ++generation) {
        const int from = generation % 2, to = 1 - from;
        step_cells<<<dim3(side / tile, side / tile), dim3(tile, tile)>>>(device[from], device[to]);
        step_words<<<(side * words + 127) / 128, 128>>>(device_bits[from], device_bits[to]);
        finish();
        check(cudaMemcpy(found.data(), device[to], found.size(), cudaMemcpyDeviceToHost));
        check(cudaMemcpy(bits.data(), device_bits[to], bits.size() * sizeof(unsigned),
                         cudaMemcpyDeviceToHost));
        std::vector<unsigned char> next(cells.size());
        int alive = 0;
        for (int y = 0; y < side; ++y)
            for (int x = 0; x < side; ++x) {
                int neighbours = -cells[y * side + x];
                for (int dy = -1; dy <= 1; ++dy)
                    for (int dx = -1; dx <= 1; ++dx)
                        neighbours += cells[(y + dy + side) % side * side + (x + dx + side) % side];
                next[y * side + x] = neighbours == 3 || (neighbours == 2 && cells[y * side + x]);
                alive += next[y * side + x];
            }
        cells = next;
        require(found == cells, "the cells");
        for (int i = 0; i < side * side; ++i)
            require((bits[i / 32] >> i % 32 & 1) == cells[i], "the bits");
        std::printf("%d%c", alive, generation < 11 ? ' ' : '\n');
    }
    for (int k = 0; k < 2; ++k) {
        check(cudaFree(device[k]));
        check(cudaFree(device_bits[k]));
    }
    return 0;
}
