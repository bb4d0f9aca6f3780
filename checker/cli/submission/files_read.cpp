#include "cli/submission/files_read.hpp"

#include "cli/files.hpp"
#include "cli/submission/toolchain.hpp"

#include <algorithm>
#include <fstream>
#include <utility>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* list_of_assembler = "assembler.d";

// The name in `# 12 "file.hpp" 1 3`; empty if the line is another one.
std::string name_in_marker(const std::string& line) {
    std::size_t at = 0;
    if (line.starts_with("# ")) at = 2;
    if (line.starts_with("#line ")) at = 6;
    if (at == 0) return "";
    const std::size_t quote = line.find_first_not_of("0123456789", at);
    if (quote == at || quote == std::string::npos || line.compare(quote, 2, " \"") != 0) return "";
    std::string name;
    for (std::size_t i = quote + 2; i < line.size() && line[i] != '"'; ++i) {
        if (line[i] == '\\' && i + 1 < line.size()) ++i;
        name += line[i];
    }
    return name;
}

void add_names_of_text(const fs::path& file, std::set<std::string>& names) {
    std::ifstream stream(file);
    for (std::string line; std::getline(stream, line);)
        if (const std::string name = name_in_marker(line); !name.empty()) names.insert(name);
}

// A rule as make reads it: "object: file file", with backslashes before spaces and line ends.
void add_names_of_rule(const fs::path& file, std::set<std::string>& names) {
    const std::string text = file_text(file).value_or("");
    std::string name;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const char c = i < text.size() ? text[i] : '\n';
        if (c == '\\' && i + 1 < text.size() && text[i + 1] != '\n')
            name += text[++i];
        else if (c != ' ' && c != '\n' && c != '\\')
            name += c;
        else if (!name.empty())
            names.insert(std::exchange(name, ""));
    }
}

} // namespace

std::vector<std::string> words_to_note_files(const fs::path& folder) {
    return {"--keep", "--keep-dir", folder.string(),
            "-Xcompiler=-Xassembler,--MD,-Xassembler," + (folder / list_of_assembler).string()};
}

std::optional<fs::path> stranger_that_was_read(const fs::path& folder, const fs::path& directory,
                                               const std::set<fs::path>& allowed) {
    std::set<std::string> names;
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(folder, ignored)) {
        if (entry.path().extension() == ".ii") add_names_of_text(entry.path(), names);
        if (entry.path().filename() == list_of_assembler) add_names_of_rule(entry.path(), names);
    }
    fs::remove_all(folder, ignored);
    for (const std::string& name : names) {
        const fs::path file = fs::weakly_canonical(directory / name, ignored);
        // Names of no file are the compiler's own words, "<built-in>", or were made up by #line.
        if (!fs::exists(file, ignored) || fs::is_directory(file, ignored)) continue;
        const bool is_allowed = std::ranges::any_of(allowed, [&](const fs::path& place) {
            const fs::path real = fs::weakly_canonical(place, ignored);
            return file == real || is_below(file, real);
        });
        if (!is_allowed) return file;
    }
    return std::nullopt;
}

} // namespace workbook::cli
