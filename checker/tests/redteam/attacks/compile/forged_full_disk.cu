// Attack: has the compiler say that the disk is full
// Verdict: does_not_compile
// Stage: compile
#line 1 "/tmp/lesson.s"
#error error writing to /tmp/lesson.s: No space left on device

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
