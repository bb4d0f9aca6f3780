#include "harness/describe.hpp"

#include "wire/control_characters.hpp"
#include "wire/cuda_errors.hpp"
#include "wire/fault_kinds.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <cctype>
#include <fmt/format.h>
#include <map>

namespace workbook {

using wire::FaultKind;

std::string plural(std::uint64_t count, const char* one, const char* many) {
    return fmt::format("{} {}", count, count == 1 ? one : many);
}

// What to look at, for faults whose message only says what happened; else "".
static std::string advice(const DeviceFault& fault) {
    const bool shared = fault.space == "shared";
    if (fault.kind == name_of(FaultKind::uninitialised_read))
        return shared ? "no value was put there before: was all of the tile filled, is the index "
                        "right?"
                      : "no value was put there before: is the index right, was all of it copied?";
    const bool in_warp = fault.kind == name_of(FaultKind::deadlock) &&
                         fault.message.find("of the warp wait for each other") != std::string::npos;
    if (in_warp || fault.kind == name_of(FaultKind::warp_sync_divergence))
        return "all lanes that a mask names must reach the same call of the warp's function: take "
               "it out of the condition";
    if (fault.kind == name_of(FaultKind::barrier_divergence))
        return "all threads of a block must reach the same __syncthreads(): take it out of the "
               "condition";
    return "";
}

std::string without_folders(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find_first_of(" (\n"), text.size() - 1) + 1;
        std::string_view word = text.substr(0, end);
        text.remove_prefix(end);
        const std::size_t slash = word.rfind('/');
        const bool source = slash != word.npos && (word.find(".cu", slash) != word.npos ||
                                                   word.find(".h", slash) != word.npos);
        if (source) word.remove_prefix(slash + 1);
        result += word;
    }
    return result;
}

std::string with_singulars(std::string text) {
    static constexpr std::string_view nouns[] = {
        "allocations", "arrivals",  "batches",        "bins",    "blocks",  "bytes",   "calls",
        "columns",     "copies",    "elements",       "entries", "floats",  "kernels", "keys",
        "launches",    "lines",     "nodes",          "pieces",  "pixels",  "places",  "points",
        "requests",    "rounds",    "rows",           "samples", "sectors", "sensors", "sizes",
        "steps",       "slices",    "stretches",      "threads", "tiles",   "values",  "warps",
        "operations",  "schedules", "multiprocessors"};
    const auto is_number = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == ',' ||
               c == '-' || c == '_';
    };
    for (std::size_t at = 0; (at = text.find("1 ", at)) != std::string::npos; at += 2) {
        if (at > 0 && is_number(text[at - 1])) continue;
        for (const std::string_view noun : nouns) {
            const std::size_t end = at + 2 + noun.size();
            if (text.compare(at + 2, noun.size(), noun) != 0) continue;
            if (end < text.size() && std::isalnum(static_cast<unsigned char>(text[end])) != 0)
                continue;
            if (noun.ends_with("ies"))
                text.replace(end - 3, 3, "y");
            else if (noun.ends_with("ches"))
                text.erase(end - 2, 2);
            else
                text.erase(end - 1, 1);
            break;
        }
    }
    return text;
}

// "add.cu:12". The compiler says line 0 of what it made from several lines.
std::string line_of(const SourceFrame& frame) {
    return frame.line == 0 ? std::string(wire::file_name(frame.file))
                           : fmt::format("{}:{}", wire::file_name(frame.file), frame.line);
}

// "sync() of cooperative_groups.h": the function of the toolkit that a program's line calls.
static std::string called_of_toolkit(const SourceFrame& frame) {
    std::string name = name_without_parameters(frame.function);
    std::size_t begin = 0;
    int depth = 0; // within a template's arguments
    for (std::size_t i = 0; i + 1 < name.size(); ++i) {
        if (name[i] == '<') ++depth;
        if (name[i] == '>') --depth;
        if (depth == 0 && name.compare(i, 2, "::") == 0) begin = i + 2;
    }
    name.erase(0, begin);
    name.resize(std::min(name.find('<'), name.size()));
    return (name.empty() ? "" : name + "() of ") + std::string(wire::file_name(frame.file));
}

