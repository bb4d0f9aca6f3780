#include "cli/class/roster.hpp"

#include "cli/course.hpp"
#include "cli/files.hpp"
#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* gradescope_metadata = "submission_metadata.yml";

std::string roster_line(const std::string& name) { return safe_line(name, 200); }

bool is_archive(const std::string& name) {
    for (const char* ending : {".zip", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".7z", ".rar"})
        if (name.ends_with(ending)) return true;
    return false;
}

std::string archive_warning(const std::string& name) {
    return fmt::format("{} is an archive, which is not looked into: unpack it in its place.",
                       roster_line(name));
}

std::vector<fs::directory_entry> entries_of(const fs::path& folder) {
    std::vector<fs::directory_entry> entries;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error)) {
        const auto name = entry->path().filename().string();
        if (!name.starts_with('.') && name != "__MACOSX") entries.push_back(*entry);
    }
    if (error)
        throw UserError(fmt::format("--submissions {}: {}. Name the folder that has the students' "
                                    "submissions in it, a folder each.",
                                    safe_line(folder.string()), error.message()));
    // A file system has an order of its own.
    std::ranges::sort(entries, {}, [](const auto& entry) { return entry.path(); });
    return entries;
}

// Gradescope's export is a folder in an archive.
fs::path unwrapped(const fs::path& folder) {
    const auto entries = entries_of(folder);
    if (entries.size() != 1 || entries[0].is_symlink() || !entries[0].is_directory()) return folder;
    return fs::exists(entries[0].path() / gradescope_metadata) ? entries[0].path() : folder;
}

ClassEntry entry_named(const std::string& name, const NamedSubmission& named) {
    ClassEntry entry;
    entry.name = name;
    entry.student = roster_line(named.student);
    entry.student_id = named.id;
    entry.label = roster_line(fmt::format("{} {}", named.student, named.id));
    entry.late = named.late;
    return entry;
}

// What stands in the folder of a class, put in order.
class Sorter {
  public:
    explicit Sorter(const fs::path& folder) : folder_(folder) {
        if (const auto text = file_text(folder / gradescope_metadata))
            submitters_ = gradescope_submitters(*text);
    }
    void sort(const fs::directory_entry& found) {
        const auto name = found.path().filename().string();
        // A link has its place in the table, too; a single file of a person's is refused later.
        const bool link = found.is_symlink();
        if (link) links_.insert(name);
        if (link ? !name.ends_with(".cu") : found.is_directory())
            add_folder(name);
        else if (link || found.is_regular_file())
            add_file(name);
        else
            ignored_.push_back(name);
    }
    Roster roster() {
        name_plain_folders();
        Roster roster{.folder = folder_, .entries = std::move(entries_), .warnings = {}};
        for (auto& entry : roster.entries) look_at_folder(entry);
        for (auto& [key, entry] : people_) roster.entries.push_back(std::move(entry));
        std::ranges::sort(roster.entries, {}, &ClassEntry::label);
        if (!ignored_.empty())
            roster.warnings.push_back(fmt::format(
                "Ignored, as its name does not say whose it is: {}{}", roster_line(ignored_[0]),
                ignored_.size() == 1 ? "." : fmt::format(" and {} more.", ignored_.size() - 1)));
        return roster;
    }

