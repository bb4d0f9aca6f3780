#include "cli/update/git.hpp"

#include "cli/process.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

using Environment = std::map<std::string, std::string>;

// The version that the last update took in. As a reference, so that git keeps it, and of this
// working tree alone.
constexpr const char* updated_reference = "refs/worktree/workbook/updated";

ProcessResult git(const Course& course, std::vector<std::string> words,
                  Environment environment = {}) {
    words.insert(words.begin(), {"git", "-C", course.root.string()});
    // It must not wait for a password: there is no terminal to type it.
    environment["GIT_TERMINAL_PROMPT"] = "0";
    return run_process(words, {.environment = environment});
}

bool git_agrees(const Course& course, const std::vector<std::string>& words) {
    return git(course, words).succeeded();
}

// What it answers, without its warnings; nothing if it fails.
std::string answer_of_git(const Course& course, const std::vector<std::string>& words,
                          const Environment& environment = {}) {
    std::vector<std::string> command{"sh",  "-c", "exec git \"$@\" 2>/dev/null",
                                     "git", "-C", course.root.string()};
    command.insert(command.end(), words.begin(), words.end());
    const auto result = run_process(command, {.environment = environment});
    return result.succeeded() ? result.output : "";
}

std::string line_of_git(const Course& course, const std::vector<std::string>& words) {
    std::string text = answer_of_git(course, words);
    while (text.ends_with('\n')) text.pop_back();
    return text;
}

// Names, each ended by a NUL.
std::set<std::string> names_of_git(const Course& course, const std::vector<std::string>& words,
                                   const Environment& environment = {}) {
    std::set<std::string> names;
    std::istringstream stream(answer_of_git(course, words, environment));
    for (std::string name; std::getline(stream, name, '\0');) names.insert(name);
    return names;
}

bool is_ancestor(const Course& course, const std::string& one, const std::string& other) {
    return git_agrees(course, {"merge-base", "--is-ancestor", one, other});
}

void expect_clone(const Course& course) {
    std::error_code ignored;
    const auto top = line_of_git(course, {"rev-parse", "--show-toplevel"});
    if (!top.empty() && fs::equivalent(top, course.root, ignored)) return;
    std::string why = "This course is no git clone of its own. ";
    if (top.empty() && fs::exists(course.root / ".git", ignored)) {
        const auto asked = git(course, {"rev-parse", "--show-toplevel"});
        why = "git cannot use this clone:\n" + last_lines_of(asked.output) + "\n";
    }
    throw UserError(why + "Name the new version: ./workbook update FOLDER, or ./workbook update "
                          "ARCHIVE.tar.gz");
}

// ssh would ask for a passphrase on a terminal that is not shown, and wait for the answer.
Environment without_questions(const Course& course) {
    for (const char* name : {"GIT_SSH_COMMAND", "GIT_SSH"})
        if (std::getenv(name) != nullptr) return {};
    if (!line_of_git(course, {"config", "--get", "core.sshCommand"}).empty()) return {};
    return {{"GIT_SSH_COMMAND", "ssh -o BatchMode=yes"}};
}

void fetch(const Course& course, const std::string& remote, const std::string& address) {
    const auto result =
        git(course, {"fetch", "--quiet", remote, "HEAD"}, without_questions(course));
    if (result.succeeded()) return;
    throw UserError(fmt::format(
        "{} could not be fetched{}\nIf it wants a password or a passphrase: it cannot ask here; "
        "let "
        "ssh-agent or git's credential helper know it. Or name a folder or an archive: ./workbook "
        "update FOLDER",
        address,
        result.timed_out ? ": there was no answer for ten minutes."
                         : ":\n" + last_lines_of(result.output)));
}

