#include "cli/profile/data.hpp"

#include "cli/profile/json_fields.hpp"
#include "wire/profile_file.hpp"
#include "wire/trace_fields.hpp"

#include <algorithm>

namespace workbook::cli {

namespace field = workbook::wire::trace_field;
namespace profile_field = workbook::wire::profile_field;

namespace {

using ProfileJson = nlohmann::json;

const ProfileJson& profile_entries(const ProfileJson& object, const char* key) {
    static const ProfileJson no_entries = ProfileJson::array();
    const auto found = object.find(key);
    return found != object.end() && found->is_array() ? *found : no_entries;
}

bool profile_flag(const ProfileJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && *found == true;
}

Extent profile_extent(const ProfileJson& object, const char* key) {
    const ProfileJson& sides = profile_entries(object, key);
    const auto side = [&](std::size_t i) {
        return i < sides.size() && sides[i].is_number_unsigned() ? sides[i].get<std::uint64_t>()
                                                                 : 1;
    };
    return {side(0), side(1), side(2)};
}

Counts profile_counts(const ProfileJson& object) {
    Counts counts;
    for (const auto& [name, value] : object.items())
        if (value.is_number_unsigned() && name != field::line)
            counts.values[name] = value.get<std::uint64_t>();
    return counts;
}

WarpAccess profile_access(const ProfileJson& object) {
    WarpAccess access{profile_text(object, field::space),    profile_text(object, field::action),
                      profile_text(object, field::memory),   profile_count(object, field::bytes),
                      profile_count(object, field::address), profile_count(object, field::cost),
                      profile_count(object, field::block),   profile_count(object, field::warp)};
    const ProfileJson& offsets = profile_entries(object, field::offsets);
    for (std::size_t lane = 0; lane < std::min(access.offsets.size(), offsets.size()); ++lane)
        if (offsets[lane].is_number_unsigned())
            access.offsets[lane] = offsets[lane].get<std::uint64_t>();
    return access;
}

// Nothing if it is not what a trace has.
std::optional<SampledWarp> profile_warp(const ProfileJson& numbers) {
    constexpr std::size_t heading = 4, of_run = 4;
    if (!numbers.is_array() || numbers.size() < heading + of_run ||
        (numbers.size() - heading) % of_run != 0 || numbers.size() > heading + 32 * of_run)
        return std::nullopt;
    for (const ProfileJson& number : numbers)
        if (!number.is_number_integer()) return std::nullopt;
    const auto at = [&](std::size_t i) { return numbers[i].get<std::uint64_t>(); };
    SampledWarp warp{at(0), at(1), at(2), at(3), {}};
    for (std::size_t i = heading; i < numbers.size(); i += of_run) {
        warp.runs.push_back({at(i), at(i + 1), at(i + 2), numbers[i + 3].get<std::int64_t>()});
        if (at(i) >= 32 || at(i + 1) > 32 || at(i) + at(i + 1) > 32) return std::nullopt;
    }
    return warp;
}

AccessSeries profile_series(const ProfileJson& object) {
    AccessSeries series{profile_text(object, field::space),  profile_text(object, field::action),
                        profile_text(object, field::memory), profile_count(object, field::bytes),
                        profile_count(object, field::count), {}};
    for (const ProfileJson& numbers : profile_entries(object, field::warps))
        if (auto warp = profile_warp(numbers)) series.warps.push_back(std::move(*warp));
    return series;
}

std::vector<PtxFunction> profile_ptx(const ProfileJson& document) {
    std::vector<PtxFunction> functions;
    for (const ProfileJson& object : profile_entries(document, profile_field::ptx)) {
        if (!object.is_object()) continue;
        PtxFunction& function = functions.emplace_back();
        function.name = profile_text(object, profile_field::function);
        for (const ProfileJson& line : profile_entries(object, profile_field::lines))
            if (line.is_array() && line.size() == 3 && line[0].is_string() &&
                line[1].is_number_unsigned() && line[2].is_string())
                function.instructions.push_back(
                    {line[0].get<std::string>(), line[1].get<int>(), line[2].get<std::string>()});
    }
    return functions;
}

LineProfile profile_line(const ProfileJson& object) {
    LineProfile line{profile_text(object, field::file),
                     static_cast<int>(profile_count(object, field::line)),
                     profile_counts(object),
                     {},
                     {}};
    for (const ProfileJson& access : profile_entries(object, field::accesses))
        if (access.is_object()) line.accesses.push_back(profile_access(access));
    for (const ProfileJson& series : profile_entries(object, field::series))
        if (series.is_object()) line.series.push_back(profile_series(series));
    return line;
}

WarpOfLines profile_lanes(const ProfileJson& object) {
    WarpOfLines warp{profile_count(object, field::block),
                     profile_count(object, field::warp),
                     static_cast<std::uint32_t>(profile_count(object, field::lanes)),
                     {}};
    for (const ProfileJson& line : profile_entries(object, field::lines)) {
        if (!line.is_array() || line.size() != 3 || !line[0].is_string() ||
            !line[1].is_number_unsigned() || !line[2].is_array())
            continue;
        LanesOfLine& lanes = warp.lines.emplace_back(
            LanesOfLine{line[0].get<std::string>(), line[1].get<int>(), {}});
        for (const ProfileJson& times : line[2])
            if (times.is_array() && times.size() == 2 && times[0].is_number_unsigned() &&
                times[1].is_number_unsigned())
                lanes.times.emplace_back(times[0].get<std::uint32_t>(),
                                         times[1].get<std::uint64_t>());
    }
    return warp;
}

OrderEvent profile_event(const ProfileJson& object) {
    OrderEvent event;
    event.type = profile_text(object, field::type);
    event.api = profile_text(object, field::api);
    event.kernel = profile_text(object, field::kernel);
    event.direction = profile_text(object, field::direction);
    event.place = profile_text(object, field::place);
    event.launch = profile_count(object, profile_field::number);
    event.bytes = profile_count(object, field::bytes);
    if (object.contains(field::stream)) event.stream = profile_count(object, field::stream);
    if (object.contains(field::event)) event.event = profile_count(object, field::event);
    event.device = profile_count(object, field::device);
    event.non_blocking = profile_flag(object, field::non_blocking);
    event.waits = profile_flag(object, field::waits);
    event.error = profile_count(object, field::error);
    event.graph = profile_count(object, field::graph);
    event.branch = profile_count(object, field::branch);
    event.node = profile_count(object, field::node);
    event.nodes = profile_count(object, field::nodes);
    if (const auto after = object.find(field::after); after != object.end()) {
        if (after->is_number_unsigned()) event.after.push_back(after->get<std::uint64_t>());
        for (const ProfileJson& node : profile_entries(object, field::after))
            if (node.is_number_unsigned()) event.after.push_back(node.get<std::uint64_t>());
    }
    return event;
}

CallOrder profile_order(const ProfileJson& object) {
    CallOrder order{profile_count(object, profile_field::call),
                    {},
                    profile_count(object, profile_field::left_out)};
    for (const ProfileJson& event : profile_entries(object, field::events))
        if (event.is_object()) order.events.push_back(profile_event(event));
    return order;
}

LaunchProfile profile_launch(const ProfileJson& object) {
    LaunchProfile launch;
    launch.number = profile_count(object, profile_field::number);
    launch.call = profile_count(object, profile_field::call);
    launch.kernel = profile_text(object, field::kernel);
    launch.grid = profile_extent(object, field::grid);
    launch.block = profile_extent(object, field::block);
    launch.lines_left_out = object.contains(profile_field::lines_left_out);
    launch.series_left_out = object.contains(profile_field::series_left_out);
    if (const auto counters = object.find(field::counters);
        counters != object.end() && counters->is_object())
        launch.totals = profile_counts(*counters);
    launch.arrays = read_arrays(object);
    launch.ran = !launch.totals.values.empty();
    for (const ProfileJson& line : profile_entries(object, field::lines))
        if (line.is_object()) launch.lines.push_back(profile_line(line));
    for (const ProfileJson& warp : profile_entries(object, field::lanes))
        if (warp.is_object()) launch.warps.push_back(profile_lanes(warp));
    return launch;
}

void add_places(const ProfileJson& site, std::vector<SourcePlace>& places) {
    for (const ProfileJson& frame : profile_entries(site, field::frames))
        if (frame.is_object())
            places.push_back({profile_text(frame, field::file),
                              static_cast<int>(profile_count(frame, field::line))});
}

FaultParty profile_party(const ProfileJson& site) {
    const auto place = [&](const char* key) {
        std::array<std::uint64_t, 3> sides{};
        const ProfileJson& numbers = profile_entries(site, key);
        for (std::size_t i = 0; i < std::min(sides.size(), numbers.size()); ++i)
            if (numbers[i].is_number_unsigned()) sides[i] = numbers[i].get<std::uint64_t>();
        return sides;
    };
    return {place(field::block), place(field::thread), profile_text(site, field::access)};
}

FaultProfile profile_fault(const ProfileJson& object) {
    FaultProfile fault{profile_text(object, field::kind),
                       profile_text(object, field::message),
                       profile_text(object, field::kernel),
                       profile_count(object, profile_field::call),
                       {}};
    add_places(object, fault.places);
    if (const auto other = object.find(field::other); other != object.end() && other->is_object())
        add_places(*other, fault.places);
    fault.space = profile_text(object, field::space);
    fault.allocation = profile_text(object, field::allocation);
    fault.address = profile_count(object, field::address);
    fault.size = profile_count(object, field::size);
    if (const auto offset = object.find(field::offset);
        offset != object.end() && offset->is_number_integer())
        fault.offset = offset->get<std::int64_t>();
    fault.party = profile_party(object);
    if (const auto other = object.find(field::other); other != object.end() && other->is_object())
        fault.other = profile_party(*other);
    return fault;
}

} // namespace

CallProfile Profile::call(std::uint64_t number) const {
    const auto found = std::ranges::find(calls, number, &CallProfile::number);
    return found == calls.end() ? CallProfile{} : *found;
}

std::optional<Profile> read_profile(const std::string& text) {
    const auto document = ProfileJson::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!document.is_object() ||
        profile_text(document, profile_field::format) != wire::profile_format)
        return std::nullopt;
    Profile profile;
    for (const ProfileJson& call : profile_entries(document, profile_field::calls))
        if (call.is_object())
            profile.calls.push_back({profile_count(call, profile_field::number),
                                     profile_text(call, profile_field::case_of_call),
                                     profile_text(call, profile_field::function),
                                     profile_flag(call, profile_field::returned),
                                     profile_count(call, profile_field::measured),
                                     profile_flag(call, profile_field::for_a_promise)});
    for (const ProfileJson& launch : profile_entries(document, profile_field::launches))
        if (launch.is_object()) profile.launches.push_back(profile_launch(launch));
    for (const ProfileJson& fault : profile_entries(document, profile_field::faults))
        if (fault.is_object()) profile.faults.push_back(profile_fault(fault));
    for (const ProfileJson& order : profile_entries(document, profile_field::orders))
        if (order.is_object()) profile.orders.push_back(profile_order(order));
    profile.launch_count = profile_count(document, profile_field::launch_count);
    profile.ptx = profile_ptx(document);
    return profile;
}

