#include "cli/submission/hidden.hpp"

#include "cli/files.hpp"
#include "cli/folder_lock.hpp"
#include "cli/process.hpp"
#include "cli/submission/build_commands.hpp"
#include "wire/fnv1a.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// Tells versions apart.
class Hash {
  public:
    void add(const std::string& text) { value_ = wire::fnv1a(text + '\0', value_); }
    std::string text() const { return fmt::format("{:016x}", value_); }

  private:
    std::uint64_t value_ = wire::fnv1a("");
};

std::string bytes_of(const fs::path& file) { return file_text(file).value_or(""); }

// All that the program is made of: the sources beside check.cpp, the commands, and the state of the
// files that these name (libraries, the precompiled header).
std::string key_of(const fs::path& source, const ProgramCommands& commands) {
    Hash hash;
    std::set<fs::path> files;
    for (const auto& entry : fs::directory_iterator(source.parent_path()))
        if (entry.is_regular_file()) files.insert(entry.path());
    for (const auto& file : files) {
        hash.add(file.string());
        hash.add(bytes_of(file));
    }
    for (const auto* command : {&commands.compile, &commands.link})
        for (const auto& word : *command) {
            hash.add(word);
            for (const std::string ending : {"", ".gch"}) {
                std::error_code error;
                const auto file = commands.directory / (word + ending);
                const auto time = fs::last_write_time(file, error);
                if (!error && fs::is_regular_file(file, error))
                    hash.add(fmt::format("{}", time.time_since_epoch().count()));
            }
        }
    return hash.text();
}

void run_or_refuse(const std::vector<std::string>& command, const fs::path& directory,
                   const fs::path& source) {
    std::vector<std::string> words{"env", "-C", directory.string()};
    words.insert(words.end(), command.begin(), command.end());
    const auto done = run_process(words);
    if (!done.succeeded())
        throw UserError(fmt::format("The hidden checker {} cannot be built:\n{}", source.string(),
                                    done.output));
}

fs::path build_hidden_check(const Course& course, const Lesson& lesson,
                            const ProgramCommands& commands, const fs::path& source) {
    const auto folder = course.build / "hidden" / (lesson.name + "-" + key_of(source, commands));
    const auto program = folder / "check";
    const FolderLock lock(course.build);
    if (fs::exists(program)) return program;
    fs::create_directories(folder);
    fs::permissions(course.build / "hidden", fs::perms::owner_all);
    const auto object = (folder / "check.o").string(), partial = (folder / "check.part").string();
    // Its #include "name.hpp" finds the lesson's, as -I names that folder.
    auto compile = with_replaced(
        commands.compile, (lesson.header.parent_path() / "check.cpp").string(), source.string());
    auto link = commands.link;
    // Else the visible check would be taken for the hidden one.
    if (compile == commands.compile)
        throw UserError(fmt::format("The build does not say how the checker of {} is compiled: the "
                                    "hidden checker {} cannot take its place.",
                                    lesson.name, source.string()));
    for (auto* command : {&compile, &link})
        for (auto& word : *command) {
            if (word == commands.object) word = object;
            if (word == commands.program) word = partial;
        }
    run_or_refuse(compile, commands.directory, source);
    run_or_refuse(link, commands.directory, source);
    fs::remove(object);
    fs::rename(partial, program);
    return program;
}

fs::path exercises_in(const fs::path& folder) {
    return fs::is_directory(folder / "exercises") ? folder / "exercises" : folder;
}

// A checker in a folder that is no lesson would never run, and the report would not say so; nor
// that there is none at all.
void refuse_strays(const Course& course, const fs::path& exercises) {
    bool has_any = false;
    for (const auto& entry : fs::recursive_directory_iterator(exercises)) {
        if (entry.path().filename() != "check.cpp") continue;
        has_any = true;
        const auto place = fs::relative(entry.path().parent_path(), exercises);
        if (std::ranges::none_of(course.lessons, [&](const Lesson& lesson) {
                return fs::path(lesson.part) / lesson.name == place;
            }))
            throw UserError(fmt::format("The hidden checker {} belongs to no lesson: its folder "
                                        "must be exercises/<part>/<lesson>.",
                                        entry.path().string()));
    }
    if (!has_any)
        throw UserError(fmt::format("--hidden {}: there is no hidden checker in it, "
                                    "exercises/<part>/<lesson>/check.cpp.",
                                    exercises.string()));
}

} // namespace

std::map<std::string, fs::path> build_hidden_checks(const Course& course,
                                                    const std::vector<const Lesson*>& lessons,
                                                    const fs::path& folder) {
    if (!fs::is_directory(folder))
        throw UserError(fmt::format("--hidden {}: there is no such folder.", folder.string()));
    const auto exercises = fs::canonical(exercises_in(folder));
    refuse_strays(course, exercises);
    std::map<std::string, fs::path> sources;
    std::vector<const Lesson*> with_hidden;
    for (const Lesson* lesson : lessons) {
        const auto source = exercises / lesson->part / lesson->name / "check.cpp";
        if (!fs::exists(source)) continue;
        sources[lesson->name] = source;
        with_hidden.push_back(lesson);
    }
    std::map<std::string, fs::path> programs;
    const auto commands = commands_of_build(course, with_hidden, "check_");
    for (const Lesson* lesson : with_hidden)
        programs[lesson->name] = build_hidden_check(course, *lesson, commands.at(lesson->name),
                                                    sources.at(lesson->name));
    return programs;
}

} // namespace workbook::cli
