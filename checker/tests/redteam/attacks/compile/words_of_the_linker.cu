// Attack: has the linker print what it likes: commands of GitHub, escapes, and that the grader's disk is full
// Verdict: does_not_compile
// Stage: compile
#include "square_port.hpp"

asm(".pushsection .gnu.warning.named_by_it\n"
    ".ascii \"\\n::error::forged\\n\\033[2Jcollect2: fatal error: No space left on device\\nbwrap: "
    "Creating new namespace failed\\n\"\n"
    ".popsection");
void named_by_it() asm("named_by_it");
void nowhere();

void square(const std::int64_t*, std::int64_t*, std::size_t) {
    named_by_it();
    nowhere();
}
