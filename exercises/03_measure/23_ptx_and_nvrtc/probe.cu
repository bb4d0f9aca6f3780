// Lesson 23, given: offers the functions of your file to the checker.
//
// Your file comes last: no macro in it can change what stands here.
#include "ptx_and_nvrtc.hpp"

#include <string>

// In your file.
struct Compiled;
struct CompileFailure;
Compiled compile(const std::string& formula, const std::string& type);
PtxFacts facts_of(const std::string& ptx);
void copy_text(const std::string& text, char* out, std::size_t size);
template <typename T>
bool apply(const char* formula, const T* in, T* out, std::size_t n, char* log,
           std::size_t log_size);

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

// A template, since what it catches, and what compile returns, is not known yet.
template <typename Failure, typename Text>
bool facts_of_formula(const Text& formula, PtxFacts* facts, char* ptx, std::size_t ptx_size) {
    try {
        const auto compiled = compile(formula, Text("float"));
        *facts = facts_of(compiled.ptx);
        copy_text(compiled.ptx, ptx, ptx_size);
        return true;
    } catch (const Failure&) {
        return false;
    }
}

bool facts_of_float(const char* formula, PtxFacts* facts, char* ptx, std::size_t ptx_size) {
    return facts_of_formula<CompileFailure>(std::string(formula), facts, ptx, ptx_size);
}

template <typename Text>
void facts_of_given(const Text& ptx, PtxFacts* facts) {
    *facts = facts_of(ptx);
}

void facts_of_ptx(const char* ptx, PtxFacts* facts) { facts_of_given(std::string(ptx), facts); }

#include WORKBOOK_LESSON_FILE
