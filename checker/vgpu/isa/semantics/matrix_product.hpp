// D = A * B + C of matrices in a warp's registers: what an instruction multiplies, and where its
// elements are.
#pragma once

#include "vgpu/isa/matrix.hpp"
#include "vgpu/isa/semantics/lanes.hpp"
#include "vgpu/isa/semantics/rounding.hpp"
#include "vgpu/isa/sparse.hpp"

#include <array>
#include <compare>
#include <vector>

namespace vgpu::isa::semantics {

// How an H100 carries a product out; the instructions of one type need not be alike.
enum class MatrixMethod : std::uint8_t {
    integers,
    bits_and,
    bits_xor,
    doubles,
    floats, // in the tensor cores: docs/decisions/0019
    bytes,  // 8-bit floats, as pairs of products of f16
    fma,    // mma.m8n8k4 of f16: one multiplication after the other, in f32
};

struct MatrixProduct {
    MatrixMethod method = MatrixMethod::integers;
    MatrixType a = MatrixType::none, b = MatrixType::none, c = MatrixType::none,
               d = MatrixType::none;
    std::uint8_t m = 0, n = 0;
    std::uint16_t k = 0;
    bool saturates = false; // satfinite
    Mode mode = Mode::rn;   // of doubles
    // mma.m8n8k4 of f16: four products, one for each quarter of the warp.
    bool in_quarters = false, a_by_columns = false, b_by_columns = false;
    bool is_sparse = false; // of A half of the elements are there (isa/sparse.hpp)
    std::uint8_t selector = 0;

    auto operator<=>(const MatrixProduct&) const = default;
    MatrixShape shape() const { return {m, n, k}; }
};

// The largest matrices, in elements; b1 counts 32 as one.
inline constexpr int most_matrix_a = 16 * 64, most_matrix_b = 128 * 8, most_matrix_c = 16 * 16;

// A product with all that can be found out before it runs.
struct MatrixPlan {
    MatrixProduct product;
    // Where an element of a register goes, in rows of k (A), n (B), n (C and D):
    // [(reg * 32 + lane) * elements in a register + element].
    std::vector<std::uint16_t> a, b, c, d;
    // For floats: the k of each sum, as bits. D of one sum is C of the next.
    std::vector<std::uint32_t> steps;
    int depth = 0;    // k, in elements as they are multiplied: of a sparse A, those that are kept
    int b_depth = 0;  // rows of B
    int products = 1; // 4 in quarters: one behind the other in each matrix
    int a_registers = 0, b_registers = 0, c_registers = 0, d_registers = 0; // that differ
    int first_b = 0, first_c = 0, metadata = 0;                             // among the sources
    // If A is sparse: the four bits that say which row of B an element of A meets,
    // [row * depth + k].
    struct Kept {
        std::uint8_t lane = 0, bit = 0, in_chunk = 0, first = 0;
    };
    std::vector<Kept> kept;
};

// The plan stays as long as the process.
const MatrixPlan& plan_of(const MatrixProduct& product, int a_registers, int b_registers);

// matrix_float.cpp, matrix_integer.cpp. All lanes of a warp take part; those of the mask get
// results.
void multiply_floats(LaneArguments arguments, std::uint32_t mask);
void multiply_integers(LaneArguments arguments, std::uint32_t mask);
void multiply_doubles(LaneArguments arguments, std::uint32_t mask);

// Sources: the plan, the lanes that must come, then A, B and C.
inline constexpr int first_matrix_source = 2;
inline const MatrixPlan& plan_of(const WideArguments& arguments) {
    const auto* words = static_cast<const std::uint64_t*>(arguments.source(0));
    return *reinterpret_cast<const MatrixPlan*>(words[0]);
}

// Calls take(k, row of B) for the elements of a row of a sparse A.
template <class Take>
void each_kept(const WideArguments& arguments, const MatrixPlan& plan, int row, Take take) {
    const Sparsity sparsity(plan.product.a, plan.product.k, plan.product.selector);
    const auto* metadata = static_cast<const std::uint32_t*>(arguments.source(plan.metadata));
    const MatrixPlan::Kept* kept = &plan.kept[static_cast<std::size_t>(row) * plan.depth];
    for (int k = 0; k < plan.depth; ++k, ++kept)
        take(k,
             kept->first + sparsity.column(metadata[kept->lane] >> kept->bit & 15, kept->in_chunk));
}

// Takes a matrix out of registers: `bits` of each element go to `into`, as take(raw) has them.
template <int bits, class Element, class Take>
void gather(const WideArguments& arguments, int first, int registers,
            const std::vector<std::uint16_t>& places, Element* into, Take take) {
    constexpr int each = bits < 32 ? 32 / bits : 1;
    const std::uint16_t* place = places.data();
    for (int reg = 0; reg < registers; ++reg) {
        const void* const source = arguments.source(first + reg);
        for (int lane = 0; lane < warp_size; ++lane) {
            if constexpr (bits == 64) {
                into[*place++] = take(static_cast<const std::uint64_t*>(source)[lane]);
            } else {
                std::uint32_t word = static_cast<const std::uint32_t*>(source)[lane];
                for (int i = 0; i < each; ++i) {
                    if constexpr (bits == 32) {
                        into[*place++] = take(word);
                    } else {
                        into[*place++] = take(word & ((1u << bits) - 1));
                        word >>= bits;
                    }
                }
            }
        }
    }
}

// Puts D into registers: give(place) has the element's bits.
template <int bits, class Give>
void scatter(const WideArguments& arguments, std::uint32_t mask, const MatrixPlan& plan,
             Give give) {
    constexpr int each = bits < 32 ? 32 / bits : 1;
    const std::uint16_t* place = plan.d.data();
    for (int reg = 0; reg < plan.d_registers; ++reg) {
        void* const result = arguments.result(reg);
        for (int lane = 0; lane < warp_size; ++lane) {
            const bool is_active = (mask >> lane & 1) != 0;
            if constexpr (bits == 64) {
                const std::uint64_t value = give(*place++);
                if (is_active) static_cast<std::uint64_t*>(result)[lane] = value;
            } else {
                std::uint32_t word = 0;
                for (int i = 0; i < each; ++i)
                    word |= static_cast<std::uint32_t>(give(*place++)) << i * bits;
                if (is_active) static_cast<std::uint32_t*>(result)[lane] = word;
            }
        }
    }
}

} // namespace vgpu::isa::semantics
