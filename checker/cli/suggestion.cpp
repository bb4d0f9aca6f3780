#include "cli/suggestion.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>

namespace workbook::cli {
namespace {

// How many letters have to be put in, taken out, replaced, or exchanged with the next one.
std::size_t distance(const std::string& from, const std::string& to) {
    std::vector<std::size_t> before_last, last(to.size() + 1), row(to.size() + 1);
    std::iota(last.begin(), last.end(), 0u);
    for (std::size_t i = 1; i <= from.size(); ++i) {
        row[0] = i;
        for (std::size_t j = 1; j <= to.size(); ++j) {
            const bool same = from[i - 1] == to[j - 1];
            row[j] = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1])
                row[j] = std::min(row[j], before_last[j - 2] + 1);
        }
        before_last = last;
        last = row;
    }
    return last.back();
}

} // namespace

std::string suggestion(const std::vector<std::string>& words,
                       const std::vector<std::string>& commands) {
    constexpr std::size_t longest = 40; // no command is that long, and the work is its square
    const std::string word = words.front().substr(0, longest);
    if (!word.empty() && word.front() >= '0' && word.front() <= '9')
        return fmt::format("\"{0}\" is no command. To check lesson {0}: ./workbook check {0}",
                           word);
    const auto nearest = std::ranges::min_element(
        commands, {}, [&](const std::string& command) { return distance(word, command); });
    // A third of the letters may be wrong.
    if (nearest == commands.end() || 3 * distance(word, *nearest) > word.size() + 1)
        return fmt::format("There is no command \"{}\". All of them: ./workbook --help", word);
    std::vector<std::string> meant{*nearest};
    meant.insert(meant.end(), words.begin() + 1, words.end());
    return fmt::format("There is no command \"{}\". Did you mean: ./workbook {}", word,
                       fmt::join(meant, " "));
}

} // namespace workbook::cli
