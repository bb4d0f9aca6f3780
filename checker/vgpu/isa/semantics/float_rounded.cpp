// Compiled with -frounding-math; operands pass through volatiles so that nothing is computed before
// the rounding mode is set.
#include "vgpu/isa/semantics/float_rounded.hpp"

#include <cfenv>

namespace vgpu::isa::semantics {
namespace {

class RoundingMode {
  public:
    explicit RoundingMode(std::uint32_t number) : before_(std::fegetround()) {
        constexpr int modes[] = {FE_TONEAREST, FE_TOWARDZERO, FE_DOWNWARD, FE_UPWARD};
        std::fesetround(modes[number & 3]);
    }
    ~RoundingMode() { std::fesetround(before_); }
    RoundingMode(const RoundingMode&) = delete;
    RoundingMode& operator=(const RoundingMode&) = delete;

  private:
    int before_;
};

template <RoundedOperation operation>
inline constexpr int arity =
    operation == RoundedOperation::fma                                                        ? 3
    : operation == RoundedOperation::reciprocal || operation == RoundedOperation::square_root ? 1
                                                                                              : 2;

template <RoundedOperation operation, class T>
T compute(T a, T b, T c) {
    switch (operation) {
    case RoundedOperation::add:
        return a + b;
    case RoundedOperation::subtract:
        return a - b;
    case RoundedOperation::multiply:
        return a * b;
    case RoundedOperation::fma:
        return std::fma(a, b, c);
    case RoundedOperation::divide:
        return a / b;
    case RoundedOperation::reciprocal:
        return T{1} / a;
    case RoundedOperation::square_root:
        return std::sqrt(a);
    }
    return a;
}

template <RoundedOperation operation, class T>
void in_mode(LaneArguments arguments, std::uint32_t mask) {
    constexpr int count = arity<operation>;
    const std::uint32_t word = *static_cast<const std::uint32_t*>(arguments.source(count));
    const bool ftz = word & rounding_flush;
    const SourceLanes<T> a(arguments.source(0));
    const SourceLanes<T> b(arguments.source(count > 1 ? 1 : 0));
    const SourceLanes<T> c(arguments.source(count > 2 ? 2 : 0));
    T results[warp_size];
    {
        const RoundingMode mode(word);
        for (int lane = 0; lane < warp_size; ++lane) {
            volatile T x = ftz ? flush(a[lane]) : a[lane];
            volatile T y = ftz ? flush(b[lane]) : b[lane];
            volatile T z = ftz ? flush(c[lane]) : c[lane];
            volatile T result = compute<operation, T>(x, y, z);
            results[lane] = result;
        }
    }
    for_each_lane(mask, ResultLanes<T>(arguments.result(0)), [&](int lane) {
        T result = results[lane];
        if constexpr (sizeof(T) == 4) {
            result = canonical(result);
        } else {
            const double from = nan_of(a[lane], b[lane], c[lane]);
            result = with_nan(result, from, from);
        }
        if (ftz) result = flush(result);
        return word & rounding_saturate ? saturate(result) : result;
    });
}

template <RoundedOperation operation>
LaneFunction by_precision(bool is_double) {
    return is_double ? in_mode<operation, double> : in_mode<operation, float>;
}

} // namespace

LaneFunction rounded(RoundedOperation operation, bool is_double) {
    switch (operation) {
    case RoundedOperation::add:
        return by_precision<RoundedOperation::add>(is_double);
    case RoundedOperation::subtract:
        return by_precision<RoundedOperation::subtract>(is_double);
    case RoundedOperation::multiply:
        return by_precision<RoundedOperation::multiply>(is_double);
    case RoundedOperation::fma:
        return by_precision<RoundedOperation::fma>(is_double);
    case RoundedOperation::divide:
        return by_precision<RoundedOperation::divide>(is_double);
    case RoundedOperation::reciprocal:
        return by_precision<RoundedOperation::reciprocal>(is_double);
    case RoundedOperation::square_root:
        return by_precision<RoundedOperation::square_root>(is_double);
    }
    return nullptr;
}

double fma_chain(const double* a, const double* b, int step, int count, double c, Mode mode) {
    const RoundingMode rounding(static_cast<std::uint32_t>(mode));
    for (int k = 0; k < count; ++k) {
        volatile double x = a[k], y = b[k * step], z = c;
        volatile double sum = std::fma(x, y, z);
        const double from = nan_of(x, y, z);
        c = with_nan(sum, from, from);
    }
    return c;
}

} // namespace vgpu::isa::semantics
