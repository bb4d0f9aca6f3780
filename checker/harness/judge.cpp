#include "harness/judge.hpp"

#include "harness/diagnosis.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unistd.h>

namespace workbook {
namespace {

constexpr std::size_t most_findings_of_a_kind = 3;

std::string signal_name(int signal) {
    const char* name = sigabbrev_np(signal);
    const char* words = sigdescr_np(signal);
    return fmt::format("SIG{} ({})", name ? name : "?", words ? words : "unknown signal");
}

std::string last_line(std::string_view printed) {
    while (!printed.empty() && (printed.back() == '\n' || printed.back() == ' '))
        printed.remove_suffix(1);
    const std::size_t start = printed.rfind('\n');
    return printable(start == std::string_view::npos ? printed : printed.substr(start + 1), 200);
}

std::string first_line(std::string_view printed) {
    return printable(printed.substr(0, printed.find('\n')), 60);
}

std::string shape_of(const ArgumentRecord& argument) {
    return fmt::format("{} elements of {} bytes", argument.spec.count, argument.spec.element_bytes);
}

// What lies at an address that host code must not touch; "" when nothing is known about it.
std::string explain_address(const wire::Mailbox& mailbox, const CallRecord& record) {
    const std::uint64_t address = mailbox.signal_address;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    for (std::size_t i = 0; i < record.arguments.size(); ++i) {
        const ArgumentRecord& argument = record.arguments[i];
        if (argument.spec.kind != wire::ArgumentKind::host_array) continue;
        const std::uint64_t end = argument.address + argument.spec.bytes();
        const std::uint64_t first_page = argument.address / page * page;
        if (address >= end && address < end + page)
            return fmt::format("it touched memory {} bytes past the end of {} ({})", address - end,
                               name_of_argument(record, i), shape_of(argument));
        if (address >= first_page - page && address < argument.address)
            return fmt::format("it touched memory {} bytes before the start of {} ({})",
                               argument.address - address, name_of_argument(record, i),
                               shape_of(argument));
    }
    constexpr std::uint64_t null_zone = 64 << 10, stack_guard = 1 << 20;
    if (address < null_zone)
        return fmt::format("it followed a null pointer (it touched address {:#x})", address);
    if (mailbox.stack_low != 0 && address + stack_guard >= mailbox.stack_low &&
        address < mailbox.stack_low + stack_guard)
        return "the stack overflowed: a recursion without end, or a large array as a local "
               "variable";
    return fmt::format("it touched address {:#x}, where nothing is", address);
}

std::string where_text(const wire::Phase phase, const std::string& function) {
    switch (phase) {
    case wire::Phase::starting:
        return "before any function was called, so in the initialiser of a global variable";
    case wire::Phase::running:
        return "during " + function + "()";
    case wire::Phase::idle:
    case wire::Phase::preparing:
    case wire::Phase::finishing:
        break;
    }
    return "outside of " + function + "(), in something that it left behind (a thread?)";
}

Finding judge_signal(const Exchange& exchange, const CallRecord& record) {
    const std::string where = where_text(exchange.phase, record.function);
    switch (exchange.code) {
    case SIGSYS:
        return {
            Verdict::forbidden,
            fmt::format("your code tried to start another process, or to signal or inspect one, {}",
                        where)};
    case SIGXCPU:
        return {Verdict::timed_out, fmt::format("your code used up its processor time {}", where)};
    case SIGXFSZ:
        return {Verdict::forbidden, fmt::format("your code wrote a very large file {}", where)};
    default:
        break;
    }
    std::string text = fmt::format("your code crashed {}: {}", where, signal_name(exchange.code));
    if (exchange.code == exchange.mailbox.signal &&
        (exchange.code == SIGSEGV || exchange.code == SIGBUS))
        text += "; " + explain_address(exchange.mailbox, record);
    if (exchange.code == SIGFPE) text += "; an integer was divided by zero";
    if (exchange.code == SIGABRT && !exchange.printed.empty())
        text += "\nits last words: " + last_line(exchange.printed);
    return {Verdict::crashed, text};
}

Finding judge_ending(const Exchange& exchange, const CallRecord& record, const Limits& limits) {
    const std::string where = where_text(exchange.phase, record.function);
    switch (exchange.ending) {
    case Ending::exited:
        if (exchange.code == 0)
            return {Verdict::exited,
                    fmt::format("your code ended the program (exit code 0) {}: a function "
                                "has to return to its caller",
                                where)};
        return {Verdict::exited,
                fmt::format(
                    "your code ended the program with exit code {} {}: a function has to return to "
                    "its caller{}{}",
                    exchange.code, where, exchange.printed.empty() ? "" : "\nits last words: ",
                    last_line(exchange.printed))};
    case Ending::killed:
        return judge_signal(exchange, record);
    case Ending::timed_out: {
        std::string activity = printable(exchange.mailbox.activity, 200);
        if (!activity.empty())
            activity = "; the device was busy with " + activity;
        else if (record.on_virtual_gpu && exchange.phase == wire::Phase::running)
            activity = "; its host code was running, not a kernel";
        return {Verdict::timed_out, fmt::format("your code was stopped after {:g} s {}{}",
                                                exchange.seconds, where, activity)};
    }
    case Ending::printed_too_much:
        return {Verdict::too_much_output,
                fmt::format("your code printed more than {} KiB {}; it began with: {}",
                            limits.printed_bytes >> 10, where, first_line(exchange.printed))};
    case Ending::took_too_much_memory:
        return {Verdict::out_of_memory,
                fmt::format("your code took more than {} MiB of the computer's memory {}",
                            limits.memory_bytes >> 20, where)};
    case Ending::cannot_start:
        return {Verdict::grader_error, fmt::format("the learner program could not be started: {}",
                                                   std::strerror(exchange.code))};
    case Ending::replied:
    case Ending::broke_protocol:
        break;
    }
    return {Verdict::forbidden,
            fmt::format("your code interfered with the channel to the checker {}", where)};
}

void add_faults(const std::vector<DeviceFault>& faults, std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < faults.size() && i < most_findings_of_a_kind; ++i)
        findings.push_back({Verdict::fault, describe(faults[i])});
    if (faults.size() > most_findings_of_a_kind)
        findings.back().text += fmt::format("\n(and {} more faults at other places)",
                                            faults.size() - most_findings_of_a_kind);
}

bool is_confused(const Copy& copy) {
    return copy.direction && !copy.requested.empty() && copy.requested != "cudaMemcpyDefault" &&
           copy.requested != constant_of(*copy.direction);
}

// A copy to or from the device, with two pointers to the host: which one is it not?
std::string describe_copy_on_the_host(const Copy& copy) {
    const bool from_device = copy.requested == constant_of(device_to_host);
    const std::uint64_t pointer = from_device ? copy.source : copy.destination;
    return fmt::format("{} of {} bytes got {}, but its {} is {}: device memory is at the address "
                       "that cudaMalloc wrote into your pointer",
                       copy.api, copy.bytes, copy.requested, from_device ? "source" : "destination",
                       pointer == 0 ? "a null pointer" : "in the memory of the host");
}

// Copies whose pointers contradict what was asked for. True if there are any.
bool add_confused_copies(const Trace& trace, std::vector<Finding>& findings) {
    std::size_t count = 0;
    for (const Copy& copy : trace.copies) {
        if (!is_confused(copy)) continue;
        if (++count > most_findings_of_a_kind) break;
        // The way asked for is there, but from the destination to the source.
        const bool opposite =
            copy.direction == host_to_device   ? copy.requested == constant_of(device_to_host)
            : copy.direction == device_to_host ? copy.requested == constant_of(host_to_device)
                                               : false;
        if (copy.direction == host_to_host) {
            findings.push_back({Verdict::fault, describe_copy_on_the_host(copy)});
            continue;
        }
        findings.push_back(
            {Verdict::fault,
             fmt::format("{} of {} bytes got {} where {} was needed: its pointers lead "
                         "from {}{}",
                         copy.api, copy.bytes, copy.requested, constant_of(*copy.direction),
                         name_of(*copy.direction),
                         opposite ? " (the destination comes first, then the source)" : "")});
    }
    return count > 0;
}

// Launches and calls that the CUDA runtime refused.
void add_refusals(const Trace& trace, std::vector<Finding>& findings) {
    const std::size_t before = findings.size();
    for (const Launch& launch : trace.launches)
        if (launch.error != 0) findings.push_back({Verdict::fault, describe_refused(launch)});
    for (const ApiError& error : trace.errors) {
        const bool told =
            std::any_of(trace.copies.begin(), trace.copies.end(), [&](const Copy& copy) {
                return is_confused(copy) && copy.api == error.api;
            });
        const bool launch_told =
            error.api.find("aunch") != std::string::npos && findings.size() > before;
        std::string text =
            fmt::format("{} returned {}: {}", error.api, error.name, printable(error.message, 400));
        const bool said = std::any_of(findings.begin(), findings.end(),
                                      [&](const Finding& other) { return other.text == text; });
        if (!told && !launch_told && !said) findings.push_back({Verdict::fault, std::move(text)});
    }
    findings.resize(std::min(findings.size(), before + most_findings_of_a_kind));
}

// Errors of the CUDA runtime that nobody looked at.
void add_cuda_errors(const wire::Reply& reply, const Trace& trace, std::vector<Finding>& findings) {
    if (reply.left.code == 0 && reply.synchronised.code == 0) return;
    add_refusals(trace, findings);
    if (!findings.empty()) return;
    // The kernel's own failure comes out at the synchronisation, also where it was not asked for.
    const wire::CudaError& error = reply.synchronised.code != 0 ? reply.synchronised : reply.left;
    findings.push_back(
        {Verdict::fault,
         fmt::format(
             "a CUDA error was left when the function returned: {} ({}){}",
             printable(error.name, 64), printable(error.message, 192),
             reply.synchronised.code != 0 && !trace.is_virtual
                 ? "; the virtual GPU names the line (WORKBOOK_DEVICE=virtual)"
                 : "; check what every CUDA call returns, and cudaGetLastError() after a launch")});
}

// Returns whether there were any.
bool add_device_faults(const Trace& trace, std::vector<Finding>& findings) {
    // That memory was never written is what a copy in the wrong direction, or a kernel that was
    // never started, leads to.
    const bool refused = std::any_of(trace.launches.begin(), trace.launches.end(),
                                     [](const Launch& launch) { return launch.error != 0; });
    std::vector<DeviceFault> faults = trace.faults;
    if (add_confused_copies(trace, findings) || refused)
        std::erase_if(faults, [](const DeviceFault& fault) { return fault.tool == "initcheck"; });
    add_faults(faults, findings);
    return !faults.empty();
}

// Code that checks its calls throws what it was told. Then what the device and the runtime
// complained about is the mistake, and the exception is how it came out.
void add_escaped_exception(const CallRecord& record, const std::string& text,
                           std::vector<Finding>& findings) {
    if (!add_device_faults(record.trace, findings)) add_refusals(record.trace, findings);
    findings.push_back({findings.empty() ? Verdict::crashed : Verdict::fault,
                        fmt::format("{}() let an exception escape: {}", record.function, text)});
}

// Memory that the function gave back and had not allocated: an array of its caller.
std::optional<std::string> foreign_free(const CallRecord& record) {
    std::map<std::uint64_t, int> own;
    for (const Allocation& allocation : record.trace.allocations)
        if (allocation.error == 0) ++own[allocation.address];
    for (const Allocation& free : record.trace.frees)
        if (free.error == 0 && free.address != 0 && --own[free.address] < 0)
            return fmt::format("{} was called for memory that {}() had not allocated: it belongs "
                               "to the caller, who still needs it",
                               printable(free.api, 40), record.function);
    return std::nullopt;
}

// What no lesson needs, and what would let code act where nobody looks.
void add_meddling(const CallRecord& record, std::vector<Finding>& findings) {
    if (record.threads_left > 0)
        findings.push_back({Verdict::forbidden,
                            fmt::format("{}() returned while {} that your code started still ran: "
                                        "join every thread before you return",
                                        record.function,
                                        record.threads_left == 1
                                            ? std::string("a thread")
                                            : fmt::format("{} threads", record.threads_left))});
    if (record.trace_restarted)
        findings.push_back({Verdict::forbidden, "your code restarted the recording of what it does "
                                                "on the device: that is the checker's to do"});
}

void add_array_damage(const CallRecord& record, std::vector<Finding>& findings) {
    for (std::size_t i = 0; i < record.arguments.size(); ++i) {
        const ArgumentRecord& argument = record.arguments[i];
        if (argument.damage)
            findings.push_back(
                {Verdict::fault,
                 fmt::format("memory {} {} ({}) was overwritten, {} bytes {}",
                             argument.damage->before ? "in front of" : "behind",
                             name_of_argument(record, i), shape_of(argument),
                             argument.damage->distance,
                             argument.damage->before ? "before its start" : "past its end")});
        if (!argument.spec.is_array() || argument.spec.direction != wire::Direction::in) continue;
        const auto [before, after] =
            std::mismatch(argument.spec.initial.begin(), argument.spec.initial.end(),
                          argument.after.begin(), argument.after.end());
        if (before == argument.spec.initial.end()) continue;
        const auto element = static_cast<std::size_t>(before - argument.spec.initial.begin()) /
                             argument.spec.element_bytes;
        findings.push_back(
            {Verdict::wrong_answer,
             fmt::format("{} is an input, but the call changed it: element {} is the first that "
                         "is different afterwards",
                         name_of_argument(record, i), element)});
    }
}

} // namespace

