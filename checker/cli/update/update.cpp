#include "cli/update/update.hpp"

#include "cli/debug.hpp"
#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/update/plan.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <cstdlib>
#include <ctime>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

void copy_to(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    fs::copy_file(from, to, fs::copy_options::overwrite_existing);
}

void move_to(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    std::error_code error;
    fs::rename(from, to, error);
    if (error == std::errc::cross_device_link) { // .workbook is on another disk
        error = replace_file(to, file_text(from).value());
        if (!error) fs::permissions(to, fs::status(from).permissions(), error);
    }
    if (error) throw fs::filesystem_error("move", to, error);
}

// Whoever calls it without "now" does so on behalf of a process that may still be at work.
constexpr const char* undo_script = R"(#!/bin/sh
# An update of the course was cut short: puts back what it had changed. ./workbook runs this.
[ "${{1:-}}" = now ] || [ ! -d /proc/{} ] || exit 0
cd "$(dirname "$0")/../.." || exit 1
while IFS= read -r file; do rm -f -- "./$file"; done <.workbook/update/added
cp -Rp .workbook/update/old/. . || exit 1
echo "workbook: an update was cut short; all files are as they were before it." >&2
rm -rf .workbook/update
)";

void prepare_undo(const Course& course, const UpdateReport& report) {
    const auto folder = update_folder(course);
    fs::create_directories(folder / "old");
    for (const auto* files : {&report.replaced, &report.removed})
        for (const auto& file : *files) copy_to(course.root / file, folder / "old" / file);
    std::string added;
    for (const auto& file : report.added) added += file + "\n";
    auto error = replace_file(folder / "added", added);
    if (!error) error = replace_file(folder / "undo.sh", fmt::format(undo_script, getpid()));
    if (error) throw fs::filesystem_error("write", folder / "undo.sh", error);
}

void change_files(const Course& course, const NewVersion& version, const UpdateReport& report,
                  const std::function<void(const std::string&)>& on_file) {
    for (const auto& conflict : report.conflicts)
        copy_to(version.folder / conflict.file, conflict.fresh);
    for (const auto* files : {&report.replaced, &report.added})
        for (const auto& file : *files) {
            on_file(file);
            move_to(version.folder / file, course.root / file);
        }
    for (const auto& file : report.removed) {
        on_file(file);
        fs::remove(course.root / file);
    }
}

// What was replaced becomes what is kept.
fs::path keep_old_files(const Course& course) {
    const auto old = update_folder(course) / "old";
    if (!fs::exists(old) || fs::is_empty(old)) return {};
    const std::time_t now = std::time(nullptr);
    for (int number = 1;; ++number) {
        char time[32];
        std::tm parts{};
        std::strftime(time, sizeof time, "%Y-%m-%d_%H.%M.%S", localtime_r(&now, &parts));
        const auto kept =
            course.root / ".workbook" / "kept" /
            fmt::format("update-{}{}", time, number == 1 ? "" : fmt::format(".{}", number));
        if (fs::exists(kept)) continue;
        fs::create_directories(kept.parent_path());
        fs::rename(old, kept);
        return kept;
    }
}

bool run_undo(const Course& course) {
    const auto script = (update_folder(course) / "undo.sh").string();
    return std::system(("sh " + shell_quoted(script) + " now").c_str()) == 0;
}

// One update at a time; the kernel releases it if we are killed.
class UpdateLock {
  public:
    explicit UpdateLock(const Course& course) {
        std::error_code ignored;
        fs::create_directory(course.root / ".workbook", ignored);
        const auto file = course.root / ".workbook" / "update.lock";
        descriptor_ = open(file.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0644);
        if (descriptor_ < 0)
            throw UserError(fmt::format("{} cannot be written: make the folder yours.",
                                        shown_path(course, file)));
        if (flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
            close(descriptor_);
            throw UserError("Another update of this course is under way.");
        }
    }
    ~UpdateLock() { close(descriptor_); }
    UpdateLock(const UpdateLock&) = delete;
    UpdateLock& operator=(const UpdateLock&) = delete;

  private:
    int descriptor_ = -1;
};

} // namespace

bool undo_unfinished_update(const Course& course) {
    const bool unfinished = fs::exists(update_folder(course) / "undo.sh");
    if (unfinished && !run_undo(course))
        throw UserError(fmt::format("An update was cut short and cannot be undone. What it had "
                                    "replaced is in {}.",
                                    (update_folder(course) / "old").string()));
    keep_old_files(course); // of one that was finished but for this
    fs::remove_all(update_folder(course));
    return unfinished;
}

UpdateReport apply_update(const Course& course, const NewVersion& version,
                          const std::function<void(const std::string&)>& on_file) {
    UpdateReport report = plan_update(course, version);
    try {
        prepare_undo(course, report);
        change_files(course, version, report, on_file);
        fs::remove(update_folder(course) / "undo.sh"); // from here on it is done
    } catch (const fs::filesystem_error& error) {
        const bool undone = !fs::exists(update_folder(course) / "undo.sh") || run_undo(course);
        throw UserError(fmt::format("{}: {}. {}", error.path1().string(), error.code().message(),
                                    undone ? "All files are as they were."
                                           : "Run ./workbook to put all files back."));
    } catch (...) {
        run_undo(course);
        throw;
    }
    report.kept = keep_old_files(course);
    fs::remove_all(update_folder(course));
    return report;
}

UpdateReport update_course(const Course& course, const std::string& source) {
    const UpdateLock lock(course);
    undo_unfinished_update(course);
    try {
        const NewVersion version = stage_new_version(course, source);
        UpdateReport report =
            apply_update(course, version, [](const std::string&) { throw_if_interrupted(); });
        report.source = version.source;
        report.of_history = move_branch(course, version);
        return report;
    } catch (...) {
        std::error_code ignored;
        if (!fs::exists(update_folder(course) / "undo.sh"))
            fs::remove_all(update_folder(course), ignored);
        throw;
    }
}

} // namespace workbook::cli
