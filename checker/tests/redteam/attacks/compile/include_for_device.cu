// Attack: includes the solution where code for the device is compiled, and only there
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

#ifdef __CUDA_ARCH__
#include "../../../solutions/01_launch/03_square_port/square_port.cu"
#else
void square(const std::int64_t*, std::int64_t*, std::size_t) {}
#endif
