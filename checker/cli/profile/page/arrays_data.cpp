// What the script draws arrays from.
#include "cli/formats/safe_text.hpp"
#include "cli/profile/page/arrays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>

namespace workbook::cli {
namespace {

using PageJson = nlohmann::json;

std::string last_name(const std::string& memory) {
    const std::size_t at = memory.rfind("::");
    return at == std::string::npos ? memory : memory.substr(at + 2);
}

PageJson party_data(const FaultParty& party) {
    return {{"block", party.block}, {"thread", party.thread}, {"access", party.access}};
}

// "cudaMalloc of 4000 bytes in square.cu:30".
std::uint64_t bytes_in_words(const std::string& allocation) {
    static const std::regex pattern(" of ([0-9]{1,15}) bytes");
    std::smatch found;
    return std::regex_search(allocation, found, pattern) ? std::stoull(found[1]) : 0;
}

struct Drawn {
    PageJson list = PageJson::array();
    std::vector<std::pair<std::string, std::uint64_t>> places; // space and address, of each
};

PageJson array_data(const ArrayProfile& array, const std::vector<std::string>& parameters) {
    std::string name;
    if (array.parameter && *array.parameter < parameters.size())
        name = parameters[*array.parameter];
    const bool is_made = array.memory.find(" of ") != std::string::npos; // by a call, not declared
    if (name.empty()) name = is_made ? array.memory : last_name(array.memory);
    return {{"name", safe_line(name, 200)},
            {"made", safe_line(is_made ? array.memory : "", 200)},
            {"space", array.space == "shared" ? "shared" : "global"},
            {"bytes", array.bytes},
            {"element", array.element_bytes},
            {"from", array.from},
            {"to", array.to},
            {"count", array.count},
            {"dropped", array.dropped}};
}

// An array of which nothing was accessed before the fault.
std::size_t add_untouched(Drawn& drawn, const FaultProfile& fault, std::uint64_t address,
                          const PageLaunch& shown) {
    constexpr std::uint64_t most_elements = 16'384;
    ArrayProfile array;
    array.space = fault.space;
    array.memory = fault.allocation;
    array.bytes = bytes_in_words(fault.allocation);
    array.element_bytes = std::clamp<std::uint64_t>(fault.size, 1, 16);
    array.to = std::min(array.bytes, most_elements * array.element_bytes);
    if (array.space == "global")
        for (const auto& [number, value] : shown.launch.arrays->pointers)
            if (!array.parameter && value - address < array.bytes) array.parameter = number;
    PageJson data = array_data(array, kernel_parameters(shown.source(), shown.launch.kernel));
    data["warps"] = PageJson::array();
    drawn.list.push_back(std::move(data));
    drawn.places.emplace_back(fault.space, address);
    return drawn.places.size() - 1;
}

PageJson faults_data(const PageLaunch& shown, Drawn& drawn) {
    constexpr std::size_t most = 20;
    PageJson faults = PageJson::array();
    for (const FaultProfile& fault : shown.profile().faults) {
        if (!is_of_launch(fault, shown.launch) || !lies_beside_array(fault)) continue;
        if (faults.size() == most) break;
        const std::uint64_t begin = fault.address - static_cast<std::uint64_t>(fault.offset);
        std::size_t index = 0;
        while (index < drawn.places.size() && drawn.places[index] != std::pair(fault.space, begin))
            ++index;
        if (index == drawn.places.size()) {
            if (bytes_in_words(fault.allocation) == 0) continue;
            index = add_untouched(drawn, fault, begin, shown);
        }
        PageJson entry{{"array", index},
                       {"kind", safe_line(fault.kind, 40)},
                       {"offset", fault.offset},
                       {"size", fault.size},
                       {"message", safe_line(fault.message, 300)},
                       {"party", party_data(fault.party)}};
        if (fault.other) entry["other"] = party_data(*fault.other);
        faults.push_back(std::move(entry));
    }
    return faults;
}

} // namespace

bool is_of_launch(const FaultProfile& fault, const LaunchProfile& launch) {
    return fault.kernel == launch.kernel && fault.call == launch.call;
}

bool lies_beside_array(const FaultProfile& fault) {
    return !fault.allocation.empty() && (fault.space == "global" || fault.space == "shared");
}

std::optional<PageLaunch> launch_of_fault(const ProfiledProgram& program, const std::string& id) {
    if (!program.profile) return std::nullopt;
    // Those of the case that the message is about come first.
    const std::string test_case =
        program.result.messages.empty() ? "" : program.result.messages.front().test_case;
    std::vector<const FaultProfile*> faults, others;
    for (const FaultProfile& fault : program.profile->faults)
        if (lies_beside_array(fault)) {
            const bool is_told = program.profile->call(fault.call).test_case == test_case;
            (is_told ? faults : others).push_back(&fault);
        }
    faults.insert(faults.end(), others.begin(), others.end());
    for (const FaultProfile* each : faults) {
        const FaultProfile& fault = *each;
        // An invalid access ends the program's work on the device, so it is in the last launch that
        // fits; other faults do not end it.
        const bool is_last = fault.kind.starts_with("invalid");
        const LaunchProfile* found = nullptr;
        for (const LaunchProfile& launch : program.profile->launches)
            if (launch.ran && is_of_launch(fault, launch) && (found == nullptr || is_last))
                found = &launch;
        if (found != nullptr) return PageLaunch{program, *found, id};
    }
    return std::nullopt;
}

nlohmann::json arrays_data(const PageLaunch& shown, std::size_t& room, std::string& left_out) {
    if (!shown.launch.arrays) return nullptr;
    const ArraysProfile& arrays = *shown.launch.arrays;
    const auto parameters = kernel_parameters(shown.source(), shown.launch.kernel);
    Drawn drawn;
    bool lacks_some = false;
    for (const ArrayProfile& array : arrays.list) {
        PageJson data = array_data(array, parameters);
        data["warps"] = array.warps;
        const std::size_t bytes = data.dump().size();
        if (bytes > room) {
            lacks_some = true;
            continue;
        }
        room -= bytes;
        drawn.list.push_back(std::move(data));
        drawn.places.emplace_back(array.space, array.address);
    }
    if (lacks_some)
        left_out += "Of " + short_kernel_name(shown.launch.kernel) +
                    " some arrays were left out for size. ";
    PageJson faults = faults_data(shown, drawn);
    return {{"block", arrays.block},
            {"count", arrays.count},
            {"others", arrays.has_others},
            {"list", std::move(drawn.list)},
            {"faults", std::move(faults)}};
}

nlohmann::json fault_data(const PageLaunch& launch, std::size_t& room) {
    std::string left_out; // the arrays of the launch are below, too, where that is said
    PageJson arrays = arrays_data(launch, room, left_out);
    if (arrays.is_null() || arrays["faults"].empty()) return nullptr;
    // The script draws nothing of the others there.
    const std::size_t index = arrays["faults"][0]["array"];
    for (std::size_t i = 0; i < arrays["list"].size(); ++i)
        if (i != index) arrays["list"][i]["warps"] = PageJson::array();
    const auto sides = [](const Extent& extent) {
        return PageJson::array({extent.x, extent.y, extent.z});
    };
    return {{"grid", sides(launch.launch.grid)},
            {"block", sides(launch.launch.block)},
            {"arrays", std::move(arrays)}};
}

} // namespace workbook::cli
