// Random expressions of CUDA C++ without undefined or unspecified behaviour: arithmetic that may
// overflow is unsigned, divisors and shift counts are guarded by the prelude's functions, no
// expression has side effects, and whether a float is NaN is all that is ever seen of a NaN.
#pragma once

#include "random.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace differential {

enum class Type { u32, i32, u64, i64, u16, i16, u8, i8, f32, f64, f16 };
inline constexpr unsigned type_count = 11;
std::string_view name_of(Type type);
bool is_floating(Type type);

struct Variable {
    Type type;
    std::string name; // an lvalue: a variable, a member, a parameter
    bool assignable = true;
};

struct Array {
    Type type;
    std::string name;
    unsigned count; // a power of two
    bool assignable = true;
};

class CudaExpressions {
  public:
    CudaExpressions(Random& random, bool with_half) : random_(random), with_half_(with_half) {}

    Type any_type();
    std::string expression(Type type, unsigned depth);
    std::string condition(unsigned depth);
    // Anything as a u64, such that a NaN has one form.
    std::string bits(Type type, const std::string& value) const;
    // count - 1 at most
    std::string index(unsigned count);

    std::vector<Variable> variables; // in scope
    std::vector<Array> arrays;

  private:
    std::string leaf(Type type);
    std::string literal(Type type);
    std::string unsigned_operation(Type type, unsigned depth);
    std::string signed_operation(Type type, unsigned depth);
    std::string float_operation(Type type, unsigned depth);
    std::string half_operation(unsigned depth);

    Random& random_;
    bool with_half_;
};

// Types, guarded operations, warp functions: what every program begins with.
std::string cuda_prelude(bool with_half);

} // namespace differential
