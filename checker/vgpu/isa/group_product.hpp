// wgmma: D = A * B + D, by a warpgroup: four warps side by side (PTX ISA 9.7.15). A is 64 * k, in
// registers or in shared memory; B is k * n, in shared memory; D is 64 * n, in registers. A
// sparse A has half of its elements (isa/sparse.hpp).
#pragma once

#include "vgpu/isa/sparse.hpp"

namespace vgpu::isa {

inline constexpr int group_warps = 4;
inline constexpr int group_rows = 64; // of A and D: 16 of each warp
inline constexpr int most_group_columns = 256;
inline constexpr int most_group_depth = 32;

struct GroupProduct {
    MatrixType d = MatrixType::none, a = MatrixType::none, b = MatrixType::none;
    int n = 0;
    int k = 0; // elements as they are multiplied: b1 counts 32 as one, of a sparse A those kept
    bool saturates = false;
    bool negates_a = false, negates_b = false;       // imm-scale-a, imm-scale-b
    bool a_by_columns = false, b_by_columns = false; // what lies side by side is not along k
    bool a_in_registers = false;
    bool is_sparse = false;
    int selector = 0; // of the lanes that hold metadata

    // Bits of an element of A or B.
    int element_bits() const { return a == MatrixType::b1 ? 32 : bits_of(a); }
    int d_registers() const { return n / 2 * bits_of(d) / 32; } // of a lane
    std::size_t columns() const { return static_cast<std::size_t>(n); }
    std::size_t depth() const { return static_cast<std::size_t>(k); }
    int b_rows() const { return is_sparse ? 2 * k : k; }
    Sparsity sparsity() const { return {a, b_rows(), selector}; }
    std::size_t a_elements() const { return group_rows * depth(); }
    std::size_t b_elements() const { return static_cast<std::size_t>(b_rows()) * columns(); }
    std::size_t d_elements() const { return group_rows * columns(); }
    // A warp's part of A or D, which is like that of an mma.
    Fragment fragment(MatrixPart part) const {
        const MatrixShape shape{group_rows / group_warps, n, k};
        return part == MatrixPart::a
                   ? Fragment(part, shape, a == MatrixType::b1 ? MatrixType::s32 : a)
                   : Fragment(part, shape, d);
    }
};

// Multiplies as an H200 does (docs/decisions/0019). Elements are as in memory, each in a word: A in
// rows of k, B and C in rows of n; D replaces C. `met`: for a sparse A, the row of B that each of
// its elements meets, in rows of k.
void multiply_group(const GroupProduct& product, const std::uint32_t* a, const std::uint32_t* b,
                    const std::uint8_t* met, std::uint32_t* d);

} // namespace vgpu::isa
