// Matrices between a warp's registers and memory (PTX ISA 9.7.14.4, 9.7.14.5). The warp has met
// before (lower_matrix.cpp). Observers see what the lanes access as loads and stores.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/shared_moves.hpp"
#include "vgpu/isa/matrix.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace vgpu::exec {

using isa::MemoryAction;
using ptx::Space;

namespace {

using Words = std::array<std::uint32_t, warp_size>;

std::uint32_t* words_of(const Frame& frame, const ElementSlot& element) {
    return reinterpret_cast<std::uint32_t*>(frame.slots + element.offset);
}

// PTX demands that they come together: not through calls of their own.
bool is_whole(Interpreter& interpreter, const Op& op, std::uint32_t mask) {
    return mask == 0xffffffffu ||
           interpreter.fail(barrier_divergence(true, list_lanes(mask) +
                                                         " execute a matrix instruction apart from "
                                                         "the other lanes of the warp"),
                            op, first_lane(mask));
}

// Finds the space that the addresses are in, one for all lanes, and makes them relative to it.
bool find_space(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                LaneAddresses& addresses, Space& space) {
    space = access.operation.space;
    if (space != Space::generic) return true;
    std::uint32_t rest = addresses.mask;
    LaneAddresses part;
    space = next_part(addresses, static_cast<std::uint64_t>(access.bytes), rest, part);
    const bool only_shared = access.operation.matrix->in_rows_of_lanes;
    const bool is_possible = space == Space::shared || (space == Space::global && !only_shared);
    if (rest != 0 || !is_possible) {
        const int lane = first_lane(is_possible ? rest : addresses.mask);
        return report_bad_access(interpreter, op, access, is_possible ? Space::global : space,
                                 addresses.at[lane], lane, false);
    }
    addresses = part;
    return true;
}

// ldmatrix and stmatrix: 8 lanes name the rows of one matrix, of 16 bytes each. Register i of lane
// l holds two elements of matrix i's row l / 4, or of its column l / 4.
struct RowPlace {
    std::uint32_t row = 0, word = 0, half = 0; // word and half: in the row
};
RowPlace row_place(std::size_t matrix, std::uint32_t lane, std::uint32_t element,
                   bool is_transposed) {
    const auto first = static_cast<std::uint32_t>(8 * matrix);
    const std::uint32_t along = 2 * (lane % 4) + element, across = lane / 4;
    const std::uint32_t row = is_transposed ? along : across;
    const std::uint32_t column = is_transposed ? across : along;
    return {first + row, column / 2, column % 2};
}

constexpr std::size_t row_words = 4;
using Rows = std::array<Words, row_words>; // [word of a row][lane that names it]

void take_rows(const MemoryOp& access, const Frame& frame, const Rows& rows) {
    const bool is_transposed = access.operation.matrix->is_transposed;
    for (std::size_t i = 0; i < access.elements.size(); ++i)
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
            std::uint32_t value = 0;
            for (std::uint32_t element = 0; element < 2; ++element) {
                const RowPlace at = row_place(i, lane, element, is_transposed);
                value |= (rows[at.word][at.row] >> 16 * at.half & 0xffffu) << 16 * element;
            }
            words_of(frame, access.elements[i])[lane] = value;
        }
}

Rows make_rows(const MemoryOp& access, const Frame& frame) {
    const bool is_transposed = access.operation.matrix->is_transposed;
    Rows rows{};
    for (std::size_t i = 0; i < access.elements.size(); ++i)
        for (std::uint32_t lane = 0; lane < warp_size; ++lane) {
            const std::uint32_t value = words_of(frame, access.elements[i])[lane];
            for (std::uint32_t element = 0; element < 2; ++element) {
                const RowPlace at = row_place(i, lane, element, is_transposed);
                rows[at.word][at.row] |= (value >> 16 * element & 0xffffu) << 16 * at.half;
            }
        }
    return rows;
}

bool access_rows(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                 std::uint32_t mask) {
    if (!is_whole(interpreter, op, mask)) return false;
    const bool is_load = access.operation.action == MemoryAction::load;
    const std::uint32_t lanes = 0xffffffffu >> (warp_size - 8 * access.elements.size());
    LaneAddresses addresses;
    find_addresses(interpreter, access, frame, lanes, addresses);
    Space space = Space::shared;
    if (!find_space(interpreter, op, access, addresses, space)) return false;
    Linear linear;
    if (!check_linear(interpreter, op, access, space, addresses, linear)) return false;
    Rows rows = is_load ? Rows{} : make_rows(access, frame);
    if (interpreter.wants_accesses()) {
        const std::array<const void*, row_words> values{rows[0].data(), rows[1].data(),
                                                        rows[2].data(), rows[3].data()};
        announce(interpreter, op, access, frame, space, addresses, linear.distance, nullptr,
                 values.data());
    }
    for (std::size_t lane = 0; lane < 8 * access.elements.size(); ++lane) {
        auto* host = reinterpret_cast<std::byte*>(addresses.at[lane] +
                                                  static_cast<std::uint64_t>(linear.distance));
        for (std::size_t word = 0; word < row_words; ++word, host += 4)
            is_load ? std::memcpy(&rows[word][lane], host, 4)
                    : std::memcpy(host, &rows[word][lane], 4);
    }
    if (is_load) take_rows(access, frame, rows);
    return true;
}

// wmma.load and wmma.store. What each lane accesses at once: some registers, one, or a part of one,
// whichever lies side by side in memory.
struct Piece {
    int first = 0;     // register
    int registers = 1; // 1 or 2
    int element = -1;  // of the register; -1: all
};

