#include "harness/fault_text.hpp"

#include "harness/describe.hpp"
#include "harness/race_text.hpp"
#include "wire/fault_kinds.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace workbook {
namespace {

using wire::FaultKind;

bool is_invalid(const DeviceFault& fault) { return wire::is_invalid_access(fault.kind); }

// bins[5] of `bins`; of memory without a name it is an element of it.
std::string element_of(std::string name, std::int64_t offset, std::int64_t bytes) {
    const std::int64_t index = offset >= 0 ? offset / bytes : -((bytes - 1 - offset) / bytes);
    // If it is in a function, the last part says enough: void kernel<int>(int*)::tile.
    if (const std::size_t scope = name.rfind("::"); scope != std::string::npos)
        name.erase(0, scope + 2);
    if (name.find(' ') == std::string::npos) return fmt::format("{}[{}]", name, index);
    return fmt::format("element {} of {}", index, name);
}

// An array of the checker's that the fault is about, if there is one: alone in its allocation, at
// most one element behind its begin (Situation::one_element_off).
const ArgumentRecord* array_of(const DeviceFault& fault, const CallRecord& record) {
    if (fault.space != "global") return nullptr;
    const std::uint64_t begin = fault.address - static_cast<std::uint64_t>(fault.offset);
    for (const ArgumentRecord& argument : record.arguments)
        if (argument.device_address != 0 && !argument.name.empty() &&
            begin <= argument.device_address &&
            argument.device_address - begin <= argument.spec.element_bytes)
            return &argument;
    return nullptr;
}

// "in[1], and 16 bytes at once need an address that is a multiple of 16: in[0], in[4], ... have
// one".
std::string name_of_misaligned(const DeviceFault& fault, const CallRecord& record) {
    const auto size = static_cast<std::uint64_t>(fault.size);
    const ArgumentRecord* array = array_of(fault, record);
    if (size == 0 || (array == nullptr && fault.allocation.empty())) return {};
    std::string text = fmt::format("byte {} of {}", fault.offset, fault.allocation);
    std::string aligned;
    if (array != nullptr) {
        const std::uint64_t begin = array->device_address, bytes = array->spec.element_bytes;
        const auto offset = static_cast<std::int64_t>(fault.address - begin);
        text = element_of(array->name, offset, static_cast<std::int64_t>(bytes));
        if (const std::uint64_t inside = (fault.address - begin) % bytes; inside != 0)
            text = fmt::format("byte {} of {}", inside, text);
        for (std::uint64_t index = 0, found = 0; index < size && found < 2; ++index) {
            if ((begin + index * bytes) % size != 0) continue;
            aligned += fmt::format("{}[{}], ", array->name, index);
            ++found;
        }
    }
    if (fault.address % size != 0) {
        text += fmt::format(", and {} at once need an address that is a multiple of {}",
                            plural(size, "byte", "bytes"), size);
        if (!aligned.empty() && size > array->spec.element_bytes)
            text += fmt::format(": {}... have one", aligned);
    }
    return text;
}

std::string name_of_element(const DeviceFault& fault, const CallRecord& record) {
    if (fault.kind == name_of(FaultKind::misaligned)) return name_of_misaligned(fault, record);
    // If the memory was freed, say, it is not the place that is wrong.
    const bool reaches_beyond = fault.detail.find(" and reaches ") != std::string::npos;
    if (is_invalid(fault) && fault.offset == 0 && !reaches_beyond) return {};
    if (const ArgumentRecord* array = array_of(fault, record)) {
        const auto bytes = static_cast<std::int64_t>(array->spec.element_bytes);
        const auto offset = static_cast<std::int64_t>(fault.address - array->device_address);
        std::string element = element_of(array->name, offset, bytes);
        if (!is_invalid(fault)) return element;
        const auto size = static_cast<std::int64_t>(fault.size);
        if (offset >= 0 && offset % bytes == 0 && size > bytes && size % bytes == 0)
            element += " to " + element_of(array->name, offset + size - bytes, bytes);
        return fmt::format("{}, and {} has {}", element, array->name,
                           plural(array->spec.count * array->spec.repeats, "element", "elements"));
    }
    if (fault.allocation.empty() || fault.size == 0) return {};
    return element_of(fault.allocation, fault.offset, static_cast<std::int64_t>(fault.size));
}

// Whether both threads are lanes of one warp in every launch of the kernel; false where none is
// known.
bool is_in_one_warp(const Race& race, const std::vector<Launch>& launches) {
    if (!race.in_one_block()) return false;
    const std::string kernel = name_without_parameters(race.shown->site.kernel);
    bool is_known = false;
    for (const Launch& launch : launches) {
        if (launch.short_name() != kernel) continue;
        const auto warp_of = [&](const Dim3& thread) {
            return (thread.x + launch.block.x * (thread.y + launch.block.y * thread.z)) / 32;
        };
        if (warp_of(race.shown->site.thread) != warp_of(race.shown->other->thread)) return false;
        is_known = true;
    }
    return is_known;
}

} // namespace

void name_elements(std::vector<DeviceFault>& faults, const CallRecord& record) {
    for (DeviceFault& fault : faults) fault.element = name_of_element(fault, record);
}

std::vector<FaultText> describe(const std::vector<DeviceFault>& faults,
                                const std::vector<Launch>& launches) {
    std::vector<Race> races;
    for (const DeviceFault& fault : faults)
        if (auto race = race_in(fault)) {
            race->cooperative = std::ranges::any_of(launches, [&](const Launch& launch) {
                return launch.cooperative &&
                       launch.short_name() == name_without_parameters(fault.site.kernel);
            });
            race->in_one_warp = is_in_one_warp(*race, launches);
            const auto known = std::ranges::find_if(
                races, [&](const Race& other) { return race->is_same(other); });
            if (known == races.end()) {
                races.push_back(std::move(*race));
                continue;
            }
            known->count += race->count;
            known->reads |= race->reads;
            known->atomic |= race->atomic;
            known->writes_twice |= race->writes_twice;
            known->in_one_warp &= race->in_one_warp;
        }
    std::vector<FaultText> texts;
    for (const DeviceFault& fault : faults) {
        // What a missing barrier leads to besides.
        const auto cause = std::ranges::find_if(races, [&](const Race& race) {
            return fault.kind == name_of(FaultKind::uninitialised_read) &&
                   fault.space == "shared" && race.shown->space == "shared" &&
                   race.array == array_in(fault);
        });
        if (cause != races.end())
            cause->before_written = true;
        else if (!race_in(fault))
            texts.push_back({describe(fault), ""});
    }
    std::vector<FaultText> told;
    for (const Race& race : races) told.push_back({text_of(race), topic_of(race)});
    texts.insert(texts.begin(), told.begin(), told.end());
    return texts;
}

} // namespace workbook
