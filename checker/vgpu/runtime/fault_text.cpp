#include "vgpu/runtime/fault_text.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace vgpu::runtime {
namespace {

using nlohmann::json;

json frames_of(const exec::Site& site) {
    json frames = json::array();
    for (const exec::SourceFrame& frame : site.frames)
        frames.push_back({{"file", bounded(frame.file)},
                          {"line", frame.line},
                          {"function", bounded(frame.function)}});
    return frames;
}

json dimensions(const exec::Dim3& value) { return json::array({value.x, value.y, value.z}); }

std::string_view without_folder(std::string_view path) { return path.substr(path.rfind('/') + 1); }

bool is_name_of(std::string_view function, std::string_view kernel) {
    if (!kernel.starts_with(function)) return false;
    const std::string_view rest = kernel.substr(function.size());
    return function.empty() || rest.empty() || rest.front() == '(' || rest.front() == '<';
}

std::string at(const exec::Site& site) {
    std::string text;
    const char* indent = "at ";
    for (const exec::SourceFrame& frame : site.frames) {
        // A function that was called rather than inlined may be all that is known: no kernel.
        const bool last = &frame == &site.frames.back() && !site.kernel.empty();
        const bool is_kernel = last && is_name_of(frame.function, site.kernel);
        text += fmt::format("=========     {}{} in {}:{}\n", indent,
                            bounded(is_kernel ? site.kernel : frame.function),
                            bounded(without_folder(frame.file)), frame.line);
        if (last && !is_kernel)
            text += fmt::format("=========     called in {}\n", bounded(site.kernel));
        indent = "inlined into ";
    }
    if (site.frames.empty() && !site.kernel.empty())
        text += fmt::format("=========     at {} (compile with -lineinfo to see the line)\n",
                            bounded(site.kernel));
    return text;
}

std::string who(const exec::Site& site) {
    if (!site.thread_known) return "";
    return fmt::format("=========     by thread ({},{},{}) in block ({},{},{})\n", site.thread.x,
                       site.thread.y, site.thread.z, site.block.x, site.block.y, site.block.z);
}

} // namespace

std::string_view name_of(exec::FaultKind kind) {
    using enum exec::FaultKind;
    switch (kind) {
    case invalid_read:
        return "invalid_read";
    case invalid_write:
        return "invalid_write";
    case invalid_atomic:
        return "invalid_atomic";
    case misaligned:
        return "misaligned";
    case race:
        return "race";
    case uninitialised_read:
        return "uninitialised_read";
    case barrier_divergence:
        return "barrier_divergence";
    case barrier_arguments:
        return "barrier_arguments";
    case deadlock:
        return "deadlock";
    case trap:
        return "trap";
    case assertion:
        return "assertion";
    case stack_overflow:
        return "stack_overflow";
    case illegal_instruction:
        return "illegal_instruction";
    case host_access:
        return "host_access";
    case api_misuse:
        return "api_misuse";
    }
    return "unknown";
}

std::string bounded(std::string_view text) {
    constexpr std::size_t longest = 4096;
    if (text.size() <= longest) return std::string(text);
    return std::string(text.substr(0, longest)) + "...";
}

json to_json(const exec::Fault& fault) {
    json object = {{"kind", name_of(fault.kind)},
                   {"tool", exec::name_of(fault.tool)},
                   {"message", bounded(fault.message)},
                   {"detail", bounded(fault.detail)},
                   {"kernel", bounded(fault.site.kernel)},
                   {"block", dimensions(fault.site.block)},
                   {"thread", dimensions(fault.site.thread)},
                   {"frames", frames_of(fault.site)},
                   {"space", ptx::name_of(fault.space)},
                   {"address", fault.address},
                   {"size", fault.size},
                   {"allocation", bounded(fault.allocation)},
                   {"count", fault.count}};
    if (!fault.other.kernel.empty())
        object["other"] = {{"kernel", bounded(fault.other.kernel)},
                           {"block", dimensions(fault.other.block)},
                           {"thread", dimensions(fault.other.thread)},
                           {"frames", frames_of(fault.other)}};
    return object;
}

std::string sanitizer_text(const exec::Fault& fault) {
    std::string text = fmt::format("========= {}\n", bounded(fault.message)) + at(fault.site);
    if (!fault.site.kernel.empty()) text += who(fault.site);
    if (!fault.other.kernel.empty())
        text += "=========     the other access:\n" + at(fault.other) + who(fault.other);
    if (!fault.detail.empty()) text += fmt::format("=========     {}\n", bounded(fault.detail));
    if (!fault.allocation.empty() && fault.detail.find(fault.allocation) == std::string::npos)
        text += fmt::format("=========     Allocation: {}\n", bounded(fault.allocation));
    if (fault.count > 1)
        text += fmt::format("=========     this place did it {} times\n", fault.count);
    return text + "=========\n";
}

} // namespace vgpu::runtime
