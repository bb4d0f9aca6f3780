// A matrix A of which half of the elements are kept (PTX ISA 9.7.14.6.1): metadata says which. Four
// bits of it are about one chunk of a row.
#pragma once

#include "vgpu/isa/matrix.hpp"

namespace vgpu::isa {

class Sparsity {
  public:
    constexpr Sparsity(MatrixType type, int k, int selector)
        : type_(type), k_(k), selector_(selector) {}

    // Elements of a chunk, and how many of them are kept.
    constexpr int chunk() const { return is_of_pairs() ? 8 : is_of_one() ? 2 : 4; }
    constexpr int kept() const { return chunk() / 2; }
    constexpr int chunks() const { return k_ / chunk(); } // of a row

    // Which lane of the warp has the four bits of a chunk, of the 16 rows of a warp, and from which
    // bit on (as an H200 answered: matrix_sparse.ptxtest).
    struct Place {
        int lane = 0, bit = 0;
    };
    constexpr Place place(int row, int chunk) const {
        const int first = row % 8 * 4, lower = row / 8;
        if (bits_of(type_) <= 8) // each row has a lane for 32 bits
            return {first + 2 * (selector_ + chunk / 8) + lower, 4 * (chunk % 8)};
        const int selected = chunks() == 4 ? selector_ : 2 * selector_;
        return {first + selected + chunk / 4, 16 * lower + 4 * (chunk % 4)};
    }
    // The lanes that have any.
    constexpr std::uint32_t lanes() const {
        std::uint32_t all = 0;
        for (int row = 0; row < 16; ++row)
            for (int chunk = 0; chunk < chunks(); ++chunk) all |= 1u << place(row, chunk).lane;
        return all;
    }

    // The column within its chunk of the ith element that is kept.
    constexpr int column(std::uint32_t bits, int i) const {
        if (is_of_one()) return static_cast<int>(bits >> 1 & 1);
        if (is_of_pairs()) return static_cast<int>(bits >> (i / 2 * 2) & 3) * 2 + i % 2;
        return static_cast<int>(bits >> (2 * i) & 3);
    }
    // Whether four bits mean something: what is kept stands in its order, each once.
    constexpr bool is_valid(std::uint32_t bits, bool must_be_in_order) const {
        if (is_of_one()) return bits == 0b0100 || bits == 0b1110;
        const std::uint32_t first = bits & 3, second = bits >> 2 & 3;
        return must_be_in_order ? first < second : first != second;
    }

    constexpr MetadataCheck check(bool must_be_in_order) const {
        MetadataCheck check;
        check.lanes = lanes();
        for (std::uint32_t bits = 0; bits < 16; ++bits)
            if (is_valid(bits, must_be_in_order))
                check.valid |= static_cast<std::uint16_t>(1u << bits);
        return check;
    }

    // How many different selectors there are.
    constexpr int selectors() const { return chunks() == 4 ? 4 : chunks() == 8 ? 2 : 1; }

  private:
    constexpr bool is_of_one() const { return type_ == MatrixType::tf32; }
    constexpr bool is_of_pairs() const { return bits_of(type_) == 4; }

    MatrixType type_;
    int k_, selector_;
};

} // namespace vgpu::isa