std::vector<Finding> judge_call(const Exchange& exchange, const CallRecord& record,
                                const Limits& limits) {
    std::vector<Finding> findings;
    if (exchange.ending != Ending::replied) {
        // What the device saw explains a crash better than the crash itself.
        std::vector<DeviceFault> faults = read_fault_lines(exchange.fault_lines);
        if (exchange.ending == Ending::killed || exchange.ending == Ending::timed_out)
            add_faults(faults, findings);
        findings.push_back(judge_ending(exchange, record, limits));
        return findings;
    }
    const std::string text = printable(exchange.reply.text, sizeof exchange.reply.text);
    switch (exchange.reply.status) {
    case wire::ReplyStatus::returned:
        break;
    case wire::ReplyStatus::threw:
        add_escaped_exception(record, text, findings);
        return findings;
    case wire::ReplyStatus::out_of_memory:
        findings.push_back(
            {Verdict::out_of_memory,
             fmt::format("{}() asked for more memory than there is: std::bad_alloc escaped "
                         "from it (the limit is {} MiB)",
                         record.function, limits.memory_bytes >> 20)});
        return findings;
    case wire::ReplyStatus::unknown_function:
        findings.push_back(
            {Verdict::grader_error,
             fmt::format("the learner program has no function {}: does the lesson's header say "
                         "WORKBOOK_CALLABLE({})?",
                         record.function, record.function)});
        return findings;
    case wire::ReplyStatus::wrong_signature:
        findings.push_back(
            {Verdict::grader_error,
             fmt::format("the learner program's {} takes other arguments than the check "
                         "passes: was it built with the same header?",
                         record.function)});
        return findings;
    case wire::ReplyStatus::device_failed:
        findings.push_back({Verdict::grader_error, text});
        return findings;
    case wire::ReplyStatus::device_lost:
        break;
    }
    add_meddling(record, findings);
    const bool faulty = add_device_faults(record.trace, findings);
    // An error that a fault has left behind says nothing new.
    if (!faulty) add_cuda_errors(exchange.reply, record.trace, findings);
    if (exchange.reply.status == wire::ReplyStatus::device_lost && findings.empty())
        findings.push_back({Verdict::fault, foreign_free(record).value_or(text)});
    if (findings.empty()) add_array_damage(record, findings);
    return findings;
}

