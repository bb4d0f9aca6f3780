#include "cli/profile/array_data.hpp"

#include "cli/profile/json_fields.hpp"
#include "wire/trace_fields.hpp"

#include <algorithm>

namespace workbook::cli {
namespace {

namespace field = workbook::wire::trace_field;
using ArrayJson = nlohmann::json;

// Empty if it is not what a trace has.
std::vector<std::int64_t> array_access(const ArrayJson& numbers) {
    constexpr std::size_t heading = 5, of_run = 4;
    if (!numbers.is_array() || numbers.size() < heading + of_run ||
        (numbers.size() - heading) % of_run != 0 || numbers.size() > heading + 32 * of_run)
        return {};
    std::vector<std::int64_t> access;
    for (const ArrayJson& number : numbers) {
        if (!number.is_number_integer()) return {};
        access.push_back(number.get<std::int64_t>());
    }
    if (std::ranges::any_of(access.begin(), access.begin() + heading,
                            [](std::int64_t number) { return number < 0; }))
        return {};
    for (std::size_t i = heading; i < access.size(); i += of_run)
        if (access[i] < 0 || access[i + 1] < 1 || access[i] > 31 || access[i + 1] > 32 ||
            access[i] + access[i + 1] > 32 || access[i + 2] < 0)
            return {};
    return access;
}

std::optional<ArrayProfile> read_array(const ArrayJson& object) {
    ArrayProfile array;
    array.space = profile_text(object, field::space);
    array.memory = profile_text(object, field::memory);
    array.address = profile_count(object, field::address);
    array.bytes = profile_count(object, field::bytes);
    array.element_bytes =
        std::clamp<std::uint64_t>(profile_count(object, field::element_bytes), 1, 16);
    array.from = profile_count(object, field::from);
    array.to = profile_count(object, field::to);
    array.count = profile_count(object, field::count);
    array.dropped = profile_count(object, field::dropped);
    if (object.contains(field::parameter))
        array.parameter = profile_count(object, field::parameter);
    if (array.from > array.to || array.to > array.bytes ||
        array.to - array.from > (std::uint64_t{1} << 20))
        return std::nullopt;
    if (const auto warps = object.find(field::warps); warps != object.end() && warps->is_array())
        for (const ArrayJson& numbers : *warps)
            if (auto access = array_access(numbers); !access.empty())
                array.warps.push_back(std::move(access));
    return array;
}

} // namespace

std::optional<ArraysProfile> read_arrays(const nlohmann::json& launch) {
    const auto found = launch.find(field::arrays);
    if (found == launch.end() || !found->is_object()) return std::nullopt;
    ArraysProfile arrays{profile_count(*found, field::block),
                         profile_count(*found, field::count),
                         found->value(field::has_others, ArrayJson(false)) == true,
                         {},
                         {}};
    if (const auto list = found->find(field::list); list != found->end() && list->is_array())
        for (const ArrayJson& object : *list)
            if (object.is_object())
                if (auto array = read_array(object)) arrays.list.push_back(std::move(*array));
    const auto pointers = found->find(field::pointers);
    if (pointers == found->end() || !pointers->is_array()) return arrays;
    for (const ArrayJson& pair : *pointers)
        if (pair.is_array() && pair.size() == 2 && pair[0].is_number_unsigned() &&
            pair[1].is_number_unsigned())
            arrays.pointers.emplace_back(pair[0].get<std::size_t>(), pair[1].get<std::uint64_t>());
    return arrays;
}

} // namespace workbook::cli
