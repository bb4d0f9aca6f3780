#include "cli/update/update.hpp"

#include "cli/files.hpp"
#include "cli/interrupt.hpp"
#include "cli/update/git.hpp"
#include "cli/update/plan.hpp"
#include "cli/update/undo.hpp"

#include <fmt/core.h>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <ctime>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// Copies, also over a read-only file.
void copy_to(const fs::path& from, const fs::path& to) {
    fs::create_directories(to.parent_path());
    fs::remove(to);
    fs::copy_file(from, to);
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

fs::path old_files(const Course& course) { return update_folder(course) / "old"; }

// Throws if the file was saved since the plan was made. The undo then keeps the saved text.
void expect_as_planned(const Course& course, const std::string& file) {
    const auto now = course.root / file, old = old_files(course) / file;
    const auto text = file_text(now);
    if (!text || text == file_text(old)) return;
    copy_to(now, old);
    throw UserError(fmt::format("{} was saved while the update was at work, so it was stopped. All "
                                "files are as they were, and that one as you saved it. Once more: "
                                "./workbook update",
                                file));
}

// The new version stays complete: with it the undo knows what the student has written since.
void change_files(const Course& course, const NewVersion& version, const UpdateReport& report,
                  const std::function<void(const std::string&)>& on_file) {
    for (const auto& conflict : report.conflicts)
        copy_to(version.folder / conflict.file, conflict.fresh);
    const auto next = update_folder(course) / "next";
    for (const auto* files : {&report.replaced, &report.added})
        for (const auto& file : *files) {
            on_file(file);
            copy_to(version.folder / file, next);
            expect_as_planned(course, file);
            move_to(next, course.root / file);
        }
    for (const auto& file : report.removed) {
        on_file(file);
        expect_as_planned(course, file);
        fs::remove(course.root / file);
    }
}

// What was replaced becomes what is kept; where that fails, it stays where it is.
fs::path keep_old_files(const Course& course, std::error_code& error) {
    const auto old = old_files(course);
    if (!fs::exists(old, error) || fs::is_empty(old, error)) return {};
    const std::time_t now = std::time(nullptr);
    for (int number = 1; !error; ++number) {
        char time[32];
        std::tm parts{};
        std::strftime(time, sizeof time, "%Y-%m-%d_%H.%M.%S", localtime_r(&now, &parts));
        const auto kept =
            course.root / ".workbook" / "kept" /
            fmt::format("update-{}{}", time, number == 1 ? "" : fmt::format(".{}", number));
        if (fs::exists(kept, error)) continue;
        fs::create_directories(kept.parent_path(), error);
        if (!error) fs::rename(old, kept, error);
        if (!error) return kept;
    }
    return old;
}

// Removes all but the replaced files, which may be the only copies.
void remove_staged_files(const Course& course) {
    std::error_code ignored;
    if (has_undo(course)) return;
    for (const auto& entry : fs::directory_iterator(update_folder(course), ignored))
        if (entry.path() != old_files(course)) fs::remove_all(entry.path(), ignored);
    fs::remove(update_folder(course), ignored); // if it is empty now
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
    const bool unfinished = has_undo(course);
    if (unfinished && !run_undo(course)) throw UserError("So the course was not updated.");
    std::error_code error;
    keep_old_files(course, error); // of an update that ended just before this step
    if (!error) fs::remove_all(update_folder(course), error);
    if (error) {
        throw UserError(fmt::format("What an earlier update left in {} cannot be put away ({}). "
                                    "Nothing was changed. Make .workbook and all that is in it "
                                    "yours (chown, chmod u+w).",
                                    shown_path(course, update_folder(course)), error.message()));
    }
    return unfinished;
}

UpdateReport apply_update(const Course& course, const NewVersion& version,
                          const std::function<void(const std::string&)>& on_file) {
    UpdateReport report;
    const auto undo = [&] {
        if (has_undo(course)) return run_undo(course);
        std::error_code ignored;
        fs::remove_all(old_files(course), ignored); // copies of what is as it was
        return true;
    };
    try {
        report = plan_update(course, version);
        prepare_undo(course, version, report);
        change_files(course, version, report, on_file);
        forget_undo(course); // from here on it is done
    } catch (const fs::filesystem_error& error) {
        throw UserError(fmt::format("{}: {}. {}", error.path1().string(), error.code().message(),
                                    undo() ? "All files are as they were."
                                           : "Run ./workbook to put all files back."));
    } catch (...) {
        undo();
        throw;
    }
    std::error_code error;
    report.kept = keep_old_files(course, error);
    if (error) report.of_kept = error.message();
    remove_staged_files(course);
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
        try {
            remember_version(course, version);
            report.of_history = move_branch(course, version);
        } catch (const Interrupted&) { // too late: there is a report to give
            report.of_history = "It was interrupted when all files were in place: git's history "
                                "may be as it was.";
        }
        return report;
    } catch (...) {
        remove_staged_files(course);
        throw;
    }
}

} // namespace workbook::cli
