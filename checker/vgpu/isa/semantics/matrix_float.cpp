// Products of matrices of floats as an H100's tensor cores make them, bit for bit
// (docs/decisions/0019-sums-of-tensor-cores.md has the measurements).
//
// An element of D is one sum: the products, which are exact, and C's element are all aligned to the
// largest exponent among them and cut off 25 bits behind its point; what is left is added exactly
// and then cut off to f32, or rounded to f16. Exponents are those of the formats: that of a product
// is the sum of its factors', whatever the significands are.
#include "vgpu/isa/semantics/byte_floats.hpp"
#include "vgpu/isa/semantics/matrix_product.hpp"
#include "vgpu/isa/semantics/words.hpp"

#include <algorithm>
#include <cmath>

namespace vgpu::isa::semantics {
namespace {

constexpr int kept_bits = 25;     // behind the point of the largest exponent
constexpr s32 of_zero = -1 << 20; // an exponent that never is the largest
constexpr u32 f16_nan = canonical_nan_16, f32_nan = canonical_nan;

// One of A, B and C.
template <int most>
class Matrix {
  public:
    void read(const WideArguments& arguments, int first, int registers,
              const std::vector<std::uint16_t>& places, MatrixType type) {
        switch (type) {
        case MatrixType::f16:
            fraction_bits_ = 10;
            return gather<16>(arguments, first, registers, places, raw_,
                              [](u32 raw) { return raw; });
        case MatrixType::bf16:
            fraction_bits_ = 7;
            exponent_bits_ = 8;
            return gather<16>(arguments, first, registers, places, raw_,
                              [](u32 raw) { return raw; });
        case MatrixType::tf32: // the lowest 13 bits do not count
            fraction_bits_ = 10;
            exponent_bits_ = 8;
            return gather<32>(arguments, first, registers, places, raw_,
                              [](u32 raw) { return raw >> 13; });
        case MatrixType::e4m3:
        case MatrixType::e5m2:
            fraction_bits_ = 10;
            return gather<8>(arguments, first, registers, places, raw_,
                             type == MatrixType::e4m3 ? half_of_e4m3 : half_of_e5m2);
        default:
            fraction_bits_ = 23;
            exponent_bits_ = 8;
            return gather<32>(arguments, first, registers, places, raw_,
                              [](u32 raw) { return raw; });
        }
    }
    void decode(int count) {
        const int bias = (1 << (exponent_bits_ - 1)) - 1;
        const u32 field_mask = (1u << exponent_bits_) - 1, one = 1u << fraction_bits_;
        u32 specials = 0;
        for (int at = 0; at < count; ++at) {
            const u32 raw = raw_[at], field = raw >> fraction_bits_ & field_mask;
            const u32 fraction = raw & (one - 1);
            const bool special = field == field_mask;
            const auto magnitude = static_cast<s32>(special      ? 0
                                                    : field == 0 ? fraction
                                                                 : fraction | one);
            const bool negative = (raw >> (fraction_bits_ + exponent_bits_) & 1) != 0;
            significand[at] = negative ? -magnitude : magnitude;
            exponent[at] = magnitude == 0 ? of_zero : std::max(static_cast<s32>(field), 1) - bias;
            is_special[at] = special;
            specials |= static_cast<u32>(special);
        }
        any_special = specials != 0;
    }
    // Sets an element of C between the steps of a product.
    void set(int at, u32 raw) { raw_[at] = raw; }
    void clear(int count, bool as_f32) {
        fraction_bits_ = as_f32 ? 23 : 10;
        exponent_bits_ = as_f32 ? 8 : 5;
        std::fill_n(raw_, count, 0);
    }
    u32 raw(int at) const { return raw_[at]; }
    // One of another's rows, decoded; its rows come one behind the other.
    void begin_rows_of(const Matrix& from) {
        fraction_bits_ = from.fraction_bits_;
        exponent_bits_ = from.exponent_bits_;
        any_special = from.any_special;
    }
    void take_row(const Matrix& from, int row, int to, int columns) {
        std::copy_n(from.significand + row * columns, columns, significand + to * columns);
        std::copy_n(from.exponent + row * columns, columns, exponent + to * columns);
        std::copy_n(from.is_special + row * columns, columns, is_special + to * columns);
        std::copy_n(from.raw_ + row * columns, columns, raw_ + to * columns);
    }
    float value(int at) const {
        if (exponent_bits_ == 5) return to_float(Half{static_cast<std::uint16_t>(raw_[at])});
        return float_of(raw_[at] << (23 - fraction_bits_));
    }
    int fraction_bits() const { return fraction_bits_; }

