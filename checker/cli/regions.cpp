#include "cli/regions.hpp"

#include <fmt/core.h>

#include <regex>
#include <sstream>

namespace workbook::cli {

Regions read_regions(const std::string& text, const std::string& word) {
    const std::regex begin("^\\s*// " + word + " (\\d+): .*");
    const std::regex end("^\\s*// end of " + word + " (\\d+)\\s*");
    Regions regions;
    bool inside = false;
    int number = 0;
    std::istringstream stream(text);
    const auto fail = [&](const std::string& what) {
        if (!regions.error) regions.error = fmt::format("line {}: {}", number, what);
    };
    for (std::string line; std::getline(stream, line);) {
        ++number;
        std::smatch match;
        if (std::regex_match(line, match, begin)) {
            if (inside) fail(fmt::format("{} {} is not ended yet", word, regions.count));
            if (match[1] != std::to_string(++regions.count)) {
                fail(fmt::format("expected {} {}", word, regions.count));
            }
            regions.outside.push_back({number, fmt::format("region {}", regions.count)});
            inside = true;
        } else if (std::regex_match(line, match, end)) {
            if (!inside || match[1] != std::to_string(regions.count)) {
                fail(fmt::format("this ends no {} that has begun", word));
            }
            inside = false;
        } else if (!inside) {
            regions.outside.push_back({number, line});
        }
    }
    if (inside) fail(fmt::format("{} {} is never ended", word, regions.count));
    if (regions.count == 0) fail(fmt::format("there is no \"// {} 1: ...\"", word));
    return regions;
}

std::optional<std::string> disagreement(const std::string& stub, const std::string& solution) {
    const Regions given = read_regions(stub, "TODO");
    const Regions solved = read_regions(solution, "Solution");
    if (given.error) return "the stub's " + *given.error;
    if (solved.error) return "the solution's " + *solved.error;
    for (std::size_t i = 0; i < given.outside.size() || i < solved.outside.size(); ++i) {
        if (i >= given.outside.size()) {
            return fmt::format("the stub ends before the solution's line {}",
                               solved.outside[i].number);
        }
        if (i >= solved.outside.size()) {
            return fmt::format("the solution ends before the stub's line {}",
                               given.outside[i].number);
        }
        if (given.outside[i].text != solved.outside[i].text) {
            return fmt::format("outside the regions, the stub's line {} and the solution's line {} "
                               "are not the same:\n    {}\n    {}",
                               given.outside[i].number, solved.outside[i].number,
                               given.outside[i].text, solved.outside[i].text);
        }
    }
    return std::nullopt;
}

} // namespace workbook::cli
