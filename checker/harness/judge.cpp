#include "harness/judge.hpp"

#include "harness/describe.hpp"
#include "harness/diagnosis.hpp"
#include "harness/judge_device.hpp"
#include "harness/promises.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fmt/format.h>
#include <map>
#include <optional>
#include <unistd.h>

namespace workbook {
namespace {

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
    return plural(argument.spec.count, "element", "elements") + " of " +
           plural(argument.spec.element_bytes, "byte", "bytes");
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
    case Ending::started_too_many_threads:
        return {Verdict::forbidden,
                fmt::format("your code had more than {} threads at the same time {}: let fewer "
                            "threads do the work",
                            limits.threads, where)};
    case Ending::cannot_start:
        return {Verdict::grader_error, fmt::format("the learner program could not be started: {}",
                                                   std::strerror(exchange.code))};
    case Ending::lost_engine:
        return {
            Verdict::crashed,
            fmt::format("the virtual GPU that served your code ended or did not answer any more "
                        "{}: what your code asked of it was more than it can do",
                        where)};
    case Ending::filled_device:
        return {Verdict::out_of_memory,
                "your program took so much of the GPU's memory before a function was called that "
                "the call's arrays found no room: what a global variable allocates stays"};
    case Ending::replied:
    case Ending::broke_protocol:
        break;
    }
    return {Verdict::forbidden,
            fmt::format("your code interfered with the channel to the checker {}", where)};
}

// Code that checks its calls throws the error that it got. Then the mistake is what the device and
// the runtime reported; the exception only shows it.
void add_escaped_exception(const CallRecord& record, const std::string& text,
                           std::vector<Finding>& findings) {
    if (!add_device_faults(record, findings)) add_refusals(record.trace, findings);
    // The one answer of CUDA that is no error, so that nothing in the trace explains it.
    const bool asked_too_early = text.find("cudaErrorNotReady") != std::string::npos;
    findings.push_back(
        {findings.empty() ? Verdict::crashed : Verdict::fault,
         fmt::format("{}() let an exception escape: {}{}", record.function, without_folders(text),
                     asked_too_early ? "\n    the GPU has not come that far: wait first, for an "
                                       "event with cudaEventSynchronize()"
                                     : "")});
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
                               describe_call(free), record.function);
    return std::nullopt;
}

// What no lesson needs, and what would let code act unseen.
void add_meddling(const CallRecord& record, std::vector<Finding>& findings) {
    if (record.threads_left > 0)
        findings.push_back({Verdict::forbidden,
                            fmt::format("{}() returned while {} that your code started still ran: "
                                        "join every thread before you return",
                                        record.function,
                                        record.threads_left == 1
                                            ? std::string("a thread")
                                            : fmt::format("{} threads", record.threads_left))});
    if (!record.other_device_code.empty())
        findings.push_back(
            {Verdict::requirement,
             fmt::format("{}() launched the kernel {}, which is not among those that "
                         "your file was compiled to: launch what you wrote here",
                         record.function, printable(record.other_device_code, 80))});
    if (!record.other_variables.empty())
        findings.push_back(
            {Verdict::requirement,
             fmt::format("{}() loaded device code whose variables have values ({}), and your file "
                         "was not compiled to it: declare such variables here",
                         record.function, printable(record.other_variables, 80))});
    if (!record.copying_kernel.empty())
        findings.push_back(
            {Verdict::requirement,
             fmt::format("{}() launched the kernel {}, which calls a function of the CUDA runtime "
                         "to copy or set memory: have its threads load and store the values",
                         record.function, printable(record.copying_kernel, 80))});
}

