#include "cli/class/names.hpp"

#include <algorithm>
#include <regex>
#include <sstream>

namespace workbook::cli {
namespace {

// Canvas numbers what is handed in again under the same name.
std::string without_attempt(const std::string& file) {
    static const std::regex attempt(R"(^(.+)-\d{1,3}(\.[A-Za-z0-9]+)$)");
    return std::regex_replace(file, attempt, "$1$2");
}

// What stands behind `key` in a line such as "  - :name: Ada Lovelace"; quotes are taken off.
std::optional<std::string> value_behind(const std::string& line, const std::string& key) {
    const auto at = line.find_first_not_of(" -");
    if (at == std::string::npos || line.compare(at, key.size(), key) != 0) return std::nullopt;
    std::string value = line.substr(at + key.size());
    value.erase(0, std::min(value.find_first_not_of(' '), value.size()));
    while (!value.empty() && (value.back() == ' ' || value.back() == '\r')) value.pop_back();
    const bool quoted = value.size() >= 2 && (value.front() == '\'' || value.front() == '"') &&
                        value.back() == value.front();
    if (!quoted) return value;
    const char quote = value.front();
    std::string inner;
    for (std::size_t i = 1; i + 1 < value.size(); ++i) {
        const bool pair = quote == '\'' ? value[i] == '\'' && value[i + 1] == '\''
                                        : value[i] == '\\' && i + 2 < value.size();
        if (pair) ++i;
        inner += value[i];
    }
    return inner;
}

void append_person(std::string& people, const std::string& value) {
    people += (people.empty() ? "" : "; ") + value;
}

} // namespace

std::optional<NamedSubmission> moodle_submission(const std::string& name) {
    static const std::regex form(R"(^(.+)_(\d+)_assignsubmission_file(?:_(.*))?$)");
    std::smatch part;
    if (!std::regex_match(name, part, form)) return std::nullopt;
    return NamedSubmission{.student = part[1], .id = part[2], .file = part[3]};
}

std::optional<NamedSubmission> canvas_submission(const std::string& name) {
    static const std::regex form(R"(^([^_]+)_(LATE_)?(\d+)_(\d+)_(.+)$)");
    std::smatch part;
    if (!std::regex_match(name, part, form)) return std::nullopt;
    return NamedSubmission{.student = part[1],
                           .id = part[3],
                           .file = without_attempt(part[5]),
                           .late = part[2].matched,
                           .upload = part[4]};
}

std::map<std::string, Submitters> gradescope_submitters(const std::string& yaml) {
    std::map<std::string, Submitters> all;
    Submitters* submitters = nullptr;
    bool among_people = false;
    std::istringstream lines(yaml);
    for (std::string line; std::getline(lines, line);) {
        const auto indent = line.find_first_not_of(' ');
        if (indent == std::string::npos || line.starts_with("---")) continue;
        if (indent == 0 && line[0] != '-') {
            const auto name = line.substr(0, line.find(':'));
            submitters = &all[name];
            among_people = false;
        } else if (submitters != nullptr && indent == 2 && line[2] == ':') {
            among_people = line.starts_with("  :submitters:");
        } else if (submitters != nullptr && among_people) {
            if (const auto value = value_behind(line, ":name:"))
                append_person(submitters->names, *value);
            if (const auto value = value_behind(line, ":sid:"))
                append_person(submitters->ids, *value);
            if (const auto value = value_behind(line, ":email:"))
                append_person(submitters->emails, *value);
        }
    }
    return all;
}

std::string common_assignment(const std::vector<std::string>& names) {
    if (names.size() < 2) return "";
    std::string common = names.front();
    for (const auto& name : names) {
        const auto [here, there] = std::ranges::mismatch(common, name);
        common.erase(here, common.end());
    }
    const auto dash = common.rfind('-');
    const auto prefix = dash == std::string::npos ? "" : common.substr(0, dash + 1);
    // A student's name would be empty.
    return std::ranges::find(names, prefix) == names.end() ? prefix : "";
}

} // namespace workbook::cli
