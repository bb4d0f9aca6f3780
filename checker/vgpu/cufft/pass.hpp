// A pass of a transform, as its kernel gets it: the transforms of a block, where points are read
// and where they are written.
#pragma once

#include "vgpu/library/complex.hpp"

namespace vgpu::cufft {

using library::Complex;

// half: the first half of a real transform's result; the second half is its conjugate.
enum class Kind { complex, real, half };

struct Loop {
    long long count, stride;
};

// Points of one transform are `step` elements apart; transforms are counted by the loops, the
// innermost first.
struct Layout {
    long long step;
    Loop loops[3];
};

// What a pass reads or writes.
template <class Real>
struct Side {
    void* data;
    Kind kind;
    Layout layout;
    long long points;             // of each transform that are there; others are read as 0
    const Complex<Real>* factors; // of the points, or null
    bool conjugated;              // the factors
};

inline constexpr int most_factors = 10; // of a block's transforms

// A transform of `length` points is done by passes, as Stockham's method has it. Each does
// length / points parts of `points` points, which lie length / points apart. A block takes parts
// side by side: of one transform in a row, otherwise of neighbouring transforms.
template <class Real>
struct Pass {
    long long length, transforms;
    long long before; // product of the points of the passes before
    int points, at_once;
    bool is_row;
    int factors[most_factors];  // their product is `points`; zeros follow
    Real sign;                  // 1: forward, -1: inverse
    const Complex<Real>* roots; // exp(-2 pi i j / length) for each j
    Side<Real> from, to;
};

} // namespace vgpu::cufft
