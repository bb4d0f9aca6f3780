#include "vgpu/runtime/fault_text.hpp"

#include "wire/source_files.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

namespace {

using nlohmann::json;

json frames_of(const exec::Site& site) {
    json frames = json::array();
    for (const exec::SourceFrame& frame : site.frames)
        frames.push_back({{field::file, bounded(frame.file)},
                          {field::line, frame.line},
                          {field::function, bounded(frame.function)}});
    return frames;
}

json dimensions(const exec::Dim3& value) { return json::array({value.x, value.y, value.z}); }

bool is_name_of(std::string_view function, std::string_view kernel) {
    if (!kernel.starts_with(function)) return false;
    const std::string_view rest = kernel.substr(function.size());
    return function.empty() || rest.empty() || rest.front() == '(' || rest.front() == '<';
}

bool is_of_header(const exec::SourceFrame& frame) {
    return workbook::wire::is_of_toolkit(frame.file);
}

// Leaves out what is in brackets, which can fill pages for templates: "cub::SerialMerge<...>(...)".
std::string short_name(std::string_view function) {
    constexpr std::size_t short_enough = 60;
    if (function.size() <= short_enough) return std::string(function);
    std::string name;
    int depth = 0;
    for (std::size_t i = 0; i < function.size(); ++i) {
        const char here = function[i];
        const bool is_operator = function.substr(0, i).ends_with("operator");
        const bool opens = (here == '<' || here == '(') && !is_operator;
        if ((here == '>' || here == ')') && depth > 0) --depth;
        if (depth == 0) name += here;
        if (opens && depth++ == 0) name += "...";
    }
    // A template's name begins with what it returns.
    const std::size_t arguments = std::min(name.find('('), name.size());
    const std::size_t blank = std::string_view(name).substr(0, arguments).rfind(' ');
    return blank == std::string::npos ? name : name.substr(blank + 1);
}

// One line for each frame that is wanted; what was left out is counted.
std::string at(const exec::Site& site, Frames wanted) {
    std::string text;
    const char* indent = "at ";
    const auto add = [&](const exec::SourceFrame& frame, bool is_short) {
        // A function that was called rather than inlined may be all that is known: no kernel.
        const bool last = &frame == &site.frames.back() && !site.kernel.empty();
        const bool is_kernel = last && is_name_of(frame.function, site.kernel);
        const std::string& function = is_kernel ? site.kernel : frame.function;
        text += fmt::format("=========     {}{} in {}:{}", indent,
                            bounded(is_short ? short_name(function) : function),
                            bounded(workbook::wire::file_name(frame.file)), frame.line);
        return last && !is_kernel;
    };
    const auto called_in_kernel = [&](bool is_short) {
        text += fmt::format("=========     called in {}\n",
                            bounded(is_short ? short_name(site.kernel) : site.kernel));
    };
    const auto headers = std::ranges::count_if(site.frames, is_of_header);
    const bool folds = wanted == Frames::folded && headers != 0;
    for (const exec::SourceFrame& frame : site.frames) {
        if (folds && is_of_header(frame)) continue;
        const bool needs_kernel = add(frame, false);
        text += '\n';
        if (needs_kernel) called_in_kernel(false);
        indent = "inlined into ";
    }
    if (folds) {
        indent = headers == std::ssize(site.frames) ? "at " : "through ";
        add(*std::ranges::find_if(site.frames, is_of_header), true);
        if (headers > 1)
            text += fmt::format(" and {} more frame{} of headers (--all-frames)", headers - 1,
                                headers == 2 ? "" : "s");
        text += '\n';
        if (is_of_header(site.frames.back()) && !site.kernel.empty()) called_in_kernel(true);
    }
    if (site.frames.empty() && !site.kernel.empty())
        text += fmt::format("=========     at {} (compile with -lineinfo to see the line)\n",
                            bounded(site.kernel));
    return text;
}

std::string note_on_lines(const exec::Fault& fault) {
    std::string note;
    for (const exec::Site* site : {&fault.site, &fault.other})
        if (site->line_is_near)
            note += fmt::format("; the {} access is near the line that is named: the compiler has "
                                "merged code of several lines",
                                site->access);
    return note;
}

std::string who(const exec::Site& site) {
    if (!site.thread_known) return "";
    return fmt::format("=========     by thread ({},{},{}) in block ({},{},{})\n", site.thread.x,
                       site.thread.y, site.thread.z, site.block.x, site.block.y, site.block.z);
}

} // namespace