// Versions of the course that this tree may have come from, the latest first.
std::vector<std::string> versions_before(const Course& course, const std::string& commit) {
    std::vector<std::string> versions;
    const auto taken = line_of_git(course, {"rev-parse", "--verify", "--quiet", updated_reference});
    const auto common = line_of_git(course, {"merge-base", "HEAD", commit});
    const bool is_later = common.empty() || !is_ancestor(course, taken, common);
    if (!taken.empty() && is_later && is_ancestor(course, taken, commit)) versions.push_back(taken);
    if (!common.empty()) versions.push_back(common);
    return versions;
}

// Files of the tree that are not as in that version, and those that it does not have. Whatever the
// student has committed or added: git is asked with an index of our own.
std::set<std::string> files_unlike(const Course& course, const std::string& version) {
    const Environment index{{"GIT_INDEX_FILE", (update_folder(course) / "index").string()}};
    if (const auto result = git(course, {"read-tree", version}, index); !result.succeeded())
        throw UserError(fmt::format("git cannot read {}:\n{}", version, result.output));
    auto names = names_of_git(course, {"diff", "-z", "--name-only", "--no-renames"}, index);
    names.merge(names_of_git(course, {"ls-files", "-z", "--others", "--exclude-standard"}, index));
    return names;
}

std::set<std::string> in_both(const std::set<std::string>& one,
                              const std::set<std::string>& other) {
    std::set<std::string> names;
    std::ranges::set_intersection(one, other, std::inserter(names, names.end()));
    return names;
}

// What is as in any version of the course is not the student's work.
void compare_with_tree(const Course& course, NewVersion& version) {
    const auto before = versions_before(course, version.commit);
    for (const auto& known : before) {
        const auto unlike = files_unlike(course, known);
        version.edited = version.edited ? in_both(*version.edited, unlike) : unlike;
        version.removed.merge(names_of_git(course, {"diff", "-z", "--name-only", "--no-renames",
                                                    "--diff-filter=D", known, version.commit}));
    }
    if (before.empty()) return;
    const auto changed = names_of_git(
        course, {"diff", "-z", "--name-only", "--no-renames", before.front(), version.commit});
    std::ranges::set_difference(*version.edited, changed,
                                std::inserter(version.unchanged, version.unchanged.end()));
}

} // namespace

NewVersion fetch_version(const Course& course, fs::path& archive) {
    expect_clone(course);
    const std::string remote =
        git_agrees(course, {"remote", "get-url", "upstream"}) ? "upstream" : "origin";
    const auto address = line_of_git(course, {"remote", "get-url", remote});
    if (address.empty())
        throw UserError("This clone has no remote \"upstream\" or \"origin\". Add where the course "
                        "comes from (git remote add upstream ADDRESS), or name a folder or an "
                        "archive");
    fetch(course, remote, address);
    NewVersion version;
    version.source = fmt::format("{} ({})", remote, address);
    version.commit = line_of_git(course, {"rev-parse", "FETCH_HEAD"});
    compare_with_tree(course, version);
    archive = update_folder(course) / "new.tar";
    const auto written =
        git(course, {"archive", "--format=tar", "-o", archive.string(), version.commit});
    if (!written.succeeded())
        throw UserError(fmt::format("git could not write out the new version:\n{}",
                                    last_lines_of(written.output)));
    return version;
}

void remember_version(const Course& course, const NewVersion& version) {
    if (!version.commit.empty()) git(course, {"update-ref", updated_reference, version.commit});
}

std::string move_branch(const Course& course, const NewVersion& version) {
    if (version.commit.empty() || is_ancestor(course, version.commit, "HEAD")) return "";
    if (!is_ancestor(course, "HEAD", version.commit)) {
        return "Your branch has commits of its own, so git's history was left alone. To record the "
               "update there: git add --all, then git commit.";
    }
    if (!git_agrees(course, {"diff", "--cached", "--quiet"}) ||
        !git_agrees(course, {"reset", "--quiet", version.commit})) {
        return "Something was staged for a commit, so git's history was left alone: git status "
               "shows the update as changes of yours.";
    }
    return "";
}

} // namespace workbook::cli
