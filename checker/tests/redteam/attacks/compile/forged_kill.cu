// Attack: has the compiler say that it was killed, as the kernel does when memory runs out
// Verdict: does_not_compile
// Stage: compile
#line 1 "/tmp/lesson.s"
#error Killed signal terminated program cc1plus

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