class FragmentAccess {
  public:
    FragmentAccess(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame),
          matrix_(*access.operation.matrix) {}

    bool run() {
        find_addresses(interpreter_, access_, frame_, 0xffffffffu, begin_);
        const int own = matrix_.fragment.registers();
        for (int reg = 0; reg < own;) {
            Piece piece{.first = reg};
            const int each = matrix_.fragment.per_register();
            if (each > 1 && matrix_.element_bits >= 8 && !lie_together(reg, 0, reg, 1)) {
                for (piece.element = 0; piece.element < each; ++piece.element)
                    if (!move(piece)) return false;
            } else {
                const bool is_pair = each == 1 && matrix_.element_bits >= 32 && reg + 1 < own &&
                                     lie_together(reg, 0, reg + 1, 0);
                piece.registers = is_pair ? 2 : 1;
                if (!move(piece)) return false;
            }
            reg += piece.registers;
        }
        if (is_load()) repeat(own);
        return true;
    }

  private:
    bool is_load() const { return access_.operation.action == MemoryAction::load; }

    bool lie_together(int reg, int element, int next_reg, int next_element) const {
        const isa::MatrixPlace a = matrix_.fragment.place(0, reg, element);
        const isa::MatrixPlace b = matrix_.fragment.place(0, next_reg, next_element);
        return matrix_.by_columns ? a.column == b.column && a.row + 1 == b.row
                                  : a.row == b.row && a.column + 1 == b.column;
    }

    // Bytes from the beginning of the matrix.
    std::uint64_t offset_of(const Piece& piece, int lane) const {
        const isa::MatrixPlace place =
            matrix_.fragment.place(lane, piece.first, std::max(piece.element, 0));
        const std::uint64_t stride = access_.values.empty()
                                         ? static_cast<std::uint64_t>(matrix_.stride)
                                         : frame_.words(access_.values[0])[lane];
        auto line = static_cast<std::uint64_t>(matrix_.by_columns ? place.column : place.row);
        auto along = static_cast<std::uint64_t>(matrix_.by_columns ? place.row : place.column);
        if (matrix_.element_bits == 1) along *= 32; // fragments count 32 as one
        return (line * stride + along) * static_cast<std::uint64_t>(matrix_.element_bits) / 8;
    }

    bool move(const Piece& piece) {
        const int register_bytes = matrix_.element_bits == 64 ? 8 : 4;
        access_.operation.width = piece.element < 0 ? register_bytes : matrix_.element_bits / 8;
        access_.bytes = access_.operation.width * piece.registers;
        LaneAddresses addresses = begin_;
        for (int lane = 0; lane < warp_size; ++lane)
            addresses.at[lane] = begin_.at[lane] + offset_of(piece, lane);
        addresses.pattern = 0;
        classify(addresses, static_cast<std::uint64_t>(access_.bytes));
        Space space = Space::global;
        if (!find_space(interpreter_, op_, access_, addresses, space)) return false;
        Linear linear;
        if (!check_linear(interpreter_, op_, access_, space, addresses, linear)) return false;
        if (interpreter_.wants_accesses()) announce_piece(piece, space, addresses, linear.distance);
        if (is_sampled(interpreter_, space)) addresses = folded(interpreter_, addresses);
        for (int lane = 0; lane < warp_size; ++lane)
            move_lane(piece, lane,
                      reinterpret_cast<std::byte*>(addresses.at[lane] +
                                                   static_cast<std::uint64_t>(linear.distance)));
        return true;
    }

    void announce_piece(const Piece& piece, Space space, const LaneAddresses& addresses,
                        std::intptr_t distance) const {
        Words parts{}; // of registers, if the piece is one
        std::array<const void*, 2> values{};
        for (int i = 0; i < piece.registers; ++i)
            values[static_cast<std::size_t>(i)] = frame_.slots + element(piece.first + i).offset;
        if (piece.element >= 0) {
            const std::uint32_t* words = words_of(frame_, element(piece.first));
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                parts[lane] = words[lane] >> piece.element * matrix_.element_bits;
            values[0] = parts.data();
        }
        announce(interpreter_, op_, access_, frame_, space, addresses, distance, nullptr,
                 values.data());
    }

    const ElementSlot& element(int reg) const {
        return access_.elements[static_cast<std::size_t>(reg)];
    }

    void move_lane(const Piece& piece, int lane, std::byte* host) const {
        const auto width = static_cast<std::size_t>(access_.operation.width);
        for (int i = 0; i < piece.registers; ++i, host += width) {
            std::byte* const slot = frame_.slots + element(piece.first + i).offset;
            std::byte* at = slot + static_cast<std::size_t>(lane) * (width == 8 ? 8 : 4);
            if (piece.element > 0) at += static_cast<std::size_t>(piece.element) * width;
            is_load() ? load_bytes(interpreter_.machine(), host, at, width)
                      : store_bytes(interpreter_.machine(), host, at, width);
        }
    }

    // Fills the registers that repeat what others hold.
    void repeat(int own) const {
        for (int reg = own; reg < matrix_.registers; ++reg)
            std::memcpy(words_of(frame_, element(reg)), words_of(frame_, element(reg % own)),
                        sizeof(Words));
    }

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    Frame& frame_;
    const isa::MatrixAccess& matrix_;
    LaneAddresses begin_;
};

bool access_fragment(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                     std::uint32_t mask) {
    return is_whole(interpreter, op, mask) && FragmentAccess(interpreter, op, access, frame).run();
}

} // namespace

MemoryHandler choose_matrix_handler(const MemoryOp& access) {
    return access.operation.matrix->in_rows_of_lanes ? access_rows : access_fragment;
}

} // namespace vgpu::exec
