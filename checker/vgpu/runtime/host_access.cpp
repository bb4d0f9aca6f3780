#include "vgpu/runtime/host_access.hpp"

#include "vgpu/runtime/runtime.hpp"

#include <dlfcn.h>
#include <fmt/core.h>
#include <ucontext.h>

#include <array>
#include <csignal>
#include <string_view>

namespace vgpu::runtime {
namespace {

enum class Direction { unknown, read, write };

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
    std::string_view file = info.dli_fname;
    file.remove_prefix(file.rfind('/') + 1);
    const std::uint64_t offset = program_counter - reinterpret_cast<std::uint64_t>(info.dli_fbase);
    if (info.dli_sname != nullptr)
        return fmt::format(" in {} ({}+{:#x})", info.dli_sname, file, offset);
    return fmt::format(" at {}+{:#x}", file, offset);
}

// The device memory, still in use, that begins right behind this address, if it is nobody's. There,
// before what they are given, free() and delete look for its size.
std::optional<exec::Allocation> freed_by_the_heap(exec::Device& device, std::uint64_t address) {
    if (device.memory().find(address)) return std::nullopt;
    for (const std::uint64_t step : {8, 16})
        if (const auto behind = device.memory().find(address + step); behind && !behind->freed)
            return behind;
    return std::nullopt;
}

exec::Fault describe(exec::Device& device, std::uint64_t address, const void* context) {
    const Direction direction = direction_of(context);
    const char* verb = direction == Direction::write  ? "wrote to"
                       : direction == Direction::read ? "read"
                                                      : "accessed";
    exec::Fault fault;
    fault.kind = exec::FaultKind::host_access;
    fault.tool = exec::Tool::program;
    fault.space = ptx::Space::global;
    fault.address = address;
    std::string what = "memory of the device";
    if (const auto behind = freed_by_the_heap(device, address)) {
        fault.allocation = device.describe(*behind);
        fault.message =
            fmt::format("Host code {} the bytes before a {} pointer", verb, behind->origin);
        fault.detail = fmt::format("That is where free() and delete look{}: device memory is given "
                                   "back with cudaFree",
                                   place_of(program_counter_of(context)));
        return fault;
    }
    if (const auto allocation = device.memory().find(address)) {
        fault.allocation = device.describe(*allocation) + (allocation->freed ? " (freed)" : "");
        what = allocation->origin.starts_with("cuda")
                   ? fmt::format("a {} pointer", allocation->origin)
                   : fmt::format("the __device__ variable {}", allocation->origin);
    }
    fault.message = fmt::format("Host code {} {}", verb, what);
    fault.detail = fmt::format("Address {:#x} is in device memory, which host code cannot touch{}; "
                               "copy it with cudaMemcpy first",
                               address, place_of(program_counter_of(context)));
    return fault;
}

void report_if_device_memory(std::uint64_t address, const void* context) {
    Runtime& runtime = Runtime::instance();
    // Another thread may be in the runtime and wait for this one: then nothing can be said.
    const std::unique_lock lock(runtime.mutex, std::try_to_lock);
    if (!lock) return;
    exec::Device* device = runtime.device_if_created();
    if (device == nullptr) return;
    if (!device->memory().is_device_address(address) && !freed_by_the_heap(*device, address))
        return;
    runtime.trace.report_deadly(describe(*device, address, context));
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

} // namespace vgpu::runtime
