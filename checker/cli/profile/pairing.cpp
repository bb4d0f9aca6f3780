#include "cli/profile/pairing.hpp"

#include "cli/profile/choice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <tuple>

namespace workbook::cli {
namespace {

// The ordinal of a call in its case, by which calls of two programs are matched: both were checked
// with the same seed.
std::uint64_t ordinal_of(const Profile& profile, std::uint64_t number) {
    const std::string test_case = profile.call(number).test_case;
    return static_cast<std::uint64_t>(
        std::ranges::count_if(profile.calls, [&](const CallProfile& call) {
            return call.test_case == test_case && call.number <= number;
        }));
}

// Among the launches that the other program made in the same call, the biggest of the same kernel;
// where it has none of that name, the biggest of all.
const LaunchProfile* counterpart(const Profile& profile, const LaunchProfile& launch,
                                 const Profile& other) {
    const std::string test_case = profile.call(launch.call).test_case;
    const std::string name = short_kernel_name(launch.kernel);
    const auto ordinal = ordinal_of(profile, launch.call);
    const LaunchProfile* best = nullptr;
    bool best_is_namesake = false;
    for (const LaunchProfile& candidate : other.launches) {
        if (!candidate.ran || other.call(candidate.call).test_case != test_case ||
            ordinal_of(other, candidate.call) != ordinal)
            continue;
        const bool namesake = short_kernel_name(candidate.kernel) == name;
        if (best == nullptr || (namesake && !best_is_namesake) ||
            (namesake == best_is_namesake && candidate.size() > best->size())) {
            best = &candidate;
            best_is_namesake = namesake;
        }
    }
    return best;
}

// The biggest launch of the kernel that has a counterpart.
LaunchPair matching_launches(const Profile& first, const std::string& kernel,
                             const Profile& second) {
    std::vector<const LaunchProfile*> launches;
    for (const LaunchProfile& launch : first.launches)
        if (launch.ran && launch.kernel == kernel && !launch.lines_left_out)
            launches.push_back(&launch);
    std::ranges::stable_sort(launches, std::ranges::greater(), &LaunchProfile::size);
    constexpr std::size_t most_tried = 100;
    for (std::size_t i = 0; i < std::min(launches.size(), most_tried); ++i)
        if (const LaunchProfile* other = counterpart(first, *launches[i], second))
            return {launches[i], other};
    return {nullptr, nullptr};
}

} // namespace

std::vector<const LaunchProfile*> chosen_launches(const ProfiledProgram& program,
                                                  std::uint64_t number) {
    const Profile& profile = *program.profile;
    if (number == 0) return telling_launches(program);
    const auto found = std::ranges::find(profile.launches, number, &LaunchProfile::number);
    if (found == profile.launches.end())
        throw UserError(fmt::format("There is no launch {}: there were {}. --launches lists them.",
                                    number, profile.launch_count));
    return {&*found};
}

std::vector<LaunchPair> compared_launches(const ProfiledProgram& first,
                                          const ProfiledProgram& second, std::uint64_t number,
                                          std::size_t most) {
    std::vector<LaunchPair> pairs;
    for (const LaunchProfile* chosen : chosen_launches(first, number)) {
        const LaunchProfile* own = chosen;
        const LaunchProfile* other = counterpart(*first.profile, *chosen, *second.profile);
        if (other == nullptr && number == 0)
            std::tie(own, other) =
                matching_launches(*first.profile, chosen->kernel, *second.profile);
        // Kernels without a namesake: the first stands for them.
        if (own == nullptr || other == nullptr || pairs.size() == most ||
            (!pairs.empty() && short_kernel_name(own->kernel) != short_kernel_name(other->kernel)))
            continue;
        pairs.emplace_back(own, other);
    }
    return pairs;
}

} // namespace workbook::cli
