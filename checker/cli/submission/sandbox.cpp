#include "cli/submission/sandbox.hpp"

#include "cli/submission/toolchain.hpp"

#include <fmt/core.h>

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr int nobody = 65534; // the user that owns nothing, on every Linux
constexpr ProcessLimits compiler_limits{.address_space = 6ull << 30,
                                        .file_bytes = 256ull << 20,
                                        .processor_seconds = processor_time_to_compile.count(),
                                        .processes = 1024};
constexpr const char* room_for_temporary_files = "536870912"; // bytes

// The distribution's; links where /usr is all there is, folders on older systems.
void add_system(std::vector<std::string>& words) {
    words.insert(words.end(), {"--ro-bind", "/usr", "/usr"});
    for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
        if (fs::is_symlink(name))
            words.insert(words.end(), {"--symlink", fs::read_symlink(name).string(), name});
        else if (fs::is_directory(name))
            words.insert(words.end(), {"--ro-bind", name, name});
    }
    words.insert(words.end(), {"--dir", "/etc"});
    for (const char* name :
         {"/etc/alternatives", "/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d"})
        words.insert(words.end(), {"--ro-bind-try", name, name});
}

// Bubblewrap makes the folders on the way to a file for their owner only, and another user
// compiles; so they are made before.
class Folders {
  public:
    // In `masked` there is nothing; other folders of the system are there already.
    Folders(std::vector<std::string>& words, std::set<fs::path> masked)
        : words_(words), masked_(std::move(masked)) {}
    void make(const fs::path& path) {
        if (!path.has_relative_path() || made_.contains(path)) return;
        made_.insert(path);
        const bool is_masked = std::ranges::any_of(
            masked_, [&](const fs::path& folder) { return is_below(path, folder); });
        if (is_below(path, "/usr") && !is_masked) return;
        make(path.parent_path());
        words_.insert(words_.end(), {"--dir", path.string()});
    }

  private:
    std::vector<std::string>& words_;
    std::set<fs::path> masked_;
    std::set<fs::path> made_{"/etc", "/dev", "/tmp"};
};