// Lines of the program, innermost first. If a line calls a toolkit function, its name follows. If
// all lines are in toolkit headers, these are given.
static std::string place_of(const FaultSite& site) {
    if (site.frames.empty())
        return site.kernel.empty() ? "" : "in " + name_without_parameters(site.kernel);
    const auto is_left_out = [own = wire::own_frame(site.frames)](const SourceFrame& frame) {
        return wire::is_of_toolkit(frame.file) && !wire::is_of_toolkit(own->file);
    };
    std::string text;
    for (std::size_t i = 0; i < site.frames.size(); ++i) {
        const SourceFrame& frame = site.frames[i];
        if (is_left_out(frame)) continue;
        const bool is_first = text.empty();
        text += (is_first ? "at " : ", called from ") + line_of(frame);
        if (is_first && !frame.function.empty())
            text += " in " + name_without_parameters(frame.function);
        if (i > 0 && is_left_out(site.frames[i - 1]))
            text += ", through " + called_of_toolkit(site.frames[i - 1]);
    }
    return text;
}

std::string describe(const DeviceFault& fault) {
    auto who = [](const FaultSite& site) {
        return fmt::format("thread ({},{},{}) of block ({},{},{})", site.thread.x, site.thread.y,
                           site.thread.z, site.block.x, site.block.y, site.block.z);
    };
    std::string text = fault.tool.empty() || fault.tool == "api" || fault.tool == "program"
                           ? fault.message
                           : fmt::format("{}: {}", fault.tool, fault.message);
    // Shortens paths in the message, too, to their last component.
    for (const FaultSite* site : {&fault.site, fault.other ? &*fault.other : nullptr}) {
        if (!site || site->frames.empty()) continue;
        const std::string& path = site->frames[0].file;
        const std::size_t folder = path.rfind('/') + 1; // 0 if there is none
        for (std::size_t at = 0; folder > 0 && (at = text.find(path, at)) != std::string::npos;)
            text.erase(at, folder);
    }
    const bool in_kernel = !fault.site.kernel.empty();
    if (const std::string at = place_of(fault.site); !at.empty()) text += "\n    " + at;
    if (in_kernel) text += "\n    by " + who(fault.site);
    if (fault.other)
        text += fmt::format("\n    and {}, by {}", place_of(*fault.other), who(*fault.other));
    if (!fault.detail.empty()) text += "\n    " + without_folders(fault.detail);
    if (!fault.element.empty())
        text += (wire::is_invalid_access(fault.kind) ? "\n    this would be " : "\n    this is ") +
                fault.element;
    else if (!fault.allocation.empty() && fault.detail.find(fault.allocation) == std::string::npos)
        text += "\n    the memory: " + fault.allocation;
    const bool has_place = in_kernel || !fault.site.frames.empty();
    if (fault.count > 1)
        text += fmt::format("\n    ({} times{})", fault.count, has_place ? " at this place" : "");
    if (const std::string look_at = advice(fault); !look_at.empty()) text += "\n    " + look_at;
    return printable(text, 2000);
}

std::string in_place(const std::string& place) {
    return place.empty() ? "" : " in " + printable(place, 100);
}

std::string describe_refused(const Launch& launch) {
    constexpr std::uint64_t most_threads =
        1024; // of a block, on every device since compute capability 2.0
    constexpr std::uint32_t most_block_z = 64;
    constexpr std::uint64_t most_grid_yz = 65535;
    constexpr std::uint64_t most_static_shared = 48 << 10;
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
    else if (launch.static_shared_bytes > most_static_shared)
        why = fmt::format("{} bytes of static shared memory; the most is {}",
                          launch.static_shared_bytes, most_static_shared);
    else if (cuda_error_name(launch.error) == "cudaErrorInvalidClusterSize")
        why = fmt::format("grid {}: it must consist of whole clusters, which have at least one "
                          "block in each of x, y and z and at most 8 in all",
                          to_text(launch.grid));
    else
        why = fmt::format("grid {}, block {}, {} bytes of dynamic shared memory",
                          to_text(launch.grid), to_text(launch.block), launch.dynamic_shared_bytes);
    return fmt::format("the launch of {} was refused with {}: {}",
                       printable(launch.short_name(), 100), cuda_error_name(launch.error), why);
}

std::string cuda_error_name(int error) {
    const auto* code = wire::find_cuda_error(error);
    return code != nullptr ? code->name : fmt::format("cudaError {}", error);
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
    return wire::without_controls(result);
}

} // namespace workbook