std::vector<Finding> judge_start(const Exchange& exchange, const std::string& program,
                                 const Limits& limits) {
    CallRecord record;
    record.function = "main";
    if (exchange.ending == Ending::exited && exchange.code == 127 &&
        exchange.printed.find("shared librar") != std::string::npos)
        return {{Verdict::grader_error,
                 fmt::format("{} could not be loaded: {}", program, last_line(exchange.printed))}};
    if (exchange.ending == Ending::cannot_start)
        return {{Verdict::grader_error, fmt::format("{} could not be started: {}", program,
                                                    std::strerror(exchange.code))}};
    if (exchange.ending == Ending::exited && exchange.code == 2 &&
        exchange.printed.find("the arena's address") != std::string::npos)
        return {{Verdict::grader_error, last_line(exchange.printed)}};
    return judge_call(exchange, record, limits);
}

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// What to look at, for faults whose message only says what happened; else "".
std::string advice(const DeviceFault& fault) {
    const bool shared = fault.space == "shared";
    if (fault.kind == "race")
        return shared
                   ? "is a __syncthreads() missing between the two, or do two threads write one "
                     "place?"
                   : "two threads use one element in no order: give each its own, or use an atomic "
                     "operation";
    if (fault.kind == "uninitialised_read")
        return shared
                   ? "nobody put a value there before: was all of the tile filled, is the index "
                     "right?"
                   : "nobody put a value there before: is the index right, was all of it copied?";
    if (fault.kind == "barrier_divergence")
        return "all threads of a block must reach the same __syncthreads(): take it out of the "
               "condition";
    return "";
}

