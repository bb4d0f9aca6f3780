// Attack: makes the compiler print without end
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

#define A(x) x##1 x##2 x##3 x##4 x##5 x##6 x##7 x##8 x##9 x##0;
#define B(x) A(x##1) A(x##2) A(x##3) A(x##4) A(x##5) A(x##6) A(x##7) A(x##8) A(x##9) A(x##0)
#define C(x) B(x##1) B(x##2) B(x##3) B(x##4) B(x##5) B(x##6) B(x##7) B(x##8) B(x##9) B(x##0)
C(a)
C(b) C(c) C(d)

    void square(const std::int64_t*, std::int64_t*, std::size_t) {}
