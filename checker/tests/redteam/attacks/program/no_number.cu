// Attack: PTX whose target is no number, for those who read it as one
// Verdict: wrong_answer or requirement or fault or crashed
// Stage: program
// Lesson: 23_ptx_and_nvrtc
// Points: 3
#include "ptx_and_nvrtc.hpp"

#include <nvrtc.h>

#include <cstring>
#include <string>

struct CompileFailure {};
struct Compiled {
    std::string ptx;
};
Compiled compile(const std::string&, const std::string&) {
    return {".version 8.0\n.target sm_x\n.entry f()\n"};
}
PtxFacts facts_of(const std::string&) { return {80, 1, 0}; }
void copy_text(const std::string& text, char* out, std::size_t) { std::strcpy(out, text.c_str()); }
template <class T>
bool apply(const char*, const T*, T*, std::size_t, char* log, std::size_t) {
    nvrtcProgram program = nullptr;
    nvrtcCompileProgram(program, 0, nullptr);
    *log = 0;
    return true;
}
