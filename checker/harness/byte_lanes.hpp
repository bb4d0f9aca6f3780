// Which lane has which bytes of A and B in a tensor core's m16n8k32, and what a wrong register has.
#pragma once

#include "harness/matrices.hpp"

#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace workbook {

using Bytes = std::vector<std::int8_t>;

// The 16 x 32 of A, or the 32 x 8 of B, which lies in memory as 8 rows of 32.
struct ByteLanes {
    static constexpr int depth = 32;
    char name;
    int registers, rows;

    // Where register i of a lane begins in memory.
    std::array<int, 2> place(int lane, int i) const {
        if (name == 'A') return {lane / 4 + i % 2 * 8, lane % 4 * 4 + i / 2 * 16};
        return {lane / 4, lane % 4 * 4 + i * 16};
    }
    std::string element(int row, int column) const {
        return name == 'A' ? matrices::place('A', row, column) : matrices::place('B', column, row);
    }
    // Four bytes that follow each other.
    std::string four(int row, int column) const {
        return element(row, column) + " to " + element(row, column + 3);
    }
    // These as a register has them, or four that lie below each other in memory.
    static unsigned word(const Bytes& matrix, int row, int column, bool below = false) {
        std::array<std::int8_t, 4> bytes{};
        for (int i = 0; i < 4; ++i)
            bytes[i] = matrix[below ? (row + i) * depth + column : row * depth + column + i];
        unsigned word = 0;
        std::memcpy(&word, bytes.data(), sizeof word);
        return word;
    }
    // The bytes of the matrix that a register has; they are random, so that it is clear which.
    std::string held(const Bytes& matrix, unsigned found) const {
        if (found == 0) return "0: it is not loaded";
        const unsigned reversed =
            found >> 24 | (found >> 8 & 0xff00) | (found << 8 & 0xff0000) | found << 24;
        for (int r = 0; r < rows; ++r)
            for (int c = 0; c + 4 <= depth; ++c) {
                if (found == word(matrix, r, c)) return four(r, c);
                if (reversed == word(matrix, r, c)) return four(r, c) + ", the last one first";
            }
        for (int r = 0; r + 4 <= rows; ++r)
            for (int c = 0; c < depth; ++c)
                if (found == word(matrix, r, c, true))
                    return element(r, c) + ", " + element(r + 1, c) + " and so on";
        return "bytes that do not stand beside each other in memory";
    }
};

inline const ByteLanes lanes_of_a_in_mma{'A', 4, 16}, lanes_of_b_in_mma{'B', 2, 8};

} // namespace workbook
