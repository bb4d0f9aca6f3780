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

long long Shape::span(const Placement& placement, bool is_real) const {
    long long all = 1, stride = placement.stride;
    for (int dimension = rank - 1; dimension >= 0; --dimension) {
        const bool is_half = !is_real && dimension == rank - 1;
        all += ((is_half ? n[dimension] / 2 + 1 : n[dimension]) - 1) * stride;
        stride *= placement.embed[dimension];
    }
    return all;
}

bool Shape::has_real_between() const {
    if (is_default || batch == 1 || !(from_real() || to_real())) return false;
    return in.distance < span(in, from_real()) || out.distance < span(out, to_real());
}

std::size_t Shape::bytes_in() const {
    const long long number = (is_double() ? 8 : 4) * (from_real() ? 1 : 2);
    return static_cast<std::size_t>((span(in, from_real()) + (batch - 1) * in.distance) * number);
}

bool Shape::is_row(int axis) const {
    const auto of_input = layout(placement_in(false), axis);
    return transforms(axis) == 1 || of_input.step <= of_input.loops[0].stride;
}

} // namespace vgpu::cufft
