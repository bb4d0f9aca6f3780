#include "cli/profile/line_pairs.hpp"

#include <algorithm>
#include <cstdint>

namespace workbook::cli {

std::vector<PairedLine> pair_lines(const std::vector<std::string>& a,
                                   const std::vector<std::string>& b) {
    constexpr std::size_t most = 4000; // lines: the table has their square
    const std::size_t rows = a.size(), columns = b.size();
    std::vector<PairedLine> pairs;
    if (rows > most || columns > most) {
        for (std::size_t i = 0; i < rows; ++i) pairs.push_back({int(i + 1), 0});
        for (std::size_t j = 0; j < columns; ++j) pairs.push_back({0, int(j + 1)});
        return pairs;
    }
    // common[i][j]: how many lines a from i and b from j on have in common.
    std::vector<std::uint16_t> common((rows + 1) * (columns + 1), 0);
    const auto at = [&](std::size_t i, std::size_t j) -> std::uint16_t& {
        return common[i * (columns + 1) + j];
    };
    for (std::size_t i = rows; i-- > 0;)
        for (std::size_t j = columns; j-- > 0;)
            at(i, j) = a[i] == b[j] ? static_cast<std::uint16_t>(at(i + 1, j + 1) + 1)
                                    : std::max(at(i + 1, j), at(i, j + 1));
    std::size_t i = 0, j = 0;
    while (i < rows || j < columns) {
        if (i < rows && j < columns && a[i] == b[j])
            pairs.push_back({int(++i), int(++j)});
        else if (j == columns || (i < rows && at(i + 1, j) >= at(i, j + 1)))
            pairs.push_back({int(++i), 0});
        else
            pairs.push_back({0, int(++j)});
    }
    return pairs;
}

} // namespace workbook::cli
