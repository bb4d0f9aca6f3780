// Which function promises what, and what a single call shows of it.
#include "harness/promises.hpp"

#include "harness/describe.hpp"
#include "harness/diagnosis.hpp"
#include "harness/promise_book.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <utility>

namespace workbook::promises {
namespace {

bool is_kept_by_all(Promise promise) { return promise >= Promise::gives_back; }

std::vector<std::string> split(std::string_view names) {
    std::vector<std::string> parts;
    std::string part;
    for (const char c : names) {
        if (c == ',')
            parts.push_back(std::exchange(part, {}));
        else if (c != ' ')
            part += c;
    }
    if (!part.empty()) parts.push_back(part);
    return parts;
}

// The call of the API that waited for the function's work; "" if none did.
std::string waited_in(const Trace& trace) {
    for (const Wait& wait : trace.waits) return describe_call(wait);
    for (const Launch& launch : trace.launches)
        if (launch.error == 0 && launch.ran_in && !launch.ran_in->empty())
            return printable(*launch.ran_in, 40);
    return {};
}

void judge_waiting(const CallRecord& record, std::vector<Finding>& findings) {
    if (const std::string api = waited_in(record.trace); !api.empty()) {
        findings.push_back(
            {Verdict::requirement,
             fmt::format("{}() waited for the device, in {}. It has to return as soon as the work "
                         "is in the queue: the caller waits when the result is needed",
                         record.function, api)});
        return;
    }
    for (const Launch& launch : record.trace.launches)
        if (launch.apart) {
            findings.push_back(
                {Verdict::requirement,
                 fmt::format(
                     "{}() launched {} in a stream of its own that is in no order with the "
                     "default stream (cudaStreamNonBlocking), and returned without waiting: "
                     "the caller's next copy does not wait for it either",
                     record.function, printable(launch.short_name(), 60))});
            return;
        }
}

// A copy to memory of the host that was still to come when the function returned.
void judge_late_copies(const CallRecord& record, std::vector<Finding>& findings) {
    for (const Copy& copy : record.trace.copies) {
        if (copy.error != 0 || copy.direction != device_to_host || copy.ran_in != "") continue;
        for (std::size_t i = 0; i < record.arguments.size(); ++i) {
            const ArgumentRecord& argument = record.arguments[i];
            if (argument.spec.kind != wire::ArgumentKind::host_array ||
                copy.destination - argument.address >= argument.spec.bytes())
                continue;
            findings.push_back(
                {Verdict::fault,
                 fmt::format("{}() returned before its {} into {} was done: nothing had waited for "
                             "it. Pageable memory makes cudaMemcpyAsync wait, pinned memory does "
                             "not; wait for the stream before you return",
                             record.function, describe_call(copy), name_of_argument(record, i))});
            return;
        }
    }
}

// Whether every array has elements. Otherwise there may be nothing to compute.
bool has_elements(const CallRecord& record) {
    const auto& arguments = record.arguments;
    return std::none_of(arguments.begin(), arguments.end(), [](const ArgumentRecord& one) {
        return one.spec.is_array() && one.spec.count == 0;
    });
}

void judge_use(const CallRecord& record, std::vector<Finding>& findings) {
    const auto& launches = record.trace.launches;
    if (!has_elements(record) || std::any_of(launches.begin(), launches.end(),
                                             [](const Launch& one) { return one.error == 0; }))
        return;
    findings.push_back(
        {Verdict::requirement,
         fmt::format("{}() launched no kernel: the GPU has to do the work", record.function)});
}

std::uint64_t count_of(Dim3 dim) { return std::uint64_t{dim.x} * dim.y * dim.z; }

// A kernel with little to do may run in one block: the last step of a sum, for instance.
void judge_spread(const CallRecord& record, std::vector<Finding>& findings) {
    constexpr std::uint64_t much = 2048; // loads and stores of warps: some 30,000 elements
    constexpr std::uint64_t warp = 32;
    for (const Launch& launch : record.trace.launches) {
        if (launch.error != 0 || !launch.measured() ||
            launch.counter("global_load_requests") + launch.counter("global_store_requests") < much)
            continue;
        const std::uint64_t blocks = count_of(launch.grid), threads = count_of(launch.block);
        if (blocks > 1 && threads >= warp) continue;
        findings.push_back(
            {Verdict::requirement,
             fmt::format("{}() left the work of {} to {}. The work has to be spread over the whole "
                         "GPU",
                         record.function, printable(launch.short_name(), 60),
                         blocks == 1 ? "one block: a block runs on one multiprocessor, and all "
                                       "others have nothing to do"
                                     : fmt::format("blocks of {} thread{}: most of the 32 lanes of "
                                                   "their warps have nothing to do",
                                                   threads, threads == 1 ? "" : "s"))});
        return;
    }
}

// Numbers and pointers may come along, and a small table; not the results.
constexpr std::uint64_t most_own_bytes = 1024;
// The parameters of one launch may have as many: those of libraries do.
constexpr std::uint64_t most_own_parameter_bytes = 128;

// What the host brings to the device is what the function was given; the rest is computed there.
void judge_brought_values(const CallRecord& record, std::vector<Finding>& findings) {
    const Trace& trace = record.trace;
    if (trace.launches.empty()) return; // the lesson's own checks have the words for that
    std::uint64_t own = 0, most = 0;
    std::string way; // by which most of them came
    const auto add = [&](std::uint64_t bytes, const auto& describe) {
        own += bytes;
        if (bytes <= most) return;
        most = bytes;
        way = describe();
    };
    for (const Copy& copy : trace.copies) add(copy.own_bytes, [&] { return describe_call(copy); });
    for (const Fill& fill : trace.fills) add(fill.own_bytes, [&] { return describe_call(fill); });
    for (const Variables& variables : trace.variables)
        if (!variables.of_checked_code)
            add(variables.own_bytes, [&] { return "variables of device code that was loaded"; });
    for (const Launch& launch : trace.launches) {
        add(launch.own_bytes - std::min(launch.own_bytes, most_own_parameter_bytes),
            [&] { return "parameters of the kernel " + launch.short_name(); });
        add(launch.own_bytes_read, [&] {
            return "memory that the host shares, where the kernel " + launch.short_name() +
                   " reads it";
        });
    }
    if (own <= most_own_bytes) return;
    findings.push_back(
        {Verdict::requirement,
         fmt::format("{} bytes came to the device that stand in no argument of {}(), most of "
                     "them by {}: what the function was given is to be copied as it is, and "
                     "kernels compute the rest",
                     own, record.function, way)});
}

} // namespace

Book& book() {
    static Book the_book;
    return the_book;
}

bool make(Promise promise, std::string_view functions, Place place) {
    for (std::string& name : split(functions)) book().made[promise].insert(std::move(name));
    book().places.try_emplace(promise, place);
    return true;
}

bool except(Promise promise, std::string_view functions) {
    for (std::string& name : split(functions)) book().excepted[promise].insert(std::move(name));
    return true;
}

bool gives(std::string_view function, Promise promise) {
    const auto& lists = is_kept_by_all(promise) ? book().excepted : book().made;
    const auto list = lists.find(promise);
    const bool named = list != lists.end() && list->second.contains(function);
    return named != is_kept_by_all(promise);
}

std::string describe_left(const std::vector<Left>& left) {
    std::string text;
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < left.size() && i < most; ++i) {
        const Left& one = left[i];
        text += i == 0 ? "" : ", ";
        if (one.kind == "current device")
            text += "another current device than before (cudaSetDevice)";
        else
            text += (one.kind.starts_with("e")      ? "an " // event, executable graph
                     : one.kind.ends_with("memory") ? ""
                                                    : "a ") +
                    printable(one.kind, 40);
        if (one.bytes != 0) text += fmt::format(" of {} bytes", one.bytes);
        if (!one.place.empty()) text += fmt::format(" ({})", printable(one.place, 100));
    }
    if (left.size() > most) text += fmt::format(" and {} more", left.size() - most);
    return text;
}

std::vector<Finding> judge(const CallRecord& record) {
    std::vector<Finding> findings;
    const Trace& trace = record.trace;
    if (!record.on_virtual_gpu || !trace.present) return findings;
    if (gives(record.function, Promise::does_not_wait)) judge_waiting(record, findings);
    if (gives(record.function, Promise::uses_gpu)) judge_use(record, findings);
    if (gives(record.function, Promise::fills_gpu)) judge_spread(record, findings);
    if (gives(record.function, Promise::kernels_compute)) judge_brought_values(record, findings);
    judge_late_copies(record, findings);
    std::vector<Left> left = trace.left;
    std::erase_if(left, [&](const Left& one) { // not by the function
        return (record.situation.host_memory == wire::HostMemory::pinned &&
                one.kind == "page lock") ||
               (record.situation.host_memory == wire::HostMemory::managed &&
                one.kind == "managed memory");
    });
    if (!left.empty() && gives(record.function, Promise::gives_back))
        findings.push_back({Verdict::requirement,
                            fmt::format("{}() left behind {}: what a function makes, it has to "
                                        "give back before it returns",
                                        record.function, describe_left(left))});
    return findings;
}

} // namespace workbook::promises
