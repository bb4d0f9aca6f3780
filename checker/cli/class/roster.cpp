#include "cli/class/roster.hpp"

#include "cli/course.hpp"
#include "cli/files.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/submission/layout.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* gradescope_metadata = "submission_metadata.yml";

// Also a file's name in the end: shorter than a file system's 255 bytes.
std::string roster_line(std::string name) {
    const auto is_space = [](char c) { return c == ' '; };
    name.erase(name.begin(), std::ranges::find_if_not(name, is_space));
    while (name.ends_with(' ')) name.pop_back();
    return safe_line(visible_name(name), 160);
}

// The label of a submission, which must not be empty: a name of nothing but blanks becomes their
// codes.
std::string label_line(const std::string& name) {
    const auto label = roster_line(name);
    if (!label.empty()) return label;
    std::string blanks;
    while (blanks.size() < 160 && blanks.size() / 8 < name.size()) blanks += "\\u{0020}";
    return blanks;
}

bool is_archive(const std::string& name) {
    const auto small = small_letters(name);
    for (const char* ending : {".zip", ".tar", ".gz", ".tgz", ".xz", ".bz2", ".7z", ".rar"})
        if (small.ends_with(ending)) return true;
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

// Whether the folder has Gradescope's list, and otherwise only folders, of which the list names at
// least one. The list alone is no proof: a student may hand in a file of that name.
bool is_gradescope_export(const fs::path& folder) {
    const auto list = folder / gradescope_metadata;
    if (fs::is_symlink(list) || !fs::is_regular_file(list)) return false;
    const auto people = gradescope_submitters(file_text(list).value_or(""));
    bool listed = false;
    for (const auto& entry : entries_of(folder)) {
        const auto name = entry.path().filename().string();
        if (name == gradescope_metadata) continue;
        if (entry.is_symlink() || !entry.is_directory()) return false;
        listed = listed || people.contains(name);
    }
    return listed;
}

// Gradescope's export is a folder in an archive.
fs::path unwrapped(const fs::path& folder) {
    const auto entries = entries_of(folder);
    if (entries.size() != 1 || entries[0].is_symlink() || !entries[0].is_directory()) return folder;
    return is_gradescope_export(entries[0].path()) ? entries[0].path() : folder;
}

ClassEntry entry_named(const std::string& name, const NamedSubmission& named) {
    ClassEntry entry;
    entry.name = name;
    entry.student = roster_line(named.student);
    entry.student_id = named.id;
    entry.label = roster_line(named.student + ' ' + named.id);
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
        if (link ? !small_letters(name).ends_with(".cu") : found.is_directory())
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
        if (!archives_.empty())
            roster.warnings.push_back(fmt::format(
                "Archives are not looked into: {}. Unpack each into a folder with its name.",
                first_of(archives_)));
        if (!ignored_.empty())
            roster.warnings.push_back(fmt::format(
                "Ignored, as its name does not say whose it is: {}.", first_of(ignored_)));
        return roster;
    }

  private:
    static std::string first_of(const std::vector<std::string>& names) {
        return roster_line(names[0]) +
               (names.size() == 1 ? "" : fmt::format(" and {} more", names.size() - 1));
    }
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
        // Canvas first: the student chooses the end of its names, which could look like Moodle's.
        // Those have no mark for late files.
        auto named = canvas_submission(name);
        if (!named) named = moodle_submission(name);
        if (!named || named->file.empty()) {
            if (name != gradescope_metadata)
                (is_archive(name) ? archives_ : ignored_).push_back(name);
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
        int names = 1000; // a hostile folder has millions
        for (fs::recursive_directory_iterator file(folder_ / entry.name, error), end;
             !error && file != end && --names > 0; file.increment(error)) {
            if (file.depth() == 4) file.disable_recursion_pending();
            const auto name = file->path().filename().string();
            if (is_archive(name) && entry.warnings.size() < 3)
                entry.warnings.push_back(
                    archive_warning(file->path().lexically_relative(folder_ / entry.name)));
        }
    }
    void name_plain_folders() {
        const std::string assignment = common_assignment(plain_);
        for (const auto& name : plain_) {
            ClassEntry entry;
            entry.name = name;
            const auto known = submitters_.find(name);
            entry.label =
                label_line(known == submitters_.end() ? name.substr(assignment.size()) : name);
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
    std::vector<std::string> ignored_, archives_;
};

// If two submissions would have the same name (a student handed in a folder and a file), both are
// graded, and each gets a warning that names the other.
void tell_apart(Roster& roster) {
    std::map<std::string, std::vector<ClassEntry*>> named;
    std::ranges::sort(roster.entries, {}, &ClassEntry::name);
    for (auto& entry : roster.entries) named[file_name_of(entry.label)].push_back(&entry);
    std::set<std::string> taken;
    for (const auto& [name, entries] : named) taken.insert(name);
    for (const auto& [name, entries] : named) {
        const std::string label = entries[0]->label;
        for (std::size_t i = 1, number = 1; i < entries.size(); ++i) {
            do entries[i]->label = fmt::format("{} ({})", label, ++number);
            while (!taken.insert(file_name_of(entries[i]->label)).second);
            for (std::size_t other : {std::size_t{0}, i})
                entries[other]->warnings.push_back(fmt::format(
                    "{} and {} have the same name, so they are called \"{}\" and \"{}\". Are they "
                    "one student's?",
                    visible_name(entries[0]->name), visible_name(entries[i]->name), label,
                    entries[i]->label));
        }
        if (entries.size() > 1)
            roster.warnings.push_back(
                fmt::format("{} submissions are called \"{}\"; the others have a number behind it.",
                            entries.size(), label));
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
                                    "and Moodle write them.{}",
                                    safe_line(folder.string()),
                                    roster.warnings.empty() ? "" : " " + roster.warnings[0]));
    tell_apart(roster);
    std::ranges::sort(roster.entries, {}, &ClassEntry::label);
    return roster;
}

std::string file_name_of(const std::string& label) {
    std::string name = label;
    std::ranges::replace(name, '/', '_');
    if (name.empty() || name[0] == '.') name.insert(0, "_");
    return name;
}

} // namespace workbook::cli
