// Attack: puts itself in the place of operator new, which the serving code calls
// Verdict: forbidden or not_started
// Stage: program
#include "square_port.hpp"

#include <cstdlib>
#include <new>

// nvcc takes it for a function of both sides.
void* operator new(std::size_t bytes) {
#ifdef __CUDA_ARCH__
    return malloc(bytes);
#else
    return std::calloc(1, bytes);
#endif
}
void operator delete(void*) noexcept {}
void operator delete(void*, std::size_t) noexcept {}

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
