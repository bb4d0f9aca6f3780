// Attack: other ways than #include to have the compiler read a file, or say that it is there
// Verdict: does_not_compile or wrong_answer
// Stage: compile
#include "square_port.hpp"
#pragma GCC dependency "/etc/passwd"
#pragma GCC pch_preprocess "/etc/passwd"
#import "/etc/passwd"
#include_next "/etc/passwd"
const char secret[] = {
#embed "/etc/passwd"
};
asm(".include \"/etc/passwd\"");

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
