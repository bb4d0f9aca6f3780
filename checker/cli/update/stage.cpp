#include "cli/update/stage.hpp"

#include "cli/files.hpp"
#include "cli/process.hpp"
#include "cli/stubs.hpp"
#include "cli/update/git.hpp"

#include <fmt/core.h>

#include <map>
#include <sstream>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

void unpack(const fs::path& archive, const fs::path& folder) {
    std::error_code ignored;
    fs::create_directories(folder, ignored);
    // -m: the build goes by the files' times, so unpacked files are new.
    const auto result = run_process({"tar", "-xmf", archive.string(), "--no-same-owner",
                                     "--no-same-permissions", "-C", folder.string()});
    if (!result.succeeded()) {
        throw UserError(fmt::format("{} cannot be unpacked:\n{}", archive.string(),
                                    last_lines_of(result.output)));
    }
}

void copy_version(const fs::path& from, const fs::path& to) {
    fs::create_directories(to);
    for (const auto& entry : fs::directory_iterator(from)) {
        const auto name = entry.path().filename();
        if (name == ".git" || name == ".workbook" || name == "build") continue;
        const auto result = run_process({"cp", "-RP", entry.path().string(), (to / name).string()});
        if (!result.succeeded()) {
            throw UserError(fmt::format("{} cannot be copied:\n{}", entry.path().string(),
                                        last_lines_of(result.output)));
        }
    }
}

bool is_course(const fs::path& folder) {
    return fs::exists(folder / "exercises" / "CMakeLists.txt") &&
           fs::exists(folder / "exercises" / "stubs.sha256");
}

// An archive's files lie at its top, or in one folder.
fs::path course_within(const fs::path& folder, const std::string& source) {
    if (is_course(folder)) return folder;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.is_directory() && is_course(entry.path())) return entry.path();
    throw UserError(fmt::format("{} is no version of the workbook: it has no exercises/"
                                "stubs.sha256. Nothing was changed.",
                                source));
}

// The stubs are what they are said to be, so that no student's folder is taken for a new version.
void expect_stubs_in_order(const Course& course, const fs::path& folder,
                           const std::string& source) {
    std::vector<fs::path> files;
    const auto recorded = recorded_stubs(folder);
    for (const auto& [name, hash] : recorded) files.push_back(folder / "exercises" / name);
    const auto hashes = sha256_of(course, files);
    for (const auto& [name, hash] : recorded) {
        const auto found = hashes.find(folder / "exercises" / name);
        if (found == hashes.end() || found->second != hash) {
            throw UserError(fmt::format("{} is no untouched version of the workbook: exercises/{} "
                                        "is not as it was handed out. Nothing was changed.",
                                        source, name));
        }
    }
}

} // namespace

std::string last_lines_of(const std::string& output) {
    return output.size() > 600 ? "..." + output.substr(output.size() - 600) : output;
}

fs::path update_folder(const Course& course) { return course.root / ".workbook" / "update"; }

std::map<std::string, std::string> recorded_stubs(const fs::path& root) {
    std::map<std::string, std::string> hashes;
    std::istringstream lines(file_text(root / "exercises" / "stubs.sha256").value_or(""));
    for (std::string line; std::getline(lines, line);)
        if (line.size() > 66) hashes[line.substr(66)] = line.substr(0, 64);
    return hashes;
}

NewVersion stage_new_version(const Course& course, const std::string& source) {
    const auto unpacked = update_folder(course) / "unpacked";
    try {
        fs::create_directories(update_folder(course));
        NewVersion version;
        if (source.empty()) {
            fs::path archive;
            version = fetch_version(course, archive);
            unpack(archive, unpacked);
        } else if (fs::is_directory(source)) {
            const auto folder = fs::canonical(source);
            if (folder == fs::canonical(course.root))
                throw UserError("That is this course itself. Name the folder of the new version.");
            version.source = source;
            copy_version(course_within(folder, source), unpacked);
        } else if (fs::exists(source)) {
            version.source = source;
            unpack(fs::absolute(source), unpacked);
        } else {
            throw UserError(fmt::format("{} does not exist.", source));
        }
        // Whatever it came from: it is to be changed, and removed again.
        run_process({"chmod", "-R", "u+rwX", unpacked.string()});
        version.folder = course_within(unpacked, version.source);
        expect_stubs_in_order(course, version.folder, version.source);
        return version;
    } catch (const fs::filesystem_error& error) {
        throw UserError(fmt::format("The new version could not be put into {} ({}). Nothing was "
                                    "changed.",
                                    shown_path(course, update_folder(course)),
                                    error.code().message()));
    }
}

} // namespace workbook::cli
