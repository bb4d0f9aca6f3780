#include "bench/step_counter.hpp"

#include <fstream>
#include <stdexcept>
#include <vector>

#ifdef __x86_64__
#include <csignal>
#include <link.h>
#include <ucontext.h>
#endif

namespace bench {

namespace {

std::uint64_t count = 0; // for the handler, which has no other way to it
std::uint64_t base = 0;
std::vector<std::uint32_t> places; // steps by address, from `base` on

#ifdef __x86_64__
void on_step(int, siginfo_t*, void* context) {
    ++count;
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    const std::uint64_t place = static_cast<std::uint64_t>(registers[REG_RIP]) - base;
    if (place < places.size()) ++places[place];
}

// Notes where the program itself lies: it comes first.
int note_program(dl_phdr_info* program, std::size_t, void*) {
    base = program->dlpi_addr;
    std::uint64_t end = 0;
    for (int i = 0; i < program->dlpi_phnum; ++i)
        if ((program->dlpi_phdr[i].p_flags & PF_X) != 0)
            end = program->dlpi_phdr[i].p_vaddr + program->dlpi_phdr[i].p_memsz;
    places.assign(end, 0);
    return 1;
}
#endif

} // namespace

#ifdef __x86_64__
StepCounter::StepCounter() {
    count = 0;
    dl_iterate_phdr(note_program, nullptr);
    struct sigaction action {};
    action.sa_sigaction = on_step;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGTRAP, &action, nullptr);
}
StepCounter::~StepCounter() { std::signal(SIGTRAP, SIG_DFL); }

// The flag is bit 8; the compiler's values below the stack pointer are left alone.
void StepCounter::start() {
    asm volatile(
        "lea -128(%%rsp), %%rsp; pushfq; orq $0x100, (%%rsp); popfq; lea 128(%%rsp), %%rsp" ::
            : "memory", "cc");
}
void StepCounter::stop() {
    asm volatile("lea -128(%%rsp), %%rsp; pushfq; andq $-0x101, (%%rsp); popfq;"
                 "lea 128(%%rsp), %%rsp" ::
                     : "memory", "cc");
}
#else
StepCounter::StepCounter() { throw std::runtime_error("steps are counted on x86-64 only"); }
StepCounter::~StepCounter() = default;
void StepCounter::start() {}
void StepCounter::stop() {}
#endif

std::uint64_t StepCounter::steps() const { return count; }

void StepCounter::write_places(const std::string& path) const {
    std::ofstream file(path, std::ios::app);
    file << std::hex;
    for (std::size_t place = 0; place < places.size(); ++place)
        if (places[place] != 0)
            file << place << std::dec << '\t' << places[place] << std::hex << '\n';
}

} // namespace bench
