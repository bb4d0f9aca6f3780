#include "harness/judge_device.hpp"

#include "harness/describe.hpp"
#include "harness/fault_text.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace workbook {
namespace {

constexpr std::size_t most_findings_of_a_kind = 3;

// Copies from or to a variable's symbol do not count: the virtual GPU's own message says more.
bool is_confused(const Copy& copy) {
    return !copy.of_symbol && copy.direction && !copy.requested.empty() &&
           copy.requested != "cudaMemcpyDefault" && copy.requested != constant_of(*copy.direction);
}

// A copy to or from the device, with two pointers to the host: which one is it not?
std::string describe_copy_on_the_host(const Copy& copy) {
    const bool from_device = copy.requested == constant_of(device_to_host);
    const std::uint64_t pointer = from_device ? copy.source : copy.destination;
    return fmt::format("{} of {} bytes{} got {}, but its {} is {}: device memory is at the address "
                       "that cudaMalloc wrote into your pointer",
                       copy.api, copy.bytes, in_place(copy.place), copy.requested,
                       from_device ? "source" : "destination",
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
             fmt::format("{} of {} bytes{} got {} where {} was needed: its pointers lead "
                         "from {}{}",
                         copy.api, copy.bytes, in_place(copy.place), copy.requested,
                         constant_of(*copy.direction), name_of(*copy.direction),
                         opposite ? " (the destination comes first, then the source)" : "")});
    }
    return count > 0;
}

} // namespace

bool add_unsupported(const Trace& trace, std::vector<Finding>& findings) {
    if (!trace.is_virtual) return false;
    for (const ApiError& error : trace.errors) {
        if (!error.unsupported) continue;
        findings.push_back({Verdict::needs_gpu, fmt::format("{}: {}", describe_call(error),
                                                            printable(error.message, 400))});
        return true;
    }
    return false;
}

void add_faults(std::vector<DeviceFault> faults, const CallRecord& record,
                std::vector<Finding>& findings) {
    name_elements(faults, record);
    const std::vector<FaultText> texts = describe(faults, record.trace.launches);
    for (std::size_t i = 0; i < texts.size() && i < most_findings_of_a_kind; ++i)
        findings.push_back({Verdict::fault, texts[i].text, texts[i].topic});
    if (texts.size() > most_findings_of_a_kind)
        findings.back().text += fmt::format("\n(and {} more faults at other places)",
                                            texts.size() - most_findings_of_a_kind);
}

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
        std::string text = fmt::format("{} returned {}: {}", describe_call(error), error.name,
                                       printable(error.message, 400));
        const bool said = std::any_of(findings.begin(), findings.end(),
                                      [&](const Finding& other) { return other.text == text; });
        if (!told && !launch_told && !said) findings.push_back({Verdict::fault, std::move(text)});
    }
    findings.resize(std::min(findings.size(), before + most_findings_of_a_kind));
}

void add_cuda_errors(const wire::Reply& reply, const Trace& trace, std::vector<Finding>& findings) {
    if (reply.left.code == 0 && reply.synchronised.code == 0) return;
    add_refusals(trace, findings);
    if (!findings.empty()) return;
    // The kernel's own failure comes out at the synchronisation, also where it was not asked for.
    const wire::CudaError& error = reply.synchronised.code != 0 ? reply.synchronised : reply.left;
    // Where only values count, the virtual GPU has been asked before.
    const bool virtual_would_tell = !trace.is_virtual && counts(Verdict::requirement);
    findings.push_back(
        {Verdict::fault,
         fmt::format(
             "a CUDA error was left when the function returned: {} ({}){}",
             printable(error.name, 64), printable(error.message, 192),
             reply.synchronised.code != 0 && virtual_would_tell
                 ? "; the virtual GPU names the line (WORKBOOK_DEVICE=virtual)"
                 : "; check what every CUDA call returns, and cudaGetLastError() after a launch")});
}

bool add_device_faults(const CallRecord& record, std::vector<Finding>& findings) {
    const Trace& trace = record.trace;
    // Unwritten memory is only a consequence of a copy in the wrong direction or of a kernel that
    // was never started.
    const bool refused = std::any_of(trace.launches.begin(), trace.launches.end(),
                                     [](const Launch& launch) { return launch.error != 0; });
    std::vector<DeviceFault> faults = trace.faults;
    if (add_confused_copies(trace, findings) || refused)
        std::erase_if(faults, [](const DeviceFault& fault) { return fault.tool == "initcheck"; });
    add_faults(faults, record, findings);
    return !faults.empty();
}

} // namespace workbook
