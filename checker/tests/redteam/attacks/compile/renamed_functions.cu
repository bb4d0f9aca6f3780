// Attack: gives the functions of others new names, by pragmas and by labels of the assembler
// Verdict: wrong_answer or does_not_compile
// Stage: compile
#include "square_port.hpp"
#pragma redefine_extname memcpy own_copy
#pragma weak _Z13serve_requestv = own_copy
#pragma GCC optimize("O0,no-exceptions,trapv")
#pragma GCC visibility push(hidden)
#pragma GCC diagnostic ignored "-Weverything"

extern "C" void* own_copy(void*, const void*, unsigned long) { return nullptr; }
extern "C" long own_count(const char*, unsigned long) asm("write");
extern "C" long own_count(const char*, unsigned long) { return 0; }

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