std::map<std::string, std::string> compiler_environment() {
    std::map<std::string, std::string> variables{{"LC_ALL", "C"}, {"PATH", "/usr/bin:/bin"}};
    for (const char* name : {"PATH", "NVCC_CCBIN", "NVCC_PREPEND_FLAGS", "NVCC_APPEND_FLAGS",
                             "CPATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "LD_LIBRARY_PATH"})
        if (const char* value = getenv(name)) variables[name] = value;
    return variables;
}

std::vector<std::string> become_nobody() {
    const auto number = std::to_string(nobody);
    return {"setpriv",
            "--reuid",
            number,
            "--regid",
            number,
            "--clear-groups",
            "--no-new-privs",
            "--inh-caps=-all",
            "--bounding-set=-all"};
}

std::string why_there_is_no_room(bool is_missing, const std::string& said) {
    std::string text = "The compilers of a submission cannot be confined on this machine, so it is "
                       "not graded. ";
    if (is_missing)
        return text +
               "Bubblewrap is missing: ./workbook setup --with-grading fetches it (Debian and "
               "Ubuntu: sudo apt-get install bubblewrap). Or trust the submission with your "
               "account: --unsandboxed";
    return text +
           fmt::format("Bubblewrap says: {}\nIt needs user namespaces: "
                       "kernel.unprivileged_userns_clone=1 (Debian), an AppArmor profile for bwrap "
                       "or kernel.apparmor_restrict_unprivileged_userns=0 (Ubuntu 24.04), in a "
                       "container the right to make them. Or trust the submission with your "
                       "account: --unsandboxed",
                       said.substr(0, 400));
}

} // namespace

std::vector<std::string> CompilerSandbox::room(const View& view) const {
    std::vector<std::string> words;
    if (way_ == Way::root_drops_before) words = become_nobody();
    words.emplace_back("bwrap");
    if (way_ != Way::root_drops_inside) words.emplace_back("--unshare-user");
    words.insert(words.end(), {"--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts",
                               "--unshare-cgroup-try", "--die-with-parent", "--new-session"});
    add_system(words);
    words.insert(words.end(), {"--dir", "/dev", "--dev-bind", "/dev/null", "/dev/null", "--perms",
                               "1777", "--size", room_for_temporary_files, "--tmpfs", "/tmp"});
    const auto masked = masked_folders(*course_);
    for (const auto& folder : masked) words.insert(words.end(), {"--tmpfs", folder.string()});
    Folders folders(words, masked);
    const auto bind = [&](const char* how, const fs::path& outside, const fs::path& inside) {
        folders.make(inside.parent_path());
        words.insert(words.end(), {how, outside.string(), inside.string()});
    };
    for (const auto& folder : toolchain_folders(*course_, masked, view.compilers))
        bind("--ro-bind-try", folder, folder);
    for (const auto& [inside, outside] : view.readable) bind("--ro-bind", outside, inside);
    if (!view.writable.empty()) bind("--bind", view.writable, view.writable);
    if (!view.directory.empty()) {
        folders.make(view.directory);
        words.insert(words.end(), {"--chdir", view.directory.string()});
    }
    words.emplace_back("--");
    if (way_ == Way::root_drops_inside) {
        const auto drop = become_nobody();
        words.insert(words.end(), drop.begin(), drop.end());
    }
    return words;
}

ProcessResult CompilerSandbox::run(const std::vector<std::string>& command, const View& view,
                                   std::chrono::seconds limit) const {
    ProcessOptions options{.environment = compiler_environment(),
                           .limit = deadline_.at_most(limit),
                           .isolated = true,
                           .limits = compiler_limits,
                           .first_to_go = true};
    if (memory_ != 0) options.limits.address_space = memory_;
    // It would count all of this user's processes, not only these.
    if (way_ == Way::none || way_ == Way::own_user) options.limits.processes = 0;
    if (way_ == Way::none) {
        std::vector<std::string> words{"env", "-C", view.directory.string()};
        if (!view.writable.empty()) options.environment["TMPDIR"] = view.writable.string();
        words.insert(words.end(), command.begin(), command.end());
        return run_process(words, options);
    }
    options.environment["TMPDIR"] = "/tmp";
    options.environment["HOME"] = "/tmp";
    auto words = room(view);
    words.insert(words.end(), command.begin(), command.end());
    return run_process(words, options);
}

void CompilerSandbox::give(const fs::path& path) const {
    if (!becomes_another()) return;
    if (chown(path.c_str(), nobody, nobody) != 0)
        throw UserError(fmt::format("{} cannot be given to an unprivileged user.", path.string()));
}

void CompilerSandbox::expect_readable(const View& view) const {
    if (!becomes_another()) return;
    std::vector<std::string> command{"find"};
    for (const auto& [inside, outside] : view.readable) command.push_back(inside.string());
    command.insert(command.end(), {"!", "-readable", "-print", "-quit"});
    const auto done = run(command, view);
    if (done.succeeded() && done.output.empty()) return;
    throw UserError(
        fmt::format("The compilers of a submission run as an unprivileged user, who cannot read "
                    "all that they need:\n{}\nLet others read it: chmod -R go+rX {} {}",
                    done.output.substr(0, 400), course_->root.string(), course_->build.string()));
}

CompilerSandbox CompilerSandbox::find(const Course& course) {
    std::vector<Way> ways{Way::own_user};
    if (geteuid() == 0) ways = {Way::root_drops_inside, Way::root_drops_before};
    std::string said;
    for (const Way way : ways) {
        const CompilerSandbox sandbox(course, way);
        const auto tried = sandbox.run({"true"}, {});
        if (tried.succeeded()) return sandbox;
        said = tried.output;
        // In the first way the program that could not be started is bwrap; in another it may be
        // setpriv.
        if (tried.exit_code == 127 && way == ways.front())
            throw UserError(why_there_is_no_room(true, said));
    }
    throw UserError(why_there_is_no_room(false, said));
}

CompilerSandbox CompilerSandbox::none(const Course& course) {
    return CompilerSandbox(course, Way::none);
}

} // namespace workbook::cli
