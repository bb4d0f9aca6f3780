#include "cli/line_diff.hpp"

#include "cli/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <sstream>
#include <vector>

namespace workbook::cli {
namespace {

constexpr std::size_t context = 3;
// Entries of the table below, 4 bytes each. Texts that differ by more are shown as replaced
// altogether.
constexpr std::size_t most_pairs = 16'000'000;

struct DiffLine {
    char mark = ' '; // ' ', '-' or '+'
    std::string text;
};

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        lines.push_back(text.substr(begin, end - begin));
        if (end == text.size()) lines.back() += "\n\\ No newline at end of file";
        begin = end + 1;
    }
    return lines;
}

// The longest common subsequence of lines [begin, end) by the textbook's table.
class DiffTable {
  public:
    DiffTable(const std::vector<std::string>& before, const std::vector<std::string>& after,
              std::size_t begin, std::size_t before_end, std::size_t after_end)
        : before_(before), after_(after), begin_(begin), rows_(before_end - begin),
          columns_(after_end - begin) {
        small_enough_ = (rows_ + 1) * (columns_ + 1) <= most_pairs;
        if (!small_enough_) return;
        length_.assign((rows_ + 1) * (columns_ + 1), 0);
        for (std::size_t row = rows_; row-- > 0;)
            for (std::size_t column = columns_; column-- > 0;)
                at(row, column) = same(row, column)
                                      ? at(row + 1, column + 1) + 1
                                      : std::max(at(row + 1, column), at(row, column + 1));
    }

    void append_to(std::vector<DiffLine>& lines) {
        std::size_t row = 0, column = 0;
        while (row < rows_ || column < columns_) {
            if (small_enough_ && row < rows_ && column < columns_ && same(row, column)) {
                lines.push_back({' ', before_[begin_ + row++]});
                ++column;
            } else if (row < rows_ && (!small_enough_ || column == columns_ ||
                                       at(row + 1, column) >= at(row, column + 1))) {
                lines.push_back({'-', before_[begin_ + row++]});
            } else {
                lines.push_back({'+', after_[begin_ + column++]});
            }
        }
    }

  private:
    std::uint32_t& at(std::size_t row, std::size_t column) {
        return length_[row * (columns_ + 1) + column];
    }
    bool same(std::size_t row, std::size_t column) const {
        return before_[begin_ + row] == after_[begin_ + column];
    }

    const std::vector<std::string>& before_;
    const std::vector<std::string>& after_;
    std::size_t begin_, rows_, columns_;
    bool small_enough_ = false;
    std::vector<std::uint32_t> length_;
};

std::vector<DiffLine> all_lines(const std::vector<std::string>& before,
                                const std::vector<std::string>& after) {
    std::size_t begin = 0;
    const auto shorter = std::min(before.size(), after.size());
    while (begin < shorter && before[begin] == after[begin]) ++begin;
    std::size_t tail = 0;
    while (tail < shorter - begin &&
           before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    std::vector<DiffLine> lines;
    for (std::size_t i = 0; i < begin; ++i) lines.push_back({' ', before[i]});
    DiffTable(before, after, begin, before.size() - tail, after.size() - tail).append_to(lines);
    for (std::size_t i = before.size() - tail; i < before.size(); ++i)
        lines.push_back({' ', before[i]});
    return lines;
}

// "3,7"; a part without lines is named by the line before it.
std::string diff_range(std::size_t first, std::size_t count) {
    return fmt::format("{},{}", count == 0 ? first - 1 : first, count);
}

} // namespace

std::string line_diff(const std::string& before, const std::string& after) {
    if (before == after) return "";
    const auto lines = all_lines(lines_of(before), lines_of(after));
    std::string result;
    std::size_t old_number = 1, new_number = 1;
    for (std::size_t i = 0; i < lines.size();) {
        // The next change; then as far as changes are at most twice the context apart.
        std::size_t first = i;
        while (first < lines.size() && lines[first].mark == ' ') ++first;
        if (first == lines.size()) break;
        std::size_t last = first;
        for (std::size_t j = first; j < lines.size() && j <= last + 2 * context + 1; ++j)
            if (lines[j].mark != ' ') last = j;
        const std::size_t begin = std::max(i, first - std::min(first, context));
        const std::size_t end = std::min(lines.size(), last + 1 + context);
        old_number += begin - i;
        new_number += begin - i;
        std::string body;
        std::size_t old_count = 0, new_count = 0;
        for (std::size_t j = begin; j < end; ++j) {
            body += lines[j].mark + lines[j].text + "\n";
            if (lines[j].mark != '+') ++old_count;
            if (lines[j].mark != '-') ++new_count;
        }
        result += fmt::format("@@ -{} +{} @@\n", diff_range(old_number, old_count),
                              diff_range(new_number, new_count)) +
                  body;
        old_number += old_count;
        new_number += new_count;
        i = end;
    }
    return result;
}

std::string coloured_diff(const std::string& diff) {
    std::string result;
    std::istringstream lines(diff);
    for (std::string line; std::getline(lines, line);) {
        const Colour colour = line.starts_with('-')   ? Colour::red
                              : line.starts_with('+') ? Colour::green
                              : line.starts_with('@') ? Colour::dim
                                                      : Colour::none;
        result += coloured(colour, line) + "\n";
    }
    return result;
}

} // namespace workbook::cli
