// Attack: has the linker print the same, in a warning
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".pushsection .gnu.warning.named_by_it\n"
    ".ascii \"\\nx(1): error: calling a __host__ function The experimental flag 'a\\n\"\n"
    ".rept 4000\n"
    ".ascii \"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "\\n\"\n"
    ".endr\n"
    ".popsection");
void named_by_it() asm("named_by_it");
void nowhere();

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    named_by_it();
    nowhere();
}
