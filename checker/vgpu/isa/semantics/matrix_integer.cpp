// Products of matrices that are exact, or add one product after the other: integers, bits, doubles.
#include "vgpu/isa/semantics/float_rounded.hpp"
#include "vgpu/isa/semantics/matrix_product.hpp"
#include "vgpu/isa/semantics/words.hpp"

#include <algorithm>
#include <bit>
#include <limits>

namespace vgpu::isa::semantics {
namespace {

// Elements of up to 8 bits, widened.
void gather_integers(const WideArguments& arguments, int first, int registers,
                     const std::vector<std::uint16_t>& places, MatrixType type, s32* into) {
    switch (type) {
    case MatrixType::s8:
        return gather<8>(arguments, first, registers, places, into,
                         [](u32 raw) { return s32{static_cast<s8>(raw)}; });
    case MatrixType::s4:
        return gather<4>(arguments, first, registers, places, into,
                         [](u32 raw) { return static_cast<s32>(raw ^ 8u) - 8; });
    case MatrixType::u4:
        return gather<4>(arguments, first, registers, places, into,
                         [](u32 raw) { return static_cast<s32>(raw); });
    case MatrixType::b1:
        return gather<32>(arguments, first, registers, places, into,
                          [](u32 raw) { return static_cast<s32>(raw); });
    default:
        return gather<8>(arguments, first, registers, places, into,
                         [](u32 raw) { return static_cast<s32>(raw); });
    }
}

// satfinite: the whole sum is made before it is clamped. The sums of products alone fit 32 bits.
u32 add_to(s32 c, s32 sum, bool saturates) {
    constexpr s64 least = std::numeric_limits<s32>::min(), most = std::numeric_limits<s32>::max();
    const s64 exact = s64{c} + sum;
    return static_cast<u32>(saturates ? std::clamp(exact, least, most) : exact);
}

// A is sparse.
void multiply_kept(const WideArguments& arguments, const MatrixPlan& plan, const s32* a,
                   const s32* b, s32* sums) {
    const int n = plan.product.n;
    std::fill_n(sums, plan.product.m * n, 0);
    for (int row = 0; row < plan.product.m; ++row)
        each_kept(arguments, plan, row, [&](int k, int b_row) {
            for (int column = 0; column < n; ++column)
                sums[row * n + column] += a[row * plan.depth + k] * b[b_row * n + column];
        });
}

template <class Combine>
void multiply_rows(const MatrixPlan& plan, const s32* a, const s32* b, s32* sums, Combine combine) {
    const int n = plan.product.n;
    std::fill_n(sums, plan.product.m * n, 0);
    for (int row = 0; row < plan.product.m; ++row)
        for (int k = 0; k < plan.depth; ++k)
            for (int column = 0; column < n; ++column)
                sums[row * n + column] += combine(a[row * plan.depth + k], b[k * n + column]);
}

} // namespace

void multiply_integers(LaneArguments lanes, std::uint32_t mask) {
    const WideArguments arguments(lanes);
    const MatrixPlan& plan = plan_of(arguments);
    const MatrixProduct& product = plan.product;
    s32 a[most_matrix_a], b[most_matrix_b], c[most_matrix_c], sums[most_matrix_c];
    gather_integers(arguments, first_matrix_source, plan.a_registers, plan.a, product.a, a);
    gather_integers(arguments, plan.first_b, plan.b_registers, plan.b, product.b, b);
    gather<32>(arguments, plan.first_c, plan.c_registers, plan.c, c,
               [](u32 raw) { return static_cast<s32>(raw); });
    const auto ones = [](s32 bits) { return std::popcount(static_cast<u32>(bits)); };
    if (product.method == MatrixMethod::bits_and)
        multiply_rows(plan, a, b, sums, [=](s32 x, s32 y) { return ones(x & y); });
    else if (product.method == MatrixMethod::bits_xor)
        multiply_rows(plan, a, b, sums, [=](s32 x, s32 y) { return ones(x ^ y); });
    else if (product.is_sparse)
        multiply_kept(arguments, plan, a, b, sums);
    else
        multiply_rows(plan, a, b, sums, [](s32 x, s32 y) { return x * y; });
    scatter<32>(arguments, mask, plan,
                [&](int at) { return add_to(c[at], sums[at], product.saturates); });
}

// One fma after the other, in the order of k.
void multiply_doubles(LaneArguments lanes, std::uint32_t mask) {
    const WideArguments arguments(lanes);
    const MatrixPlan& plan = plan_of(arguments);
    const int n = plan.product.n;
    double a[most_matrix_a], b[most_matrix_b], d[most_matrix_c];
    const auto as_double = [](std::uint64_t raw) { return double_of(raw); };
    gather<64>(arguments, first_matrix_source, plan.a_registers, plan.a, a, as_double);
    gather<64>(arguments, plan.first_b, plan.b_registers, plan.b, b, as_double);
    gather<64>(arguments, plan.first_c, plan.c_registers, plan.c, d, as_double);
    for (int row = 0; row < plan.product.m; ++row)
        for (int column = 0; column < n; ++column)
            d[row * n + column] = fma_chain(a + row * plan.depth, b + column, n, plan.depth,
                                            d[row * n + column], plan.product.mode);
    scatter<64>(arguments, mask, plan, [&](int at) { return bits_of(d[at]); });
}

} // namespace vgpu::isa::semantics
