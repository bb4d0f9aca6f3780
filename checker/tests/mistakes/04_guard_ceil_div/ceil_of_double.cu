// Mistake: divides doubles, which have 53 bits
// Verdict: wrong_answer
// Message: n has 54 bits
// Replaces
//| #include "guard_ceil_div.hpp"
#include "guard_ceil_div.hpp"

#include <cmath>
// end of Replaces
// Replaces
//|     const std::size_t full_blocks = n / threads_per_block;
//|     const bool remainder = n % threads_per_block != 0;
//|     return static_cast<unsigned>(full_blocks + (remainder ? 1 : 0));
    return static_cast<unsigned>(std::ceil(static_cast<double>(n) / threads_per_block));
// end of Replaces