  private:
    void add_folder(const std::string& name) {
        if (name.find("_assignsubmission_onlinetext") != std::string::npos) {
            ignored_.push_back(name); // Moodle's other folder of the same student
        } else if (const auto moodle = moodle_submission(name); moodle && moodle->file.empty()) {
            entries_.push_back(entry_named(name, *moodle));
        } else if (const auto canvas = canvas_submission(name)) {
            entries_.push_back(entry_named(name, *canvas));
        } else {
            plain_.push_back(name);
        }
    }
    void add_file(const std::string& name) {
        // Canvas first: of its names the end is the student's own, and could look like Moodle's,
        // by which a file would not be late.
        auto named = canvas_submission(name);
        if (!named) named = moodle_submission(name);
        if (!named || named->file.empty()) {
            if (name != gradescope_metadata) ignored_.push_back(name);
            return;
        }
        auto& entry = people_[named->student + '_' + named->id];
        if (entry.name.empty()) entry = entry_named(name, *named);
        entry.late = entry.late || named->late;
        if (is_archive(name)) entry.warnings.push_back(archive_warning(name));
        add_loose_file(entry.files, {name, named->file, named->upload});
    }
    // Where something was handed in again under one name, the last counts.
    static void add_loose_file(std::vector<LooseFile>& files, LooseFile fresh) {
        const auto before = std::ranges::find(files, fresh.handed_in, &LooseFile::handed_in);
        if (before == files.end()) return files.push_back(std::move(fresh));
        const auto number = [](const LooseFile& file) {
            return std::pair(file.upload.size(), file.upload);
        };
        if (number(*before) < number(fresh)) *before = std::move(fresh);
    }
    void look_at_folder(ClassEntry& entry) const {
        if (links_.contains(entry.name)) {
            entry.refused = "The submission is a symbolic link, which may lead to another "
                            "student's files, so it is not taken.";
            return;
        }
        std::error_code error;
        for (fs::directory_iterator file(folder_ / entry.name, error), end; !error && file != end;
             file.increment(error)) {
            const auto name = file->path().filename().string();
            if (is_archive(name) && entry.warnings.size() < 3)
                entry.warnings.push_back(archive_warning(name));
        }
    }
    void name_plain_folders() {
        const std::string assignment = common_assignment(plain_);
        for (const auto& name : plain_) {
            ClassEntry entry;
            entry.name = name;
            const auto known = submitters_.find(name);
            entry.label =
                roster_line(known == submitters_.end() ? name.substr(assignment.size()) : name);
            if (known != submitters_.end()) {
                entry.student = roster_line(known->second.names);
                entry.student_id = roster_line(known->second.ids);
                entry.email = roster_line(known->second.emails);
            }
            entries_.push_back(std::move(entry));
        }
    }

    fs::path folder_;
    std::map<std::string, Submitters> submitters_;
    std::set<std::string> links_;
    std::vector<ClassEntry> entries_;
    std::map<std::string, ClassEntry> people_; // whose submissions are files
    std::vector<std::string> plain_;           // names of folders that say no more than themselves
    std::vector<std::string> ignored_;
};

void refuse_two_of_one_name(const Roster& roster) {
    std::map<std::string, const ClassEntry*> known;
    for (const auto& entry : roster.entries) {
        const auto [other, fresh] = known.try_emplace(file_name_of(entry.label), &entry);
        if (!fresh)
            throw UserError(fmt::format(
                "--submissions {}: {} and {} would both be called \"{}\". Rename one of them.",
                safe_line(roster.folder.string()), roster_line(other->second->name),
                roster_line(entry.name), entry.label));
    }
}

} // namespace

Roster read_roster(const fs::path& folder) {
    std::error_code ignored;
    if (fs::is_directory(folder / "exercises", ignored))
        throw UserError(fmt::format("--submissions {}: it has exercises/ in it, so it is one "
                                    "submission and no folder of them. Grade it with "
                                    "--submission {}",
                                    safe_line(folder.string()), safe_line(folder.string())));
    const auto inner = unwrapped(folder);
    Sorter sorter(inner);
    for (const auto& found : entries_of(inner)) sorter.sort(found);
    Roster roster = sorter.roster();
    if (roster.entries.empty())
        throw UserError(fmt::format("--submissions {}: there is no submission in it. Each is a "
                                    "folder, or files whose names say whose they are, as Canvas "
                                    "and Moodle write them.",
                                    safe_line(folder.string())));
    refuse_two_of_one_name(roster);
    return roster;
}

std::string file_name_of(const std::string& label) {
    std::string name = label;
    std::ranges::replace(name, '/', '_');
    if (name.empty() || name[0] == '.') name.insert(0, "_");
    return name;
}

} // namespace workbook::cli
