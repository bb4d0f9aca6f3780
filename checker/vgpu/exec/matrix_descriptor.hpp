// A matrix in shared memory, as the 64 bits of a wgmma descriptor say it (PTX ISA 9.7.15.5.1). The
// places of its pieces of 16 bytes are an H200's answers (tests/isa/wgmma_layouts.ptxtest).
#pragma once

#include <cstdint>

namespace vgpu::exec {

inline constexpr std::uint32_t matrix_piece = 16; // bytes

class MatrixDescriptor {
  public:
    explicit constexpr MatrixDescriptor(std::uint64_t bits)
        : begin_(field(bits, 0)), leading_(field(bits, 16)), stride_(field(bits, 32)),
          phase_(static_cast<std::uint32_t>(bits >> 49 & 7)),
          mode_(static_cast<std::uint32_t>(bits >> 62)) {}

    // The place of piece number `piece` along k in that row of A, or column of B.
    constexpr std::uint32_t along_k(std::uint32_t row, std::uint32_t piece) const {
        const std::uint32_t step = mode_ == 0 ? leading_ : matrix_piece;
        return swizzled(row % rows * width() + row / rows * stride_ + piece * step);
    }
    // The same for a matrix in which the elements with the same k are contiguous.
    constexpr std::uint32_t across_k(std::uint32_t k, std::uint32_t piece) const {
        const std::uint32_t pieces = width() / matrix_piece;
        const std::uint32_t to_next = mode_ == 0 ? stride_ : leading_;
        const std::uint32_t to_deeper = mode_ == 0 ? leading_ : stride_;
        return swizzled(piece % pieces * matrix_piece + piece / pieces * to_next +
                        k % rows * width() + k / rows * to_deeper);
    }

    std::uint32_t begin() const { return begin_; }
    std::uint32_t base_offset() const { return phase_; }
    // Bytes within which pieces change places; 16: they do not.
    constexpr std::uint32_t width() const {
        return mode_ == 0 ? matrix_piece : matrix_piece << (4 - mode_);
    }
    // After so many bytes the pattern of places begins anew.
    constexpr std::uint32_t period() const { return rows * width(); }
    // The base offset that belongs to the address, and the bits of it that the pattern has.
    constexpr std::uint32_t phase_of_begin() const { return begin_ >> row_shift & phases(); }
    constexpr bool has_its_phase() const {
        return (phase_of_begin() ^ phase_) % (phases() + 1) == 0;
    }

  private:
    static constexpr std::uint32_t rows = 8, row_shift = 7; // of a swizzle: 128 bytes each

    static constexpr std::uint32_t field(std::uint64_t bits, int first) {
        return static_cast<std::uint32_t>(bits >> first & 0x3fff) * matrix_piece;
    }
    constexpr std::uint32_t phases() const { return width() / matrix_piece - 1; }
    constexpr std::uint32_t swizzled(std::uint32_t offset) const {
        const std::uint32_t address = begin_ + offset;
        return address ^ (((address >> row_shift) - phase_) & phases()) * matrix_piece;
    }

    std::uint32_t begin_, leading_, stride_, phase_, mode_;
};

} // namespace vgpu::exec
