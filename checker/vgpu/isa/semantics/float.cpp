// f32 and f64 arithmetic rounded to nearest, and what does not round (PTX ISA 9.7.3).
#include "vgpu/isa/semantics/float_rounded.hpp"

namespace vgpu::isa::semantics {
namespace {

// A NaN result: canonical for f32; f64 keeps a payload of its operands.
float fix_nan(float result, float, float) { return canonical(result); }
double fix_nan(double result, double a, double b) { return with_nan(result, a, b); }
float fix_nan(float result, float, float, float) { return canonical(result); }
double fix_nan(double result, double a, double b, double c) {
    const double from = nan_of(a, b, c);
    return with_nan(result, from, from);
}
float fix_nan(float result, float) { return canonical(result); }
double fix_nan(double result, double a) { return with_nan(result, a, a); }

// An operation with flushing of subnormals and saturation around it.
template <class Operation, bool ftz, bool sat, class T, class... Ts>
T around(T first, Ts... more) {
    T result;
    if constexpr (ftz)
        result = flush(fix_nan(Operation::run(flush(first), flush(more)...), first, more...));
    else
        result = fix_nan(Operation::run(first, more...), first, more...);
    return sat ? saturate(result) : result;
}

template <class Operation, class T, bool ftz, bool sat>
LaneFunction nearest() {
    if constexpr (Operation::arity == 1)
        return lane<around<Operation, ftz, sat, T>>;
    else if constexpr (Operation::arity == 2)
        return lane<around<Operation, ftz, sat, T, T>>;
    else
        return lane<around<Operation, ftz, sat, T, T, T>>;
}

template <class Operation>
bool arithmetic(const Form& form, Instruction& instruction) {
    const bool ftz = form.has("ftz"), sat = form.has("sat");
    const bool is_double = form.type() == ptx::Type::f64;
    if (is_double && (ftz || sat)) return false;
    const auto mode = form.which("rz|rm|rp");
    if (!mode.empty()) {
        add_constant(instruction, Storage::predicate, rounding_word(mode, ftz, sat));
        return use(instruction, rounded(Operation::rounded_operation, is_double));
    }
    if (is_double) return use(instruction, nearest<Operation, double, false, false>());
    if constexpr (Operation::saturates)
        if (sat)
            return use(instruction, ftz ? nearest<Operation, float, true, true>()
                                        : nearest<Operation, float, false, true>());
    return use(instruction, ftz ? nearest<Operation, float, true, false>()
                                : nearest<Operation, float, false, false>());
}

struct Add {
    static constexpr int arity = 2;
    static constexpr bool saturates = true;
    static constexpr auto rounded_operation = RoundedOperation::add;
    template <class T>
    static T run(T a, T b) {
        return a + b;
    }
};
struct Subtract : Add {
    static constexpr auto rounded_operation = RoundedOperation::subtract;
    template <class T>
    static T run(T a, T b) {
        return a - b;
    }
};
struct Multiply : Add {
    static constexpr auto rounded_operation = RoundedOperation::multiply;
    template <class T>
    static T run(T a, T b) {
        return a * b;
    }
};
struct Fma {
    static constexpr int arity = 3;
    static constexpr bool saturates = true;
    static constexpr auto rounded_operation = RoundedOperation::fma;
    template <class T>
    static T run(T a, T b, T c) {
        return std::fma(a, b, c);
    }
};
struct Divide {
    static constexpr int arity = 2;
    static constexpr bool saturates = false;
    static constexpr auto rounded_operation = RoundedOperation::divide;
    template <class T>
    static T run(T a, T b) {
        return a / b;
    }
};
struct Reciprocal {
    static constexpr int arity = 1;
    static constexpr bool saturates = false;
    static constexpr auto rounded_operation = RoundedOperation::reciprocal;
    template <class T>
    static T run(T a) {
        return T{1} / a;
    }
};
struct SquareRoot {
    static constexpr int arity = 1;
    static constexpr bool saturates = false;
    static constexpr auto rounded_operation = RoundedOperation::square_root;
    template <class T>
    static T run(T a) {
        return std::sqrt(a);
    }
};

template <class T>
inline constexpr auto sign_bit = static_cast<decltype(bits_of(T{}))>(1) << (8 * sizeof(T) - 1);

template <class T>
T of_bits(decltype(bits_of(T{})) bits) {
    return std::bit_cast<T>(bits);
}

// Signs change on bits. A NaN of f32 becomes canonical as in any arithmetic; f64 keeps it.
// What abs and neg give: hardware does them by an addition, which treats a NaN as every addition
// does. For f64 that means that the NaN keeps its sign.
float sign_changed(float, float result) { return canonical(result); }
double sign_changed(double value, double result) { return value != value ? quiet(value) : result; }

template <class T, bool ftz>
T abs(T a) {
    const T value = ftz ? flush(a) : a;
    return sign_changed(value, of_bits<T>(bits_of(value) & ~sign_bit<T>));
}
template <class T, bool ftz>
T neg(T a) {
    const T value = ftz ? flush(a) : a;
    return sign_changed(value, of_bits<T>(bits_of(value) ^ sign_bit<T>));
}
template <class T>
T copysign(T a, T b) {
    return of_bits<T>((bits_of(b) & ~sign_bit<T>) | (bits_of(a) & sign_bit<T>));
}

// -0 counts as less than +0; a NaN loses against a number unless `nan` asks for it.
template <class T, bool is_minimum>
T order(T a, T b) {
    const bool a_negative = (bits_of(a) & sign_bit<T>) != 0;
    const bool take_a =
        is_minimum ? (a < b || (a == b && a_negative)) : (a > b || (a == b && !a_negative));
    return take_a ? a : b;
}
template <class T, bool is_minimum, bool ftz, bool nan, bool xorsign>
T extremum(T a, T b) {
    if constexpr (ftz) {
        a = flush(a);
        b = flush(b);
    }
    const auto sign = (bits_of(a) ^ bits_of(b)) & sign_bit<T>;
    if constexpr (xorsign) {
        a = of_bits<T>(bits_of(a) & ~sign_bit<T>);
        b = of_bits<T>(bits_of(b) & ~sign_bit<T>);
    }
    T result = order<T, is_minimum>(a, b);
    const T number_or_nan = a != a ? b : a; // a NaN only if both are
    result = a != a || b != b ? (nan ? a + b : number_or_nan) : result;
    if constexpr (xorsign) result = of_bits<T>(bits_of(result) | (result == result ? sign : 0));
    return fix_nan(result, a, b);
}

template <bool is_minimum>
bool choose_extremum(const Form& form, Instruction& instruction) {
    const bool ftz = form.has("ftz"), nan = form.has("NaN"), xorsign = form.has("xorsign");
    if (form.type() == ptx::Type::f64)
        return !ftz && !nan &&
               use(instruction, lane<extremum<double, is_minimum, false, false, false>>);
    if (xorsign) {
        if (ftz)
            return use(instruction, nan ? lane<extremum<float, is_minimum, true, true, true>>
                                        : lane<extremum<float, is_minimum, true, false, true>>);
        return use(instruction, nan ? lane<extremum<float, is_minimum, false, true, true>>
                                    : lane<extremum<float, is_minimum, false, false, true>>);
    }
    if (ftz)
        return use(instruction, nan ? lane<extremum<float, is_minimum, true, true, false>>
                                    : lane<extremum<float, is_minimum, true, false, false>>);
    return use(instruction, nan ? lane<extremum<float, is_minimum, false, true, false>>
                                : lane<extremum<float, is_minimum, false, false, false>>);
}

template <class T>
inline constexpr T smallest_normal = sizeof(T) == 4 ? static_cast<T>(0x1p-126)
                                                    : static_cast<T>(0x1p-1022);
template <class T>
T magnitude(T a) {
    return of_bits<T>(bits_of(a) & ~sign_bit<T>);
}
template <class T>
bool is_finite(T a) {
    return magnitude(a) < of_bits<T>(bits_of(std::numeric_limits<T>::infinity()));
}
template <class T>
bool is_infinite(T a) {
    return magnitude(a) == std::numeric_limits<T>::infinity();
}
template <class T>
bool is_number(T a) {
    return a == a;
}
template <class T>
bool is_nan(T a) {
    return a != a;
}
// Zeros count as normal: the manual leaves them open, the H200 answers true.
template <class T>
bool is_normal(T a) {
    return is_finite(a) && (magnitude(a) >= smallest_normal<T> || a == 0);
}
template <class T>
bool is_subnormal(T a) {
    return magnitude(a) < smallest_normal<T> && a != 0;
}

} // namespace

bool float_add(const Form& form, Instruction& instruction) {
    return arithmetic<Add>(form, instruction);
}
bool float_sub(const Form& form, Instruction& instruction) {
    return arithmetic<Subtract>(form, instruction);
}
bool float_mul(const Form& form, Instruction& instruction) {
    return arithmetic<Multiply>(form, instruction);
}
bool float_fma(const Form& form, Instruction& instruction) {
    return arithmetic<Fma>(form, instruction);
}
bool float_div(const Form& form, Instruction& instruction) {
    return arithmetic<Divide>(form, instruction);
}
bool float_rcp(const Form& form, Instruction& instruction) {
    return arithmetic<Reciprocal>(form, instruction);
}
bool float_sqrt(const Form& form, Instruction& instruction) {
    return arithmetic<SquareRoot>(form, instruction);
}
bool float_abs(const Form& form, Instruction& instruction) {
    const bool ftz = form.has("ftz");
    if (form.type() == ptx::Type::f64) return !ftz && use(instruction, lane<abs<double, false>>);
    return use(instruction, ftz ? lane<abs<float, true>> : lane<abs<float, false>>);
}
bool float_neg(const Form& form, Instruction& instruction) {
    const bool ftz = form.has("ftz");
    if (form.type() == ptx::Type::f64) return !ftz && use(instruction, lane<neg<double, false>>);
    return use(instruction, ftz ? lane<neg<float, true>> : lane<neg<float, false>>);
}
bool copy_sign(const Form& form, Instruction& instruction) {
    return use(instruction,
               by_type<float, double>(form.type(), []<class T>() { return lane<copysign<T>>; }));
}
bool float_min(const Form& form, Instruction& instruction) {
    return choose_extremum<true>(form, instruction);
}
bool float_max(const Form& form, Instruction& instruction) {
    return choose_extremum<false>(form, instruction);
}
bool test_property(const Form& form, Instruction& instruction) {
    const auto property = form.which("finite|infinite|number|notanumber|normal|subnormal");
    return use(instruction, by_type<float, double>(form.type(), [&]<class T>() {
                   if (property == "finite") return lane<is_finite<T>>;
                   if (property == "infinite") return lane<is_infinite<T>>;
                   if (property == "number") return lane<is_number<T>>;
                   if (property == "notanumber") return lane<is_nan<T>>;
                   return property == "normal" ? lane<is_normal<T>> : lane<is_subnormal<T>>;
               }));
}

} // namespace vgpu::isa::semantics
