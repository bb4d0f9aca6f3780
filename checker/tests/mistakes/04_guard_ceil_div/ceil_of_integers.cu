// Mistake: ceil() of a quotient that was rounded down already
// Verdict: fault
// Message: blocks_for() returned 0; expected 1
// Replaces
//| #include "guard_ceil_div.hpp"
#include "guard_ceil_div.hpp"

#include <cmath>
// end of Replaces
    // Solution 1
    return static_cast<unsigned>(std::ceil(n / threads_per_block));
    // end of Solution 1