// An array of the device that the function is to fill is a kernel's to fill.
void add_carried_values(const CallRecord& record, std::vector<Finding>& findings) {
    if (record.trace.launches.empty()) return; // the lesson's own checks have the words for that
    if (!promises::gives(record.function, Promise::kernels_fill)) return;
    for (std::size_t i = 0; i < record.arguments.size(); ++i) {
        const ArgumentRecord& argument = record.arguments[i];
        if (argument.device_address == 0 || argument.spec.direction == wire::Direction::in)
            continue;
        for (const Copy& copy : record.trace.copies) {
            const bool from_host = copy.direction == CopyDirection::host_to_device;
            if (copy.error != 0 || !from_host ||
                copy.destination - argument.device_address >= argument.spec.bytes())
                continue;
            findings.push_back(
                {Verdict::requirement,
                 fmt::format(
                     "{} copied {} bytes from the host into {}: a kernel is to compute what "
                     "stands there",
                     describe_call(copy), copy.bytes, name_of_argument(record, i))});
            return;
        }
    }
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

// Whether the function came to its end, so that what it did can be judged; otherwise the finding
// says why not.
bool has_run(wire::ReplyStatus status, const std::string& text, const CallRecord& record,
             const Limits& limits, std::vector<Finding>& findings) {
    switch (status) {
    case wire::ReplyStatus::returned:
    case wire::ReplyStatus::device_lost:
        return true;
    case wire::ReplyStatus::threw:
        add_escaped_exception(record, text, findings);
        return false;
    case wire::ReplyStatus::out_of_memory:
        findings.push_back(
            {Verdict::out_of_memory,
             fmt::format("{}() asked for more memory than there is: std::bad_alloc escaped "
                         "from it (the limit is {} MiB)",
                         record.function, limits.memory_bytes >> 20)});
        return false;
    case wire::ReplyStatus::unknown_function:
    case wire::ReplyStatus::wrong_signature:
        findings.push_back(
            {Verdict::forbidden,
             fmt::format("your program says that it has no function {}, or one with other "
                         "arguments, though the lesson's header has it (for authors: does the "
                         "header say WORKBOOK_CALLABLE({})?)",
                         record.function, record.function)});
        return false;
    case wire::ReplyStatus::device_failed:
        findings.push_back({Verdict::grader_error, text});
        return false;
    }
    return true;
}

} // namespace

std::vector<Finding> judge_call(const Exchange& exchange, const CallRecord& record,
                                const Limits& limits) {
    std::vector<Finding> findings;
    if (exchange.ending != Ending::replied) {
        // What the device saw explains a crash better than the crash itself.
        if (exchange.ending == Ending::killed || exchange.ending == Ending::timed_out)
            add_faults(read_fault_lines(exchange.fault_lines), record, findings);
        findings.push_back(judge_ending(exchange, record, limits));
        return findings;
    }
    if (add_unsupported(record.trace, findings)) return findings;
    const std::string text = printable(exchange.reply.text, sizeof exchange.reply.text);
    if (!has_run(exchange.reply.status, text, record, limits, findings)) return findings;
    add_meddling(record, findings);
    add_carried_values(record, findings);
    const bool faulty = add_device_faults(record, findings);
    // The trace does not have all that the function did, so the call cannot be judged.
    if (record.trace.truncated && !faulty) {
        findings.push_back(
            {Verdict::too_much_output,
             fmt::format("{}() launched, copied or called the CUDA runtime so often that the "
                         "recording of it was full; what it did then is not known",
                         record.function)});
        return findings;
    }
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
    if (exchange.ending == Ending::cannot_start)
        return {{Verdict::grader_error,
                 fmt::format("the {} program could not be started: {}", wire::file_name(program),
                             std::strerror(exchange.code))}};
    // The loader that misses a library ends it as an initialiser does, and any program can print
    // what the loader prints. A caller that has to know whose fault it was tries a program that is
    // known to be good.
    if (exchange.ending == Ending::exited)
        return {{Verdict::exited,
                 fmt::format("the program ended with exit code {} before any function was called: "
                             "in the initialiser of a global variable, or it could not be "
                             "loaded{}{}",
                             exchange.code, exchange.printed.empty() ? "" : "\nits last words: ",
                             last_line(exchange.printed))}};
    return judge_call(exchange, record, limits);
}

} // namespace workbook
