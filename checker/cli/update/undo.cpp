#include "cli/update/undo.hpp"

#include "cli/debug.hpp"
#include "cli/files.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <cstdlib>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// It stands behind the lines that set `new` and `process`. Without the argument "now" the updating
// process may still be at work: then it holds the lock.
constexpr const char* undo_script = R"sh(
cd "$(dirname "$0")/../.." || exit 1
update=.workbook/update
lock=.workbook/update.lock
fail() {
    echo "workbook: an update was cut short, and not all files could be put back. Make the" >&2
    echo "course's folder and the files named above yours (chown, chmod u+w), then run" >&2
    echo "./workbook again. What the update had replaced is in $update/old." >&2
    echo "To go on with the files as they are: rm $update/undo.sh" >&2
    exit 1
}
if [ "${1:-}" != now ]; then
    if command -v flock >/dev/null 2>&1; then
        (: >>$lock) || fail
        exec 9>>$lock
        flock -n 9 || exit 0
    elif [ -d "/proc/$process" ]; then
        exit 0
    fi
    [ -f $update/undo.sh ] || exit 0
fi
kept=.workbook/kept/undone-$(date +%Y-%m-%d_%H.%M.%S)
[ ! -e "$kept" ] || kept=$kept.$$
is_same() {
    cmp -s "$1" "$2" && { if [ -x "$1" ]; then [ -x "$2" ]; else [ ! -x "$2" ]; fi; }
}
while IFS= read -r file; do
    old=$update/old/$file
    folder=${file%/*}
    if [ -f "$file" ]; then
        ! is_same "$file" "$old" || continue
        # What was written since is neither the old file nor the new one.
        cmp -s "$file" "$new/$file" ||
            { mkdir -p "$kept/$folder" && cp -p "$file" "$kept/$file"; } || fail
    fi
    if [ ! -f "$old" ]; then # the new version had added it
        [ ! -f "$file" ] || rm -f "$file" || fail
        continue
    fi
    [ ! -d "$file" ] || { echo "$file: there is a folder now" >&2; fail; }
    # By renaming: the launcher may be one of the files, and is being read.
    mkdir -p "$folder" && cp -p "$old" $update/next && mv -f $update/next "$file" || fail
done <$update/changed
echo "workbook: an update was cut short; all files are as they were before it." >&2
[ ! -e "$kept" ] || echo "workbook: what you have written since is in $kept" >&2
rm -f $update/undo.sh
rm -rf $update
)sh";

// One a line, so that none is taken for an option.
std::string list_of(const std::vector<std::string>& files) {
    std::string text;
    for (const auto& file : files) text += "./" + file + "\n";
    return text;
}

fs::path script_of(const Course& course) { return update_folder(course) / "undo.sh"; }

void write_for_undo(const fs::path& file, const std::string& text) {
    if (const auto error = replace_file(file, text))
        throw fs::filesystem_error("write", file, error);
}

} // namespace

void prepare_undo(const Course& course, const NewVersion& version, const UpdateReport& report) {
    const auto folder = update_folder(course);
    fs::create_directories(folder / "old");
    for (const auto* files : {&report.replaced, &report.removed}) {
        for (const auto& file : *files) {
            fs::create_directories((folder / "old" / file).parent_path());
            fs::copy_file(course.root / file, folder / "old" / file);
        }
    }
    write_for_undo(folder / "changed",
                   list_of(report.replaced) + list_of(report.removed) + list_of(report.added));
    const auto fresh = version.folder.lexically_relative(course.root);
    write_for_undo(
        script_of(course),
        fmt::format("#!/bin/sh\n# An update of the course was cut short: puts back what it "
                    "had changed. ./workbook runs this.\nnew={}\nprocess={}\n{}",
                    shell_quoted("./" + fresh.string()), getpid(), undo_script + 1));
}

bool has_undo(const Course& course) { return fs::exists(script_of(course)); }

bool run_undo(const Course& course) {
    return std::system(("sh " + shell_quoted(script_of(course).string()) + " now").c_str()) == 0;
}

void forget_undo(const Course& course) { fs::remove(script_of(course)); }

} // namespace workbook::cli
