#include "vgpu/client/host_access.hpp"

#include "vgpu/client/host_place.hpp"
#include "vgpu/client/link.hpp"
#include "vgpu/client/memory.hpp"
#include "vgpu/runtime/program_api.hpp"
#include "wire/source_files.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <ucontext.h>

#include <array>
#include <csignal>
#include <string_view>
#include <utility>

namespace vgpu::client {
namespace {

using Direction = runtime::HostAccessDirection;

struct Handled {
    int signal;
    struct sigaction previous;
};
std::array<Handled, 2> handled = {{{SIGSEGV, {}}, {SIGBUS, {}}}};

Direction direction_of([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
    // Bit 1 of the page fault's error code (Intel SDM, volume 3, "Page-Fault Exceptions").
    const auto& registers = static_cast<const ucontext_t*>(context)->uc_mcontext.gregs;
    return (registers[REG_ERR] & 2) != 0 ? Direction::write : Direction::read;
#else
    return Direction::unknown;
#endif
}

std::uint64_t program_counter_of([[maybe_unused]] const void* context) {
    [[maybe_unused]] const auto& machine = static_cast<const ucontext_t*>(context)->uc_mcontext;
#if defined(__x86_64__)
    return static_cast<std::uint64_t>(machine.gregs[REG_RIP]);
#elif defined(__aarch64__)
    return machine.pc;
#else
    return 0;
#endif
}

// Where the host code is: the line, or what the loader knows ("main" needs -rdynamic, an offset
// does not).
std::string place_of(std::uint64_t program_counter) {
    if (const std::string line = line_of_instruction(program_counter); !line.empty())
        return " in " + line;
    Dl_info info;
    if (dladdr(reinterpret_cast<void*>(program_counter), &info) == 0 || info.dli_fname == nullptr)
        return "";
    const std::string_view file = workbook::wire::file_name(info.dli_fname);
    const std::uint64_t offset = program_counter - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    if (info.dli_sname != nullptr)
        return fmt::format(" in {} ({}+{:#x})", info.dli_sname, file, offset);
    return fmt::format(" at {}+{:#x}", file, offset);
}

void report_if_device_memory(std::uint64_t address, const void* context) {
    // free() and delete look for a size in the 16 bytes before what they are given.
    if (!in_window(address) && !in_window(address + 16)) return;
    const std::string place = place_of(program_counter_of(context));
    typed_call(calls::Function::workbook_host_access, 0, address,
               static_cast<int>(direction_of(context)), place.c_str());
}

void on_signal(int signal, siginfo_t* info, void* context) {
    report_if_device_memory(reinterpret_cast<std::uint64_t>(info->si_addr), context);

    for (const Handled& entry : handled) {
        if (entry.signal != signal) continue;
        if ((entry.previous.sa_flags & SA_SIGINFO) != 0 && entry.previous.sa_sigaction != nullptr) {
            entry.previous.sa_sigaction(signal, info, context);
        } else if (entry.previous.sa_handler != SIG_DFL && entry.previous.sa_handler != SIG_IGN) {
            entry.previous.sa_handler(signal);
        } else {
            // Back to the default: the access is repeated when we return, and ends the program.
            std::signal(signal, SIG_DFL);
        }
    }
}

} // namespace

void install_host_access_handler() {
    static bool installed = false;
    if (std::exchange(installed, true)) return;
    for (Handled& entry : handled) {
        struct sigaction action = {};
        action.sa_sigaction = on_signal;
        action.sa_flags = SA_SIGINFO | SA_ONSTACK;
        sigemptyset(&action.sa_mask);
        sigaction(entry.signal, &action, &entry.previous);
    }
}

} // namespace vgpu::client
