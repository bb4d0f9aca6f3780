#include "vgpu/cufft/shape.hpp"

namespace vgpu::cufft {

// How many numbers of a dimension transforms along another one see.
long long Shape::count(int dimension, int along) const {
    const bool is_halved = (from_real() || to_real()) && dimension == rank - 1;
    return is_halved && along != dimension ? n[dimension] / 2 + 1 : n[dimension];
}

long long Shape::transforms(int axis) const {
    long long all = batch;
    for (int dimension = 0; dimension < rank; ++dimension)
        if (dimension != axis) all *= count(dimension, axis);
    return all;
}

Placement Shape::packed(bool is_real, bool in_place) const {
    Placement placement{n, 1, 1};
    auto& last = placement.embed[rank - 1];
    if (is_real && in_place)
        last = 2 * (last / 2 + 1);
    else if (!is_real && (from_real() || to_real()))
        last = last / 2 + 1;
    for (int dimension = 0; dimension < rank; ++dimension)
        placement.distance *= placement.embed[dimension];
    return placement;
}

Placement Shape::placement_in(bool in_place) const {
    return is_default ? packed(from_real(), in_place) : in;
}

Placement Shape::placement_out(bool in_place) const {
    return is_default ? packed(to_real(), in_place) : out;
}

Layout Shape::layout(const Placement& placement, int axis) const {
    Layout layout{1, {{1, 0}, {1, 0}, {1, 0}}};
    Loop* loop = layout.loops;
    long long stride = placement.stride;
    for (int dimension = rank - 1; dimension >= 0; --dimension) {
        if (dimension == axis)
            layout.step = stride;
        else
            *loop++ = {count(dimension, axis), stride};
        stride *= placement.embed[dimension];
    }
    *loop = {batch, placement.distance};
    return layout;
}

bool Shape::is_row(int axis) const {
    const auto of_input = layout(placement_in(false), axis);
    return transforms(axis) == 1 || of_input.step <= of_input.loops[0].stride;
}

} // namespace vgpu::cufft
