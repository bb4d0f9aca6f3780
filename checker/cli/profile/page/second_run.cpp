// Which launches and cases are run once more for a page's arrays, and what is taken over from that
// run.
#include "cli/profile/page/second_run.hpp"

#include "cli/profile/page/arrays.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace workbook::cli {
namespace {

std::uint64_t number_of_block(const FaultParty& party, const Extent& grid) {
    return party.block[0] + grid.x * (party.block[1] + grid.y * party.block[2]);
}

// An entry of the option --arrays.
struct WantedLaunch {
    std::uint64_t number = 0, block = 0, address = 0;
};

WantedLaunch wanted_launch(const PageLaunch& one) {
    WantedLaunch wanted{one.launch.number};
    for (const FaultProfile& fault : one.profile().faults) {
        if (!is_of_launch(fault, one.launch) || !lies_beside_array(fault)) continue;
        if (fault.space == "shared")
            wanted.block = number_of_block(fault.party, one.launch.grid);
        else
            wanted.address = fault.address;
        break;
    }
    return wanted;
}

// Each launch once, in the order in which they are wanted.
std::vector<WantedLaunch> wanted_launches(const std::vector<PageLaunch>& shown) {
    std::vector<WantedLaunch> wanted;
    for (const PageLaunch& one : shown)
        if (std::ranges::find(wanted, one.launch.number, &WantedLaunch::number) == wanted.end())
            wanted.push_back(wanted_launch(one));
    return wanted;
}

std::string arrays_option(const std::vector<WantedLaunch>& launches) {
    std::string option;
    for (const auto& [number, block, address] : launches)
        option += fmt::format("{}{}:{}:{}", option.empty() ? "" : ",", number, block, address);
    return option;
}

// The cases of the launches; none if that cannot be told of one of them.
std::vector<std::string> cases_of(const std::vector<PageLaunch>& shown) {
    std::vector<std::string> cases;
    for (const PageLaunch& one : shown) {
        const CallProfile call = one.profile().call(one.launch.call);
        if (call.test_case.empty() || call.for_a_promise) return {};
        if (std::ranges::find(cases, call.test_case) == cases.end())
            cases.push_back(call.test_case);
    }
    return cases;
}

// A launch of the second run is the first run's: the same kernel with the same grid.
bool is_same(const LaunchProfile& one, const LaunchProfile& other) {
    const auto sides = [](const Extent& extent) {
        return std::array{extent.x, extent.y, extent.z};
    };
    return one.kernel == other.kernel && sides(one.grid) == sides(other.grid) &&
           sides(one.block) == sides(other.block);
}

bool take_arrays(ProfiledProgram& program, const SecondRun& run) {
    auto again = program.run_again(run.arrays, run.cases);
    if (!again || (run.launches != 0 && again->launch_count != run.launches)) return false;
    for (LaunchProfile& launch : program.profile->launches) {
        const auto number = run.numbers.find(launch.number);
        if (number == run.numbers.end()) continue;
        const auto found =
            std::ranges::find(again->launches, number->second, &LaunchProfile::number);
        if (found == again->launches.end() || !is_same(*found, launch)) continue;
        launch.arrays = std::move(found->arrays);
    }
    return true;
}

SecondRun whole_run(const std::vector<PageLaunch>& wanted) {
    const auto launches = wanted_launches(wanted);
    SecondRun run{arrays_option(launches), {}};
    for (const WantedLaunch& launch : launches) run.numbers[launch.number] = launch.number;
    return run;
}

} // namespace

SecondRun short_run(const std::vector<PageLaunch>& wanted) {
    auto launches = wanted_launches(wanted);
    const auto cases = cases_of(wanted);
    const bool has_address =
        std::ranges::any_of(launches, [](const auto& launch) { return launch.address != 0; });
    if (cases.empty() || has_address) return whole_run(wanted);
    const Profile& profile = wanted.front().profile();
    if (profile.launches.size() != profile.launch_count) return whole_run(wanted);

    SecondRun run{"", cases};
    std::map<std::uint64_t, std::uint64_t> numbers; // of all launches that the run has
    for (const LaunchProfile& launch : profile.launches)
        if (std::ranges::find(cases, profile.call(launch.call).test_case) != cases.end())
            numbers[launch.number] = ++run.launches;
    for (WantedLaunch& launch : launches) {
        run.numbers[launch.number] = numbers.at(launch.number);
        launch.number = numbers.at(launch.number);
    }
    run.arrays = arrays_option(launches);
    return run;
}

void add_arrays(ProfiledProgram& program, const std::vector<PageLaunch>& wanted) {
    if (wanted.empty() || !program.profile || !program.run_again) return;
    const SecondRun run = short_run(wanted);
    if (take_arrays(program, run) || run.cases.empty()) return;
    // The program did something else than before without the other cases.
    take_arrays(program, whole_run(wanted));
}

} // namespace workbook::cli
