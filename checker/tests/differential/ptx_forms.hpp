// The instructions that compute from registers alone, as templates. {a|b} is a choice. After the
// name stand the operands, the destination first, each a letter for a kind of register:
//
//   p predicate   h b16   r b32   d b64   f f32   e f64   g f16   b bf16   x f16x2   y bf16x2
//
// and as a source besides:
//
//   h/ r/ d/   neither 0 nor -1: a divisor       r&   0 to 31         r.   no immediate     i   a
//   byte f= e= g= b= x= y=   a NaN has the one form: where its sign would show p|p        two
//   predicates at once            !p   or not
#pragma once

#include <span>

namespace differential {

struct Form {
    const char* text;
    int target = 80; // needs at least this compute capability
};

// Forms that belong together; a program uses some of the groups.
struct FormGroup {
    const char* name;
    std::span<const Form> forms;
    unsigned weight;
};

std::span<const FormGroup> form_groups();

} // namespace differential