// "at (/home/me/a.cu:12)" becomes "at (a.cu:12)": the last component of a path says enough.
static std::string without_folders(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" (\n"), text.size() - 1) + 1;
        std::string_view word = text.substr(0, end);
        text.remove_prefix(end);
        const std::size_t slash = word.rfind('/');
        if (slash != word.npos && word.find(".cu", slash) != word.npos)
            word.remove_prefix(slash + 1);
        result += word;
    }
    return result;
}

// "add.cu:12". The compiler says line 0 of what it made from several lines.
std::string line_of(const SourceFrame& frame) {
    return frame.line == 0 ? base_name(frame.file)
                           : fmt::format("{}:{}", base_name(frame.file), frame.line);
}

std::string describe(const DeviceFault& fault) {
    auto place = [](const FaultSite& site) {
        std::string text;
        if (!site.frames.empty()) {
            text = "at " + line_of(site.frames[0]);
            if (!site.frames[0].function.empty())
                text += " in " + name_without_parameters(site.frames[0].function);
        } else if (!site.kernel.empty())
            text = "in " + name_without_parameters(site.kernel);
        for (std::size_t i = 1; i < site.frames.size(); ++i)
            text += ", called from " + line_of(site.frames[i]);
        return text;
    };
    auto who = [](const FaultSite& site) {
        return fmt::format("thread ({},{},{}) of block ({},{},{})", site.thread.x, site.thread.y,
                           site.thread.z, site.block.x, site.block.y, site.block.z);
    };
    std::string text = fault.tool.empty() || fault.tool == "api" || fault.tool == "program"
                           ? fault.message
                           : fmt::format("{}: {}", fault.tool, fault.message);
    // In the message too, the last component of a path says enough.
    for (const FaultSite* site : {&fault.site, fault.other ? &*fault.other : nullptr}) {
        if (!site || site->frames.empty()) continue;
        const std::string& path = site->frames[0].file;
        const std::size_t folder = path.rfind('/') + 1; // 0 if there is none
        for (std::size_t at = 0; folder > 0 && (at = text.find(path, at)) != std::string::npos;)
            text.erase(at, folder);
    }
    const bool in_kernel = !fault.site.kernel.empty();
    if (const std::string at = place(fault.site); !at.empty()) text += "\n    " + at;
    if (in_kernel) text += "\n    by " + who(fault.site);
    if (fault.other)
        text += fmt::format("\n    and {}, by {}", place(*fault.other), who(*fault.other));
    if (!fault.detail.empty()) text += "\n    " + without_folders(fault.detail);
    if (!fault.allocation.empty() && fault.detail.find(fault.allocation) == std::string::npos)
        text += "\n    the memory: " + fault.allocation;
    if (fault.count > 1) text += fmt::format("\n    ({} times at this place)", fault.count);
    if (const std::string look_at = advice(fault); !look_at.empty()) text += "\n    " + look_at;
    return printable(text, 2000);
}

