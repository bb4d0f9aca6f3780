// Attack: has the compiler's message begin as one of the sandbox, to blame the grader for it
// Verdict: does_not_compile
// Stage: compile
#line 1 "bwrap: Creating new namespace failed"
#error this is no failure of the grader's

void square(const std::int64_t*, std::int64_t*, std::size_t) {}
