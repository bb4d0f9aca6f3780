#include "cli/profile/choice.hpp"

#include "cli/profile/remarks.hpp"

#include <algorithm>
#include <map>

namespace workbook::cli {
namespace {

// Less than this part of the biggest launch is not worth a look at a smaller one.
constexpr double much_waste = 0.1;

constexpr std::uint64_t of_a_promise = 0, ordinary = 1, failed = ~std::uint64_t{0};

// By the number of a call: the higher, the more its launches tell.
std::map<std::uint64_t, std::uint64_t> ranks_of_calls(const ProfiledProgram& program) {
    const Result& result = program.result;
    const bool has_failed = result.verdict != passed && !result.messages.empty();
    std::map<std::uint64_t, std::uint64_t> ranks;
    for (const CallProfile& call : program.profile->calls) {
        std::uint64_t& rank = ranks[call.number];
        rank = call.for_a_promise ? of_a_promise : ordinary + call.measured;
        if (has_failed && call.test_case == result.messages.front().test_case) rank = failed;
    }
    return ranks;
}

const LaunchProfile* most_telling(const ProgramSource& source,
                                  const std::vector<const LaunchProfile*>& launches) {
    const LaunchProfile* biggest =
        *std::ranges::max_element(launches, {}, [](const auto* launch) { return launch->size(); });
    double most = much_waste * cycles_of(*biggest);
    const LaunchProfile* chosen = biggest;
    for (const LaunchProfile* launch : launches)
        if (const double waste = waste_of(source, *launch); waste > most) {
            most = waste;
            chosen = launch;
        }
    return chosen;
}

} // namespace

std::vector<const LaunchProfile*> telling_launches(const ProfiledProgram& program) {
    auto ranks = ranks_of_calls(program);
    auto chosen = biggest_launches(*program.profile);
    for (const LaunchProfile*& of_kernel : chosen) {
        std::uint64_t best = of_a_promise;
        std::vector<const LaunchProfile*> equals;
        for (const LaunchProfile& launch : program.profile->launches) {
            if (!launch.ran || launch.lines_left_out || launch.kernel != of_kernel->kernel)
                continue;
            const auto known = ranks.find(launch.call);
            const std::uint64_t rank = known == ranks.end() ? ordinary : known->second;
            if (rank > best) equals.clear();
            best = std::max(best, rank);
            if (rank == best) equals.push_back(&launch);
        }
        if (!equals.empty()) of_kernel = most_telling(program.source, equals);
    }
    return chosen;
}

} // namespace workbook::cli