std::string short_kernel_name(const std::string& kernel) {
    std::string name = kernel;
    constexpr std::string_view anonymous = "(anonymous namespace)::";
    for (std::size_t at; (at = name.find(anonymous)) != std::string::npos;)
        name.erase(at, anonymous.size());
    // What nvcc calls the namespace of a file's own functions.
    for (std::size_t at; (at = name.find("_INTERNAL_")) != std::string::npos;) {
        const std::size_t end = name.find("::", at);
        if (end == std::string::npos) break;
        name.erase(at, end + 2 - at);
    }
    int depth = 0; // in a template's arguments, which stay
    std::size_t start = 0;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name[i] == '<') ++depth;
        if (name[i] == '>') --depth;
        if (depth != 0) continue;
        if (name[i] == ' ') start = i + 1; // behind the result's type
        if (name[i] == '(' && i > start) return name.substr(start, i - start);
    }
    return name;
}

std::vector<const LaunchProfile*> biggest_launches(const Profile& profile) {
    std::vector<const LaunchProfile*> biggest;
    for (const LaunchProfile& launch : profile.launches) {
        if (!launch.ran) continue;
        const auto known = std::ranges::find(biggest, launch.kernel, &LaunchProfile::kernel);
        if (known == biggest.end())
            biggest.push_back(&launch);
        else if (launch.size() > (*known)->size())
            *known = &launch;
    }
    std::ranges::stable_sort(biggest, std::ranges::greater(), &LaunchProfile::size);
    return biggest;
}

} // namespace workbook::cli
