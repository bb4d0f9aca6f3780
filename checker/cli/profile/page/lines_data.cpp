// What the page's script draws from: accesses and PTX of each line.
#include "cli/formats/safe_text.hpp"
#include "cli/profile/page/parts.hpp"

#include <cxxabi.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <utility>

namespace workbook::cli {
namespace {

using PageJson = nlohmann::json;

// The name without template arguments, which the trace and the PTX spell in different ways.
std::string bare_kernel_name(const std::string& name) {
    const std::string brief = short_kernel_name(name);
    return brief.substr(0, brief.find('<'));
}

std::string demangled(const std::string& name) {
    int status = 0;
    const std::unique_ptr<char, decltype(&std::free)> text(
        abi::__cxa_demangle(name.c_str(), nullptr, nullptr, &status), &std::free);
    return status == 0 && text ? text.get() : name;
}

// Without what only one of the two writes: "<2>" for "<(int)2>".
std::string template_arguments(const std::string& name) {
    std::string text = short_kernel_name(name);
    text.erase(0, std::min(text.size(), text.find('<')));
    for (const std::string_view cast : {"(int)", "(bool)", "(unsigned int)", " "})
        for (std::size_t at = text.find(cast); at != std::string::npos; at = text.find(cast))
            text.erase(at, cast.size());
    return text;
}

struct LinePtx {
    std::vector<std::string> first; // of the instructions
    std::size_t count = 0;          // of all of them
};

// By line: the kernel's own instructions, or, in lines where it has none, those of functions that
// it may call. Of a template those of this instance, if it is found.
std::map<int, LinePtx> ptx_by_line(const PageLaunch& shown) {
    constexpr std::size_t most = 200; // of a line
    const std::string kernel = bare_kernel_name(shown.launch.kernel);
    const std::string arguments = template_arguments(shown.launch.kernel);
    std::vector<const PtxFunction*> instances, kernels, others;
    for (const PtxFunction& function : shown.profile().ptx) {
        const std::string name = demangled(function.name);
        const bool is_kernel = bare_kernel_name(name) == kernel;
        (is_kernel ? kernels : others).push_back(&function);
        if (is_kernel && template_arguments(name) == arguments) instances.push_back(&function);
    }
    const auto lines_of = [&](const std::vector<const PtxFunction*>& functions) {
        std::map<int, LinePtx> lines;
        for (const PtxFunction* function : functions)
            for (const PtxInstruction& instruction : function->instructions) {
                if (instruction.file != shown.source().file) continue;
                LinePtx& line = lines[instruction.line];
                if (++line.count <= most) line.first.push_back(safe_line(instruction.text, 400));
            }
        return lines;
    };
    auto lines = lines_of(instances.empty() ? kernels : instances);
    lines.merge(lines_of(others));
    return lines;
}

// As the trace has it: block, warp, cost, lowest address, and four numbers for each run of lanes.
PageJson warp_data(const SampledWarp& warp) {
    PageJson numbers = {warp.block, warp.warp, warp.cost, warp.address};
    for (const LaneRun& run : warp.runs) {
        for (const std::uint64_t number : {run.lane, run.count, run.offset})
            numbers.push_back(number);
        numbers.push_back(run.step);
    }
    return numbers;
}

PageJson costliest_data(const WarpAccess& access) {
    PageJson numbers = {access.block, access.warp, access.cost, access.address};
    for (std::size_t lane = 0; lane < access.offsets.size(); ++lane)
        if (access.offsets[lane])
            for (const std::uint64_t number :
                 {std::uint64_t{lane}, std::uint64_t{1}, *access.offsets[lane], std::uint64_t{0}})
                numbers.push_back(number);
    return numbers;
}

// "tile" for "(anonymous namespace)::transpose_kernel(const float *, int)::tile".
std::string short_variable_name(const std::string& memory) {
    const std::size_t at = memory.rfind("::");
    return at == std::string::npos ? memory : memory.substr(at + 2);
}

PageJson kind_data(const std::string& space, const std::string& action, const std::string& memory,
                   std::uint64_t bytes) {
    return {{"space", safe_line(space, 20)},
            {"action", safe_line(action, 20)},
            {"memory", safe_line(short_variable_name(memory), 200)},
            {"bytes", std::min<std::uint64_t>(bytes, 16)}};
}

// The costliest access of a kind stands behind the first ones if none of them costs as much.
PageJson series_data(const LineProfile& line) {
    PageJson all = PageJson::array();
    std::vector<const WarpAccess*> costliest;
    for (const WarpAccess& access : line.accesses) costliest.push_back(&access);
    for (const AccessSeries& series : line.series) {
        if (series.warps.empty()) continue;
        PageJson one = kind_data(series.space, series.action, series.memory, series.bytes);
        one["count"] = series.count;
        std::uint64_t most = 0;
        for (const SampledWarp& warp : series.warps) {
            one["warps"].push_back(warp_data(warp));
            most = std::max(most, warp.cost);
        }
        const auto found = std::ranges::find_if(costliest, [&](const WarpAccess* access) {
            return access->space == series.space && access->action == series.action &&
                   access->bytes == series.bytes &&
                   (access->memory == series.memory || series.memory.empty());
        });
        if (found != costliest.end()) {
            if ((*found)->cost > most) one["costliest"] = costliest_data(**found);
            costliest.erase(found);
        }
        all.push_back(std::move(one));
    }
    if (!line.series.empty()) return all;
    for (const WarpAccess* access : costliest) {
        PageJson one = kind_data(access->space, access->action, access->memory, access->bytes);
        one["warps"] = PageJson::array();
        one["costliest"] = costliest_data(*access);
        all.push_back(std::move(one));
    }
    return all;
}

std::size_t size_of(const PageJson& object) {
    return object.dump(-1, ' ', false, PageJson::error_handler_t::replace).size();
}

} // namespace

nlohmann::json lines_data(const PageLaunch& shown, std::size_t& room, std::string& left_out) {
    PageJson lines = PageJson::object();
    bool lacks_series = shown.launch.series_left_out, lacks_ptx = false;
    auto ptx = ptx_by_line(shown);
    for (const auto& [number, line] : lines_in(shown.source(), shown.launch)) {
        PageJson entry = PageJson::object();
        const auto add = [&](const char* name, PageJson value, bool& lacking) {
            const std::size_t bytes = size_of(value);
            if (value.empty()) return;
            if (bytes > room) {
                lacking = true;
                return;
            }
            room -= bytes;
            entry[name] = std::move(value);
        };
        add("series", series_data(*line), lacks_series);
        const LinePtx& instructions = ptx[number];
        add("ptx", instructions.first, lacks_ptx);
        entry["instructions"] = instructions.count;
        lines[std::to_string(number)] = std::move(entry);
    }
    const std::string name = short_kernel_name(shown.launch.kernel);
    if (lacks_series) left_out += "Of " + name + " some pictures of warps were left out for size. ";
    if (lacks_ptx) left_out += "Of " + name + " some PTX was left out for size. ";
    const auto sides = [](const Extent& extent) {
        return PageJson::array({extent.x, extent.y, extent.z});
    };
    return {{"label", safe_line(shown.source().label, 200)},
            {"grid", sides(shown.launch.grid)},
            {"block", sides(shown.launch.block)},
            {"lines", std::move(lines)}};
}

} // namespace workbook::cli
