// Mistake: rounds up in float, which cannot count beyond 2^24
// Verdict: wrong_answer
// Message: blocks_for() returned 16777216; expected 16777217
// Replaces
//| #include "guard_ceil_div.hpp"
#include "guard_ceil_div.hpp"

#include <cmath>
// end of Replaces
    // Solution 1
    return static_cast<unsigned>(std::ceil(static_cast<float>(n) / threads_per_block));
    // end of Solution 1