std::string describe_refused(const Launch& launch) {
    constexpr std::uint64_t most_threads =
        1024; // of a block, on every device since compute capability 2.0
    constexpr std::uint32_t most_block_z = 64;
    constexpr std::uint64_t most_grid_yz = 65535;
    std::string why;
    const std::uint64_t threads = launch.block.count();
    if (launch.grid.count() == 0)
        why = fmt::format("a grid of {} blocks: there must be at least one", to_text(launch.grid));
    else if (threads == 0)
        why =
            fmt::format("a block of {} threads: there must be at least one", to_text(launch.block));
    else if (threads > most_threads)
        why = fmt::format("{} threads per block; the most is {}", threads, most_threads);
    else if (launch.block.z > most_block_z)
        why =
            fmt::format("a block of {} threads in z; the most is {}", launch.block.z, most_block_z);
    else if (launch.grid.y > most_grid_yz || launch.grid.z > most_grid_yz)
        why = fmt::format("a grid of {}; the most in y and z is {}", to_text(launch.grid),
                          most_grid_yz);
    else
        why = fmt::format("grid {}, block {}, {} bytes of dynamic shared memory",
                          to_text(launch.grid), to_text(launch.block), launch.dynamic_shared_bytes);
    return fmt::format("the launch of {} was refused with {}: {}",
                       printable(launch.short_name(), 100), cuda_error_name(launch.error), why);
}

