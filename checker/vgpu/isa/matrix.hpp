// Matrices in a warp's registers: which register of which lane holds which element.
//
// The warp is eight rows of four lanes. A register holds elements that lie side by side along k, or
// one of C's; the four lanes of a row continue it, the next registers are blocks further on. That
// is so for all shapes and types (an H100's answers: matrix_fragments.ptxtest), but for mma.m8n8k4
// of f16, where each quarter of the warp has a product of its own.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <optional>

namespace vgpu::isa {

enum class MatrixType : std::uint8_t {
    none,
    f16,
    bf16,
    tf32,
    e4m3,
    e5m2,
    f32,
    f64,
    s8,
    u8,
    s4,
    u4,
    b1,
    s32
};
MatrixType matrix_type(std::string_view name);

constexpr int bits_of(MatrixType type) {
    switch (type) {
    case MatrixType::b1:
        return 1;
    case MatrixType::s4:
    case MatrixType::u4:
        return 4;
    case MatrixType::s8:
    case MatrixType::u8:
    case MatrixType::e4m3:
    case MatrixType::e5m2:
        return 8;
    case MatrixType::f16:
    case MatrixType::bf16:
        return 16;
    case MatrixType::f64:
        return 64;
    default:
        return 32;
    }
}

// A is m * k, B is k * n, C and D are m * n.
struct MatrixShape {
    int m = 0, n = 0, k = 0;
    bool operator==(const MatrixShape&) const = default;
};
// Reads a name such as "m16n8k16".
std::optional<MatrixShape> matrix_shape(std::string_view name);

enum class MatrixPart : std::uint8_t { a, b, c };

struct MatrixPlace {
    int row = 0, column = 0;
};

class Fragment {
  public:
    constexpr Fragment(MatrixPart part, MatrixShape shape, MatrixType type)
        : part_(part), shape_(shape), bits_(bits_of(type)) {
        // The wide one is the tall one transposed.
        if (shape.m == 8 && shape.n == 32) {
            is_transposed_ = true;
            std::swap(shape_.m, shape_.n);
            if (part != MatrixPart::c)
                part_ = part == MatrixPart::a ? MatrixPart::b : MatrixPart::a;
        }
    }

    constexpr int per_register() const { return bits_ < 32 ? 32 / bits_ : 1; }
    // Registers that hold different elements. An instruction may name more: they repeat.
    constexpr int registers() const {
        const int elements = part_ == MatrixPart::a   ? shape_.m * shape_.k
                             : part_ == MatrixPart::b ? shape_.k * shape_.n
                                                      : shape_.m * shape_.n;
        return elements / warp_size / per_register();
    }
    constexpr MatrixPlace place(int lane, int reg, int in_register) const {
        const MatrixPlace place = upright_place(lane, reg, in_register);
        return is_transposed_ ? MatrixPlace{place.column, place.row} : place;
    }

  private:
    constexpr MatrixPlace upright_place(int lane, int reg, int in_register) const {
        const int row = lane / 4, along = lane % 4;
        const int halves = shape_.m >= 16 ? 2 : 1; // rows 0 to 7, rows 8 to 15
        if (part_ == MatrixPart::c) {
            const int element = reg * per_register() + in_register;
            const int tile = element / (2 * halves), inner = element % (2 * halves);
            const bool is_tall = shape_.m > 16;
            return {row + 8 * (inner / 2) + (is_tall ? 16 * tile : 0),
                    2 * along + inner % 2 + (is_tall ? 0 : 8 * tile)};
        }
        const int each = per_register();
        const int blocks = shape_.k / (4 * each);
        const int k = along * each + in_register;
        if (part_ == MatrixPart::b) return {k + reg % blocks * 4 * each, row + 8 * (reg / blocks)};
        const int tile = reg / (halves * blocks), inner = reg % (halves * blocks);
        return {row + 16 * tile + 8 * (inner % halves), k + inner / halves * 4 * each};
    }

    MatrixPart part_;
    MatrixShape shape_;
    int bits_ = 0;
    bool is_transposed_ = false;
};

// What an instruction that moves matrices between registers and memory does. ldmatrix and stmatrix:
// lane l names the address of row l of as many matrices of 8 * 8 elements of 16 bits as there are
// registers. wmma.load and wmma.store: all lanes name the beginning of one matrix, and how many
// elements are between the beginnings of its rows, or columns.
struct MatrixAccess {
    bool in_rows_of_lanes = false; // ldmatrix, stmatrix
    bool is_transposed = false;    // .trans
    bool by_columns = false;       // .col
    Fragment fragment{MatrixPart::c, {}, MatrixType::none};
    int registers = 0; // as the instruction names them
    int element_bits = 0;
    int stride = 0; // in elements, if the instruction names none
};

} // namespace vgpu::isa