    // Integers with their signs, and exponents; what is not finite counts as zero here.
    s32 significand[most], exponent[most];
    bool is_special[most];
    bool any_special = false;

  private:
    u32 raw_[most];
    int fraction_bits_ = 0, exponent_bits_ = 5;
};

using MatrixA = Matrix<most_matrix_a>;
using MatrixB = Matrix<most_matrix_b>;
using MatrixC = Matrix<most_matrix_c>;

struct Sizes {
    int m = 0, n = 0, k = 0;
    bool as_f32 = false;                       // the sum: f32 cut off, or f16 rounded
    int first_a = 0, first_b = 0, first_c = 0; // where the matrices begin
};

// The k that take part in one sum, as bits.
using Step = u32;
bool has(Step step, int k) { return (step >> k & 1) != 0; }

u32 rounded_sum(s64 sum, s32 exponent, bool as_f32) {
    if (sum == 0) return 0;
    ExactNumber number = exact(static_cast<std::uint64_t>(sum < 0 ? -sum : sum), sum < 0);
    number.exponent += exponent - kept_bits;
    if (!as_f32) return static_cast<u32>(encode(number, format_f16, Mode::rn));
    // Cut off, but what is too large becomes infinite.
    if (number.exponent > 127) return number.negative ? 0xff800000u : 0x7f800000u;
    return static_cast<u32>(encode(number, format_f32, Mode::rz));
}

// Sums of a row of D with something in them that is not finite.
u32 special_sum(const MatrixA& a, const MatrixB& b, const MatrixC& c, const Sizes& sizes, Step step,
                int row, int column) {
    double sum = c.value(sizes.first_c + row * sizes.n + column);
    for (int k = 0; k < sizes.k; ++k)
        if (has(step, k))
            sum += static_cast<double>(a.value(sizes.first_a + row * sizes.k + k)) *
                   static_cast<double>(b.value(sizes.first_b + k * sizes.n + column));
    if (std::isnan(sum)) return sizes.as_f32 ? f32_nan : f16_nan;
    const u32 infinity = sizes.as_f32 ? 0x7f800000u : 0x7c00u;
    return (sum < 0 ? (sizes.as_f32 ? 0x80000000u : 0x8000u) : 0u) | infinity;
}

bool meets_special(const MatrixA& a, const MatrixB& b, const MatrixC& c, const Sizes& sizes,
                   Step step, int row, int column) {
    bool is_special = c.is_special[sizes.first_c + row * sizes.n + column];
    for (int k = 0; k < sizes.k; ++k)
        is_special |= has(step, k) && (a.is_special[sizes.first_a + row * sizes.k + k] ||
                                       b.is_special[sizes.first_b + k * sizes.n + column]);
    return is_special;
}

// C, and then D in its place.
void add_products(const MatrixA& a, const MatrixB& b, MatrixC& c, const Sizes& sizes, Step step) {
    constexpr int most_columns = 32;
    const int product_shift = kept_bits - a.fraction_bits() - b.fraction_bits();
    const int c_shift = kept_bits - c.fraction_bits();
    const bool any_special = a.any_special || b.any_special || c.any_special;
    const int n = sizes.n;
    for (int row = 0; row < sizes.m; ++row) {
        const s32* const c_exponents = c.exponent + sizes.first_c + row * n;
        const s32* const c_significands = c.significand + sizes.first_c + row * n;
        const s32* const a_exponents = a.exponent + sizes.first_a + row * sizes.k;
        const s32* const a_significands = a.significand + sizes.first_a + row * sizes.k;
        const s32* const b_exponents = b.exponent + sizes.first_b;
        const s32* const b_significands = b.significand + sizes.first_b;
        s32 largest[most_columns];
        s64 sums[most_columns];
        std::copy_n(c_exponents, n, largest);
        for (int k = 0; k < sizes.k; ++k) {
            if (!has(step, k)) continue;
            const s32 own = a_exponents[k];
            for (int column = 0; column < n; ++column)
                largest[column] = std::max(largest[column], own + b_exponents[k * n + column]);
        }
        const auto aligned = [](s32 significand, int shift, s32 below) {
            const u32 magnitude = static_cast<u32>(std::abs(significand)) << shift;
            const s32 kept = static_cast<s32>(magnitude >> std::min(below, 31));
            return significand < 0 ? -kept : kept;
        };
        for (int column = 0; column < n; ++column)
            sums[column] =
                aligned(c_significands[column], c_shift, largest[column] - c_exponents[column]);
        for (int k = 0; k < sizes.k; ++k) {
            if (!has(step, k)) continue;
            const s32 own = a_exponents[k];
            const s32 factor = a_significands[k];
            for (int column = 0; column < n; ++column)
                sums[column] += aligned(factor * b_significands[k * n + column], product_shift,
                                        largest[column] - own - b_exponents[k * n + column]);
        }
        for (int column = 0; column < n; ++column)
            c.set(sizes.first_c + row * n + column,
                  any_special && meets_special(a, b, c, sizes, step, row, column)
                      ? special_sum(a, b, c, sizes, step, row, column)
                      : rounded_sum(sums[column], largest[column], sizes.as_f32));
    }
}

// Each row of a sparse A meets rows of B of its own.
void add_kept_products(const WideArguments& arguments, const MatrixPlan& plan, const MatrixA& a,
                       const MatrixB& b, MatrixC& c, Sizes sizes, Step step) {
    MatrixB met;
    met.begin_rows_of(b);
    const int rows = sizes.m;
    sizes.m = 1;
    for (int row = 0; row < rows; ++row) {
        each_kept(arguments, plan, row,
                  [&](int k, int b_row) { met.take_row(b, b_row, k, sizes.n); });
        sizes.first_a = row * plan.depth;
        sizes.first_c = row * sizes.n;
        add_products(a, met, c, sizes, step);
    }
}

// mma.m8n8k4 of f16 is not done by tensor cores: a chain of fma in f32, and C last.
float chained(const MatrixA& a, const MatrixB& b, float c, int depth, int n, int at_a, int at_b) {
    float sum = 0;
    for (int k = 0; k < depth; ++k) sum = std::fma(a.value(at_a + k), b.value(at_b + k * n), sum);
    return canonical(sum + c);
}

u32 last_sum(u32 sum, u32 c, bool as_f32) {
    if (as_f32) return bits_of(canonical(float_of(sum) + float_of(c)));
    const auto half = [](u32 bits) { return to_float(Half{static_cast<std::uint16_t>(bits)}); };
    return to_half(half(sum) + half(c)).bits;
}

} // namespace

void multiply_floats(LaneArguments lanes, std::uint32_t mask) {
    const WideArguments arguments(lanes);
    const MatrixPlan& plan = plan_of(arguments);
    const MatrixProduct& product = plan.product;
    MatrixA a;
    MatrixB b;
    MatrixC c;
    a.read(arguments, first_matrix_source, plan.a_registers, plan.a, product.a);
    b.read(arguments, plan.first_b, plan.b_registers, plan.b, product.b);
    c.read(arguments, plan.first_c, plan.c_registers, plan.c, product.c);
    const int all = plan.products * product.m * product.n;
    const bool d_is_f32 = product.d == MatrixType::f32;
    const bool is_chain = product.method == MatrixMethod::fma;
    Sizes sizes{product.m, product.n, plan.depth,
                d_is_f32 || product.c == MatrixType::f32 || is_chain};
    const int m = product.m, n = product.n, depth = plan.depth;
    u32 d[most_matrix_c];
    if (is_chain) {
        for (int at = 0; at < all; ++at) {
            const int part = at / (m * n), row = at / n % m, column = at % n;
            d[at] = bits_of(chained(a, b, c.value(at), depth, n, (part * m + row) * depth,
                                    part * depth * n + column));
        }
    } else {
        a.decode(plan.products * m * depth);
        b.decode(plan.products * plan.b_depth * n);
        const bool is_c_last = product.method == MatrixMethod::bytes;
        MatrixC sum;
        sum.clear(all, sizes.as_f32);
        MatrixC& own = is_c_last ? sum : c;
        for (const Step step : plan.steps) {
            own.decode(all);
            if (product.is_sparse) add_kept_products(arguments, plan, a, b, own, sizes, step);
            for (int part = 0; part < plan.products && !product.is_sparse; ++part) {
                sizes.first_a = part * m * depth;
                sizes.first_b = part * depth * n;
                sizes.first_c = part * m * n;
                add_products(a, b, own, sizes, step);
            }
        }
        for (int at = 0; at < all; ++at)
            d[at] = is_c_last ? last_sum(sum.raw(at), c.raw(at), sizes.as_f32) : c.raw(at);
    }
    if (d_is_f32)
        scatter<32>(arguments, mask, plan, [&](int at) { return d[at]; });
    else
        scatter<16>(arguments, mask, plan,
                    [&](int at) { return sizes.as_f32 ? to_half(float_of(d[at])).bits : d[at]; });
}

} // namespace vgpu::isa::semantics