bool has_headers_alone(const exec::Site& site) {
    return !site.frames.empty() && std::ranges::all_of(site.frames, is_of_header);
}

std::string bounded(std::string_view text) {
    constexpr std::size_t longest = 4096;
    if (text.size() <= longest) return std::string(text);
    return std::string(text.substr(0, longest)) + "...";
}

// The name of an asynchronous instruction of a race: "wgmma.mma_async..."; "" for others.
std::string asynchronous_name(const exec::Site& site) {
    const std::string name = site.instruction.substr(0, site.instruction.find(' '));
    const bool is_one = name.starts_with("wgmma.") || name.find(".async") != std::string::npos;
    return is_one ? bounded(name) : "";
}

json to_json(const exec::Fault& fault) {
    json object = {{field::kind, name_of(fault.kind)},
                   {field::tool, exec::name_of(fault.tool)},
                   {field::message, bounded(fault.message)},
                   {field::detail, bounded(fault.detail)},
                   {field::kernel, bounded(fault.site.kernel)},
                   {field::block, dimensions(fault.site.block)},
                   {field::thread, dimensions(fault.site.thread)},
                   {field::frames, frames_of(fault.site)},
                   {field::space, ptx::name_of(fault.space)},
                   {field::address, fault.address},
                   {field::size, fault.size},
                   {field::allocation, bounded(fault.allocation)},
                   {field::offset, fault.offset},
                   {field::count, fault.count}};
    if (!fault.site.access.empty()) object[field::access] = fault.site.access;
    if (fault.site.line_is_near) object[field::line_is_near] = true;
    const auto name_in = [](json& party, const exec::Site& site) {
        if (const std::string name = asynchronous_name(site); !name.empty())
            party[field::instruction] = name;
    };
    if (fault.kind == exec::FaultKind::race) name_in(object, fault.site);
    if (!fault.launched_in.empty()) object[field::launched_in] = bounded(fault.launched_in);
    if (!fault.other.kernel.empty()) {
        object[field::other] = {{field::kernel, bounded(fault.other.kernel)},
                                {field::block, dimensions(fault.other.block)},
                                {field::thread, dimensions(fault.other.thread)},
                                {field::frames, frames_of(fault.other)},
                                {field::access, fault.other.access}};
        if (fault.other.line_is_near) object[field::other][field::line_is_near] = true;
        name_in(object[field::other], fault.other);
    }
    return object;
}

std::string sanitizer_text(const exec::Fault& fault, Frames frames) {
    std::string text = fmt::format("========= {}\n", bounded(fault.message)) +
                       (fault.launched_in.empty() ? ""
                                                  : fmt::format("=========     launched in {}\n",
                                                                bounded(fault.launched_in))) +
                       at(fault.site, frames);
    if (!fault.site.kernel.empty()) text += who(fault.site);
    if (!fault.other.kernel.empty())
        text += "=========     the other access:\n" + at(fault.other, frames) + who(fault.other);
    if (!fault.detail.empty())
        text += fmt::format("=========     {}\n", bounded(fault.detail) + note_on_lines(fault));
    if (!fault.allocation.empty() && fault.detail.find(fault.allocation) == std::string::npos)
        text += fmt::format("=========     Allocation: {}\n", bounded(fault.allocation));
    if (fault.count > 1)
        text += fmt::format("=========     {} {} times\n",
                            !fault.site.frames.empty()  ? "this place did it"
                            : fault.site.kernel.empty() ? "this happened"
                                                        : "this kernel did it",
                            fault.count);
    return text + "=========\n";
}

} // namespace vgpu::runtime
