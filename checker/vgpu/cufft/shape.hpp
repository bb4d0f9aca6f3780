// What a plan transforms: sizes, batch, type, and where numbers lie.
#pragma once

#include "vgpu/cufft/pass.hpp"

#include <cufft.h>

#include <array>
#include <cstddef>

namespace vgpu::cufft {

inline constexpr int most_dimensions = 3;

// The placement of the input's or the output's numbers, as cufftPlanMany takes it.
struct Placement {
    std::array<long long, most_dimensions> embed;
    long long stride, distance;
};

struct Shape {
    int rank;
    std::array<long long, most_dimensions> n; // n[rank - 1] is the one that lies closest
    cufftType type;
    long long batch;
    bool is_default; // placed one after the other; `in` and `out` say nothing then
    Placement in, out;

    bool is_double() const { return type == CUFFT_Z2Z || type == CUFFT_D2Z || type == CUFFT_Z2D; }
    bool from_real() const { return type == CUFFT_R2C || type == CUFFT_D2Z; }
    bool to_real() const { return type == CUFFT_C2R || type == CUFFT_Z2D; }

    // Transforms along the axis: of a real transform only half of the others exist.
    long long transforms(int axis) const;
    // Rows of reals that become complex in place have room for that.
    Placement placement_in(bool in_place) const;
    Placement placement_out(bool in_place) const;
    Layout layout(const Placement& placement, int axis) const;
    // Whether numbers of a transform are between those of another one, so that an in-place result
    // overwrites numbers that are still to be read.
    bool has_real_between() const;
    // The size of the input, from the first number that is read to the last.
    std::size_t bytes_in() const;
    // Whether the points of a transform along the axis lie closer than those of different ones.
    bool is_row(int axis) const;

  private:
    Placement packed(bool is_real, bool in_place) const;
    long long count(int dimension, int along) const;
    long long span(const Placement& placement, bool is_real) const; // of one transform
};

} // namespace vgpu::cufft
