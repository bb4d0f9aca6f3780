// Compiled several times, SAMPLE says as what: what obstacle_in_object() has to tell apart.
#include <cstddef>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#define HONEST 0
#define SENDS 1
#define WEAK_TRACE 2
#define DEFINES_DLSYM 3
#define WEAK_MEMCPY 4
#define HIDDEN_WRITE 5
#define REPLACES_NEW 6
#define DEFINES_COPY 7
#define SERVES 8
#define CALLS_KERNEL 9
#define CHOOSES_AT_LOAD 10
#define HIDES_CALL_OF_KERNEL 11
#define HONEST_VARIABLES 12
#define DEFINES_VARIABLE 13
#define WANTS_EXECUTABLE_STACK 14
#define ENDS_EARLY 15
#define SENDS_WITH_VERSION 16
#define OPENS_DESCRIPTOR 17

#if SAMPLE == HONEST
// What resembles the rest and is all right.
int send(const std::vector<int>& values) { return static_cast<int>(values.size()); }
static int write_all(int value) { return value + 0x0e05; }
extern "C" int add_one_to_it(int value) { return write_all(value); }
std::string work(const std::string& text) {
    std::thread([] { std::puts("honest"); }).join();
    if (text.empty()) throw std::runtime_error("nothing" + std::to_string(send({1, 2})));
    return text + text;
}
#elif SAMPLE == SENDS
extern "C" long send(int, const void*, std::size_t, int);
long work() { return send(3, "", 0, 0); }
#elif SAMPLE == WEAK_TRACE
extern "C" __attribute__((weak)) void workbook_trace_begin();
void work() {
    if (workbook_trace_begin) workbook_trace_begin();
}
#elif SAMPLE == DEFINES_DLSYM
extern "C" void* dlsym(void*, const char*) { return nullptr; }
#elif SAMPLE == WEAK_MEMCPY
extern "C" __attribute__((weak)) void* memcpy(void* to, const void*, std::size_t) { return to; }
#elif SAMPLE == HIDDEN_WRITE
extern "C" __attribute__((visibility("hidden"))) long recv(int, void*, std::size_t, int) {
    return 0;
}
#elif SAMPLE == REPLACES_NEW
void* operator new(std::size_t) { throw std::bad_alloc(); }
#elif SAMPLE == DEFINES_COPY
extern "C" int cudaMemcpy(void*, const void*, std::size_t, int) { return 0; }
#elif SAMPLE == SERVES
namespace workbook::learner {
int serve(int, char**) { return 0; }
} // namespace workbook::learner
#elif SAMPLE == CALLS_KERNEL
void work() {
#if defined(__aarch64__)
    asm volatile("svc #0");
#else
    asm volatile("syscall");
#endif
}
#elif SAMPLE == HIDES_CALL_OF_KERNEL
void work() {
#if defined(__aarch64__)
    asm volatile("svc #1");
#else
    asm volatile("jmp 1f+1; 1: mov $0xc3050f, %eax");
#endif
}
#elif SAMPLE == HONEST_VARIABLES
// All are functions of the system's or the runtime's, in which no header was included.
int err, cudaStatus = 1;
extern "C" float* const index;
float* const index = nullptr;
int* work() { return &err; }
#elif SAMPLE == DEFINES_VARIABLE
char** environ = nullptr;
#elif SAMPLE == WANTS_EXECUTABLE_STACK
asm(".section .note.GNU-stack,\"x\",%progbits");
#elif SAMPLE == ENDS_EARLY
asm(".end");
#elif SAMPLE == SENDS_WITH_VERSION
extern "C" long harmless(int, const void*, std::size_t, int);
#if defined(__aarch64__)
asm(".symver harmless, send@GLIBC_2.17");
#else
asm(".symver harmless, send@GLIBC_2.2.5");
#endif
long work() { return harmless(3, "", 0, 0); }
#elif SAMPLE == OPENS_DESCRIPTOR
#include <ext/stdio_filebuf.h>
#include <ostream>
void work() {
    __gnu_cxx::stdio_filebuf<char> buffer(3, std::ios::out);
    std::ostream(&buffer) << "a reply";
}
#elif SAMPLE == CHOOSES_AT_LOAD
static int one() { return 1; }
extern "C" int (*choose())() { return one; }
extern "C" int chosen() __attribute__((ifunc("choose")));
#endif
