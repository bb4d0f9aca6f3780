// Lesson 23, given: counts the calls of the compiler, and offers your template as functions.
#include <nvrtc.h>

static int compilation_count = 0;

[[maybe_unused]] static nvrtcResult counted_compile(nvrtcProgram program, int count,
                                                    const char* const* options) {
    ++compilation_count;
    return nvrtcCompileProgram(program, count, options);
}

#define nvrtcCompileProgram counted_compile
#include WORKBOOK_LESSON_FILE
#undef nvrtcCompileProgram

bool apply_float(const char* formula, const float* in, float* out, std::size_t n, char* log,
                 std::size_t log_size) {
    return apply(formula, in, out, n, log, log_size);
}

bool apply_int(const char* formula, const int* in, int* out, std::size_t n, char* log,
               std::size_t log_size) {
    return apply(formula, in, out, n, log, log_size);
}

bool apply_double(const char* formula, const double* in, double* out, std::size_t n, char* log,
                  std::size_t log_size) {
    return apply(formula, in, out, n, log, log_size);
}

bool facts_of_float(const char* formula, PtxFacts* facts, char* ptx, std::size_t ptx_size) {
    try {
        const Compiled compiled = compile(formula, "float");
        *facts = facts_of(compiled.ptx);
        copy_text(compiled.ptx, ptx, ptx_size);
        return true;
    } catch (const CompileFailure&) {
        return false;
    }
}

int compilations() { return compilation_count; }
