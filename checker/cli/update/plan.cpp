#include "cli/update/plan.hpp"

#include "cli/files.hpp"
#include "cli/line_diff.hpp"
#include "cli/stubs.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// Regular files below `folder`, relative to it.
std::vector<std::string> files_in(const fs::path& folder) {
    std::vector<std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        const auto name = entry.path().lexically_relative(folder).generic_string();
        if (entry.is_symlink() || name.find('\n') != std::string::npos)
            throw UserError(fmt::format("The new version has {}, which is no plain file. Nothing "
                                        "was changed.",
                                        name));
        if (entry.is_regular_file()) files.push_back(name);
    }
    std::ranges::sort(files);
    return files;
}

bool is_executable(const fs::path& file) {
    return (fs::status(file).permissions() & fs::perms::owner_exec) != fs::perms::none;
}

// Each user's umask decides on the other permissions.
bool has_same_content(const fs::path& one, const fs::path& other) {
    const auto text = file_text(one);
    return text && text == file_text(other) && is_executable(one) == is_executable(other);
}

std::string stub_name_in_kept(const std::string& file) {
    return fs::path(file).parent_path().filename().string() + ".stub";
}

// Decides what happens to each file; changes nothing of the course.
class UpdatePlan {
  public:
    UpdatePlan(const Course& course, const NewVersion& version)
        : course_(course), version_(version), old_stubs_(recorded_stubs(course.root)),
          new_stubs_(recorded_stubs(version.folder)) {
        std::vector<fs::path> files;
        for (const auto& [name, hash] : old_stubs_)
            files.push_back(course.root / "exercises" / name);
        hashes_ = sha256_of(course, files);
    }

    UpdateReport make() {
        for (const auto& file : files_in(version_.folder)) plan_file(file);
        for (const auto& file : version_.removed) plan_removal(file);
        for (const auto& [name, hash] : old_stubs_)
            if (!new_stubs_.contains(name) && is_edited_stub("exercises/" + name))
                report_.of_no_lesson.push_back("exercises/" + name);
        return std::move(report_);
    }

  private:
    // The student's file, unless it is as it was handed out.
    bool is_edited_stub(const std::string& file) const {
        const fs::path path = course_.root / file;
        if (!fs::exists(path)) return false;
        const auto recorded = old_stubs_.find(key(file));
        const auto now = hashes_.find(path);
        return recorded == old_stubs_.end() || now == hashes_.end() ||
               recorded->second != now->second;
    }

    static std::string key(const std::string& file) {
        return file.substr(std::string("exercises/").size());
    }

    bool edited(const std::string& file) const {
        return version_.edited && version_.edited->contains(file);
    }

    void plan_file(const std::string& file) {
        const fs::path now = course_.root / file;
        if (has_same_content(now, version_.folder / file)) return;
        const bool is_stub = file.starts_with("exercises/") && new_stubs_.contains(key(file));
        if (!fs::exists(fs::symlink_status(now))) return report_.added.push_back(file);
        if (is_stub && is_edited_stub(file)) return plan_edited_stub(file);
        if (!is_stub && edited(file)) {
            if (unchanged_since_base(file)) return report_.edits_stay.push_back(file);
            report_.edits_kept.push_back(file);
        }
        report_.replaced.push_back(file);
    }

    void plan_edited_stub(const std::string& file) {
        report_.stays.push_back(file);
        const auto before = old_stubs_.find(key(file));
        if (before != old_stubs_.end() && before->second == new_stubs_.at(key(file))) return;
        const auto old_stub =
            file_text(course_.root / "checker" / "stubs" / stub_name_in_kept(file));
        const auto new_stub = file_text(version_.folder / file).value_or("");
        report_.conflicts.push_back({file, course_.root / ".workbook" / "new" / file,
                                     old_stub ? line_diff(*old_stub, new_stub) : ""});
    }

    void plan_removal(const std::string& file) {
        if (file.find('\n') != std::string::npos) return; // the undo has one file per line
        if (!fs::exists(course_.root / file) || fs::exists(version_.folder / file)) return;
        const bool is_stub = file.starts_with("exercises/") && old_stubs_.contains(key(file));
        if (is_stub ? is_edited_stub(file) : edited(file)) {
            if (!is_stub) report_.edits_stay.push_back(file);
        } else {
            report_.removed.push_back(file);
        }
    }

    bool unchanged_since_base(const std::string& file) const {
        return version_.unchanged.contains(file);
    }

    const Course& course_;
    const NewVersion& version_;
    std::map<std::string, std::string> old_stubs_, new_stubs_;
    std::map<fs::path, std::string> hashes_;
    UpdateReport report_;
};

} // namespace

UpdateReport plan_update(const Course& course, const NewVersion& version) {
    return UpdatePlan(course, version).make();
}

} // namespace workbook::cli
