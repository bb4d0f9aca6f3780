#include "cli/class/journal.hpp"

#include "cli/course.hpp"
#include "cli/files.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/output_file.hpp"
#include "wire/fnv1a.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* journal_schema = "workbook/class-journal/v1";

// Finds a report that was changed by mistake.
std::string short_hash(const std::string& text) {
    return fmt::format("{:016x}", wire::fnv1a(text));
}

UserError output_error(const fs::path& folder, const std::string& what) {
    return UserError(fmt::format("--output {}: {}", safe_line(folder.string()), what));
}

void make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (error || !fs::is_directory(folder))
        throw output_error(folder, fmt::format("it cannot be made ({}). Name a folder that you "
                                               "may write to.",
                                               error.message()));
}

bool has_entries(const fs::path& folder) {
    return std::any_of(fs::directory_iterator(folder), fs::directory_iterator(),
                       [](const auto& entry) { return entry.path().extension() == ".json"; });
}

// What a killed grading was writing.
void remove_unfinished(const fs::path& folder) {
    std::vector<fs::path> unfinished;
    for (const auto& entry : fs::directory_iterator(folder))
        if (is_unfinished_name(entry.path().filename().string()))
            unfinished.push_back(entry.path());
    std::error_code ignored;
    for (const auto& file : unfinished) fs::remove(file, ignored);
}

} // namespace

Journal::Journal(const fs::path& folder, bool resume) : folder_(fs::absolute(folder)) {
    make_folder(folder_);
    const bool is_journal = fs::is_directory(folder_ / "journal");
    const bool is_empty = fs::directory_iterator(folder_) == fs::directory_iterator();
    if (!is_empty && !is_journal)
        throw output_error(folder, "it holds other files. Name an empty folder, or a new one.");
    if (is_journal && !resume && has_entries(folder_ / "journal"))
        throw output_error(folder, "it has a grading in it. Go on with that one with --resume, or "
                                   "name another folder.");
    make_folder(folder_ / "journal");
    make_folder(folder_ / "reports");
    const auto file = folder_ / "journal" / "lock";
    lock_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
    if (lock_ < 0)
        throw output_error(folder, fmt::format("it cannot be written ({}). Name a folder that you "
                                               "may write to.",
                                               std::strerror(errno)));
    if (flock(lock_, LOCK_EX | LOCK_NB) != 0) {
        close(lock_);
        throw output_error(folder, "another grading is writing to it. Wait for that one, or name "
                                   "another folder.");
    }
    remove_unfinished(folder_);
    remove_unfinished(folder_ / "journal");
    remove_unfinished(folder_ / "reports");
}

Journal::~Journal() { close(lock_); }

fs::path Journal::report_of(const std::string& name) const {
    return folder_ / "reports" / (name + ".json");
}

fs::path Journal::entry_of(const std::string& name) const {
    return folder_ / "journal" / (name + ".json");
}

std::optional<std::string> Journal::known(const std::string& name, const JournalEntry& now) const {
    const auto entry = file_text(entry_of(name)), report = file_text(report_of(name));
    if (!entry || !report) return std::nullopt;
    try {
        const auto json = nlohmann::json::parse(*entry);
        const bool same = json.at("schema") == journal_schema && json.at("grader") == now.grader &&
                          json.at("files") == nlohmann::json(now.files) &&
                          json.at("report") == short_hash(*report) && json.at("failure") == "";
        if (same) return report;
    } catch (const nlohmann::json::exception&) { // not ours, or damaged: graded again
    }
    return std::nullopt;
}

void Journal::forget(const std::string& name) const {
    std::error_code ignored;
    fs::remove(entry_of(name), ignored);
    fs::remove(report_of(name), ignored);
}

void Journal::keep(const std::string& name, JournalEntry entry, const std::string& report) const {
    write_whole_file(report_of(name), report);
    const nlohmann::ordered_json json{{"schema", journal_schema},   {"grader", entry.grader},
                                      {"files", entry.files},       {"report", short_hash(report)},
                                      {"attempts", entry.attempts}, {"failure", entry.failure}};
    write_whole_file(entry_of(name),
                     json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) +
                         "\n");
}

} // namespace workbook::cli
