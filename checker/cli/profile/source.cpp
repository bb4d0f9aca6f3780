#include "cli/profile/source.hpp"

#include "wire/control_characters.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <sstream>

namespace workbook::cli {
namespace {

bool is_file(const std::string& path, const std::string& file) {
    return wire::file_name(path) == file;
}

bool is_known(const ProgramSource& source, const std::string& file, int line) {
    return line >= 1 && line <= static_cast<int>(source.lines.size()) && is_file(file, source.file);
}

// The line in which the function begins that `line` stands in; `line` itself if none is near.
int head_of_function(const ProgramSource& source, int line) {
    constexpr int farthest = 12;
    for (int at = line; at >= std::max(1, line - farthest); --at) {
        const std::string& text = source.lines[static_cast<std::size_t>(at - 1)];
        if (text.find("__global__") != std::string::npos ||
            text.find("__device__") != std::string::npos)
            return at;
        if (at < line && text.starts_with("}")) break; // another function's end
    }
    return line;
}

// Without control characters; tabs become spaces.
std::string printable(std::string line) {
    std::erase(line, '\r');
    std::string text;
    for (const char c : wire::without_controls(line)) {
        if (c == '\t')
            text.append(4 - text.size() % 4, ' ');
        else
            text += c;
    }
    return text;
}

} // namespace

ProgramSource source_of(const std::string& text, const std::string& name, const std::string& label,
                        const std::string& file) {
    ProgramSource source{name, label, file, {}};
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) source.lines.push_back(printable(line));
    return source;
}

std::map<int, const LineProfile*> lines_in(const ProgramSource& source,
                                           const LaunchProfile& launch) {
    std::map<int, const LineProfile*> lines;
    for (const LineProfile& line : launch.lines)
        if (is_known(source, line.file, line.line)) lines.emplace(line.line, &line);
    return lines;
}

std::set<int> fault_lines_in(const ProgramSource& source, const Profile& profile,
                             const LaunchProfile& launch) {
    std::set<int> lines;
    for (const FaultProfile& fault : profile.faults) {
        if (fault.kernel != launch.kernel) continue;
        for (const SourcePlace& place : fault.places)
            if (is_known(source, place.file, place.line)) lines.insert(place.line);
    }
    return lines;
}

std::vector<ToldLine> told_lines(const std::string& text, const std::string& file) {
    std::vector<ToldLine> told;
    const std::string name = file + ":";
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string::npos;) {
        const std::size_t digits = at + name.size();
        const std::size_t end = std::min(text.find_first_not_of("0123456789", digits), text.size());
        if (end > digits && end - digits < 7)
            told.push_back({at, end, std::stoi(text.substr(digits, end - digits))});
        at = end;
    }
    return told;
}

std::vector<int> lines_to_show(const ProgramSource& source, const std::set<int>& interesting) {
    constexpr int longest_gap = 8; // between lines that ran: comments, braces, declarations
    std::vector<int> shown;
    int before = 0;
    for (const int line : interesting) {
        const bool near = before > 0 && line - before <= longest_gap;
        const int first = near ? before + 1 : std::max(before + 1, head_of_function(source, line));
        if (before > 0 && first > before + 1) shown.push_back(0);
        for (int at = first; at <= line; ++at) shown.push_back(at);
        before = line;
    }
    return shown;
}

std::vector<std::string> folded(const std::string& line, std::size_t width) {
    const std::size_t indentation = std::min(line.find_first_not_of(' '), line.size());
    std::vector<std::string> pieces;
    std::string rest = line;
    std::size_t margin = std::min(indentation, width / 2);
    while (rest.size() > width) {
        std::size_t end = rest.rfind(' ', width), next = end + 1;
        if (end == std::string::npos || end <= margin) {
            end = next = width; // a long word, broken where the room ends, but in no letter (UTF-8)
            while (end > margin + 1 && (static_cast<unsigned char>(rest[end]) & 0xc0) == 0x80)
                next = --end;
        }
        pieces.push_back(rest.substr(0, end));
        margin = std::min(indentation + 4, width / 2);
        rest = std::string(margin, ' ') + rest.substr(next);
    }
    pieces.push_back(rest);
    return pieces;
}

std::string cut_line(const std::string& line, std::size_t width) {
    if (line.size() <= width) return line;
    std::size_t end = width - std::min<std::size_t>(width, 4);
    // Not in the middle of a letter (UTF-8).
    while (end > 0 && (static_cast<unsigned char>(line[end]) & 0xc0) == 0x80) --end;
    while (end > 0 && line[end - 1] == ' ') --end;
    return line.substr(0, end) + " ...";
}

bool has_no_code(const std::string& line) {
    const auto first = line.find_first_not_of(' ');
    return first == std::string::npos || line.compare(first, 2, "//") == 0;
}

} // namespace workbook::cli
