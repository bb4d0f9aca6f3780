#include "cli/profile/pairing.hpp"

#include "cli/profile/choice.hpp"
#include "cli/profile/remarks.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace workbook::cli {
namespace {

// A call by its case and its ordinal there, by which calls of two programs are matched: both were
// checked with the same seed.
using PlaceOfCall = std::pair<std::string, std::uint64_t>;

std::map<std::uint64_t, PlaceOfCall> places_of_calls(const Profile& profile) {
    std::map<std::uint64_t, PlaceOfCall> places;
    for (const CallProfile& call : profile.calls) places[call.number] = {call.test_case, 0};
    std::map<std::string, std::uint64_t> known;
    for (auto& [number, place] : places) place.second = ++known[place.first];
    return places;
}

// Finds for a launch of one program the launch of another that stands beside it.
class Counterparts {
  public:
    Counterparts(const Profile& first, const Profile& second) : places_(places_of_calls(first)) {
        const auto places = places_of_calls(second);
        for (const LaunchProfile& launch : second.launches)
            if (launch.ran) launches_[place_in(places, launch.call)].push_back(&launch);
    }

    // Among the launches that the other program made in the same call, the biggest of the same
    // kernel; where it has none of that name, the biggest of all.
    const LaunchProfile* of(const LaunchProfile& launch) const {
        const auto found = launches_.find(place_in(places_, launch.call));
        if (found == launches_.end()) return nullptr;
        const std::string name = short_kernel_name(launch.kernel);
        return *std::ranges::max_element(
            found->second, std::ranges::less(), [&](const LaunchProfile* candidate) {
                return std::tuple(short_kernel_name(candidate->kernel) == name, candidate->size());
            });
    }

  private:
    static PlaceOfCall place_in(const std::map<std::uint64_t, PlaceOfCall>& places,
                                std::uint64_t call) {
        const auto found = places.find(call);
        return found == places.end() ? PlaceOfCall() : found->second;
    }

    std::map<std::uint64_t, PlaceOfCall> places_;
    std::map<PlaceOfCall, std::vector<const LaunchProfile*>> launches_;
};

// The biggest launch of the kernel that has a counterpart.
LaunchPair matching_launches(const Profile& first, const std::string& kernel,
                             const Counterparts& counterparts) {
    std::vector<const LaunchProfile*> launches;
    for (const LaunchProfile& launch : first.launches)
        if (launch.ran && launch.kernel == kernel && !launch.lines_left_out)
            launches.push_back(&launch);
    std::ranges::stable_sort(launches, std::ranges::greater(), &LaunchProfile::size);
    constexpr std::size_t most_tried = 100;
    for (std::size_t i = 0; i < std::min(launches.size(), most_tried); ++i)
        if (const LaunchProfile* other = counterparts.of(*launches[i])) return {launches[i], other};
    return {nullptr, nullptr};
}

} // namespace

std::vector<const LaunchProfile*> chosen_launches(const ProfiledProgram& program,
                                                  std::uint64_t number, const ExtraCost& extra) {
    const Profile& profile = *program.profile;
    if (number == 0) return telling_launches(program, extra);
    const auto found = std::ranges::find(profile.launches, number, &LaunchProfile::number);
    if (found == profile.launches.end())
        throw UserError(fmt::format("There is no launch {}: there were {}. --launches lists them.",
                                    number, profile.launch_count));
    return {&*found};
}

std::vector<LaunchPair> compared_launches(const ProfiledProgram& first,
                                          const ProfiledProgram& second, std::uint64_t number,
                                          std::size_t most) {
    // If only the second program failed, its launches decide what to look at.
    if (number == 0 && first.result.verdict == passed && second.result.verdict != passed) {
        auto pairs = compared_launches(second, first, 0, most);
        for (auto& [own, other] : pairs) std::swap(own, other);
        return pairs;
    }
    const Counterparts counterparts(*first.profile, *second.profile);
    const auto extra = [&](const LaunchProfile& launch) {
        const LaunchProfile* other = counterparts.of(launch);
        return other == nullptr ? 0 : cycles_of(launch) - cycles_of(*other);
    };
    std::vector<LaunchPair> pairs;
    for (const LaunchProfile* chosen : chosen_launches(first, number, extra)) {
        const LaunchProfile* own = chosen;
        const LaunchProfile* other = counterparts.of(*chosen);
        if (other == nullptr && number == 0)
            std::tie(own, other) = matching_launches(*first.profile, chosen->kernel, counterparts);
        // Kernels of different names are compared only as the first pair.
        if (own == nullptr || other == nullptr || pairs.size() == most ||
            (!pairs.empty() && short_kernel_name(own->kernel) != short_kernel_name(other->kernel)))
            continue;
        pairs.emplace_back(own, other);
    }
    return pairs;
}

} // namespace workbook::cli
