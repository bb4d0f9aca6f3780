#include "cli/profile/choice.hpp"

#include "cli/profile/remarks.hpp"

#include <algorithm>
#include <map>
#include <set>

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

// What the first message that has a line says: where the check counted too much, mostly.
std::set<int> failed_lines(const ProgramSource& source, const Result& result) {
    std::set<int> lines;
    if (result.verdict == passed) return lines;
    for (const Message& message : result.messages) {
        for (const ToldLine& told : told_lines(message.text, source.file)) lines.insert(told.line);
        if (!lines.empty()) break;
    }
    return lines;
}

// The launch among the biggest that costs most beyond the other program's; null if the costs are
// about the same.
const LaunchProfile* most_extra(std::vector<const LaunchProfile*> launches,
                                const ExtraCost& extra) {
    constexpr double much_more = 0.1; // of the launch
    constexpr std::size_t most_tried = 100;
    std::ranges::stable_sort(launches, std::ranges::greater(), &LaunchProfile::size);
    launches.resize(std::min(launches.size(), most_tried));
    const LaunchProfile* chosen = nullptr;
    double most = 0;
    for (const LaunchProfile* launch : launches)
        if (const double more = extra(*launch);
            more > most && more > much_more * cycles_of(*launch)) {
            most = more;
            chosen = launch;
        }
    return chosen;
}

const LaunchProfile* most_telling(const ProgramSource& source,
                                  const std::vector<const LaunchProfile*>& launches,
                                  const ExtraCost& extra) {
    if (extra)
        if (const LaunchProfile* chosen = most_extra(launches, extra)) return chosen;
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

// "too many additions to the sums" of "n = 64:\ntoo many additions to the sums: a thread adds its
// share first\n(measured: 400 ..., most of it at sums.cu:57; ...)", where `place` is in brackets.
// "" if there is no such short sentence.
std::string words_before_brackets(const std::string& text, std::size_t place) {
    constexpr std::size_t most = 120;
    const std::size_t bracket = text.rfind('(', place);
    if (bracket == std::string::npos || bracket == 0) return "";
    const std::size_t end = text.find_last_not_of(" \n", bracket - 1);
    if (end == std::string::npos) return "";
    const std::size_t begin = text.rfind('\n', end) + 1; // 0 if it is the first line
    const std::string line = text.substr(begin, end + 1 - begin);
    const std::string words = line.substr(0, line.find_first_of(":;("));
    return words.size() > most ? "" : words;
}

} // namespace

std::optional<ToldFailure> failure_told_of(const ProfiledProgram& program,
                                           const LaunchProfile& launch) {
    if (program.result.verdict == passed) return std::nullopt;
    const auto ran = lines_in(program.source, launch);
    for (const Message& message : program.result.messages) {
        const auto told = told_lines(message.text, program.source.file);
        if (told.empty()) continue;
        const int line = told.front().line;
        const std::string words = words_before_brackets(message.text, told.front().begin);
        if (words.empty() || !ran.contains(line)) return std::nullopt;
        return ToldFailure{line, words};
    }
    return std::nullopt;
}

Nearness nearness_to_failure(const ProfiledProgram& program, const LaunchProfile& launch) {
    const Result& result = program.result;
    if (result.verdict == passed || result.messages.empty()) return {};
    const auto ran = lines_in(program.source, launch);
    const bool ran_one = std::ranges::any_of(failed_lines(program.source, result),
                                             [&](int line) { return ran.contains(line); });
    const bool same_case =
        program.profile->call(launch.call).test_case == result.messages.front().test_case;
    const bool is_both = ran_one && same_case;
    return {2 * ran_one + same_case, is_both ? -static_cast<std::int64_t>(launch.call) : 0};
}

std::vector<const LaunchProfile*> telling_launches(const ProfiledProgram& program,
                                                   const ExtraCost& extra) {
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
        if (!equals.empty()) of_kernel = most_telling(program.source, equals, extra);
    }
    std::ranges::stable_sort(chosen, std::ranges::greater(), [&](const LaunchProfile* launch) {
        return nearness_to_failure(program, *launch);
    });
    return chosen;
}

} // namespace workbook::cli
