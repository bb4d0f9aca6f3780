#include "harness/source_text.hpp"

#include "harness/describe.hpp"
#include "wire/source_files.hpp"

#include <fstream>
#include <vector>

namespace workbook {
namespace {

struct Source {
    std::string name;
    std::vector<std::string> lines;
};

Source& shown() {
    static Source source;
    return source;
}

} // namespace

void show_source(const std::string& path) {
    constexpr std::size_t most_lines = 10'000;
    Source& source = shown();
    source = {std::string(wire::file_name(path)), {}};
    std::ifstream stream(path);
    for (std::string line; source.lines.size() < most_lines && std::getline(stream, line);)
        source.lines.push_back(line);
}

std::string source_text(const SourceFrame& frame) {
    constexpr std::size_t longest = 60;
    const Source& source = shown();
    const auto number = static_cast<std::size_t>(frame.line);
    if (frame.line < 1 || number > source.lines.size() ||
        wire::file_name(frame.file) != source.name)
        return {};
    const std::string& line = source.lines[number - 1];
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) return {};
    return printable(line.substr(begin, line.find_last_not_of(" \t\r") + 1 - begin), longest);
}

} // namespace workbook