std::string cuda_error_name(int error) {
    struct Row {
        int code;
        const char* name;
    };
    // CUDA Runtime API, enum cudaError.
    static constexpr Row common[] = {
        {0, "cudaSuccess"},
        {1, "cudaErrorInvalidValue"},
        {2, "cudaErrorMemoryAllocation"},
        {3, "cudaErrorInitializationError"},
        {9, "cudaErrorInvalidConfiguration"},
        {12, "cudaErrorInvalidPitchValue"},
        {13, "cudaErrorInvalidSymbol"},
        {17, "cudaErrorInvalidDevicePointer"},
        {21, "cudaErrorInvalidMemcpyDirection"},
        {35, "cudaErrorInsufficientDriver"},
        {98, "cudaErrorInvalidDeviceFunction"},
        {100, "cudaErrorNoDevice"},
        {101, "cudaErrorInvalidDevice"},
        {209, "cudaErrorNoKernelImageForDevice"},
        {218, "cudaErrorInvalidPtx"},
        {400, "cudaErrorInvalidResourceHandle"},
        {700, "cudaErrorIllegalAddress"},
        {701, "cudaErrorLaunchOutOfResources"},
        {702, "cudaErrorLaunchTimeout"},
        {710, "cudaErrorAssert"},
        {715, "cudaErrorIllegalInstruction"},
        {716, "cudaErrorMisalignedAddress"},
        {717, "cudaErrorInvalidAddressSpace"},
        {719, "cudaErrorLaunchFailure"},
        {720, "cudaErrorCooperativeLaunchTooLarge"},
        {801, "cudaErrorNotSupported"},
    };
    for (const Row& row : common)
        if (row.code == error) return row.name;
    return fmt::format("cudaError {}", error);
}

std::string printable(std::string_view text, std::size_t most) {
    std::string result(text.substr(0, std::min(text.find('\0'), text.size())));
    if (result.size() > most) {
        result.resize(most);
        // Do not end in the middle of a UTF-8 sequence.
        while (!result.empty() && (static_cast<unsigned char>(result.back()) & 0xc0) == 0x80)
            result.pop_back();
        if (!result.empty() && static_cast<unsigned char>(result.back()) >= 0xc0) result.pop_back();
        result += "...";
    }
    for (char& c : result)
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t') || c == 0x7f) c = '?';
    return result;
}

} // namespace workbook
