#include "harness/confinement.hpp"

#include "harness/sandbox.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <grp.h>
#include <poll.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace workbook {
namespace {

namespace fs = std::filesystem;

// Where the file system outside is seen while that inside is put together.
constexpr const char* outside = "/.outside";
// A folder that every system has and that need not be seen then: the new root is mounted on it.
constexpr const char* base = "/tmp";

constexpr int namespaces = CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS;
constexpr std::uint64_t most_processes_of_nobody = 512, most_processes_of_user = 4096;

bool write_text(const char* path, const char* text) {
    const int file = open(path, O_WRONLY | O_CLOEXEC);
    if (file < 0) return false;
    const auto length = static_cast<ssize_t>(std::strlen(text));
    const bool done = write(file, text, static_cast<std::size_t>(length)) == length;
    close(file);
    return done;
}

// A child of this process's parent: a sibling.
int fork_sibling() {
    return static_cast<int>(syscall(SYS_clone, CLONE_PARENT | SIGCHLD, 0, 0, 0, 0));
}

// All mounts below `path`; the old way reaches the uppermost alone.
bool make_read_only(const char* path, bool has_devices) {
#ifdef SYS_mount_setattr
    // mount_setattr(2). Not by its header: that of the kernel and that of the C library quarrel.
    struct {
        std::uint64_t set, clear, propagation, user_namespace;
    } attributes{};
    constexpr std::uint64_t read_only = 1, no_suid = 2, no_devices = 4;
    attributes.set = read_only | no_suid | (has_devices ? 0 : no_devices);
    if (syscall(SYS_mount_setattr, AT_FDCWD, path, AT_RECURSIVE, &attributes, sizeof attributes) ==
        0)
        return true;
    if (errno != ENOSYS) return false;
#endif
    struct statvfs now {};
    if (statvfs(path, &now) != 0) return false;
    // What is set already must be said again.
    unsigned long flags = MS_BIND | MS_REMOUNT | MS_RDONLY | MS_NOSUID;
    if (!has_devices || (now.f_flag & ST_NODEV)) flags |= MS_NODEV;
    if (now.f_flag & ST_NOEXEC) flags |= MS_NOEXEC;
    if (now.f_flag & ST_NOATIME) flags |= MS_NOATIME;
    if (now.f_flag & ST_NODIRATIME) flags |= MS_NODIRATIME;
    if (now.f_flag & ST_RELATIME) flags |= MS_RELATIME;
    return mount(nullptr, path, nullptr, flags, nullptr) == 0;
}

std::string real_path(const std::string& path) {
    std::error_code error;
    const fs::path real = fs::canonical(path, error);
    return error ? std::string() : real.string();
}

// Root of a container may be root of few users, or of itself alone.
bool has_user(unsigned user) {
    std::ifstream map("/proc/self/uid_map");
    std::uint64_t first = 0, outside_first = 0, count = 0;
    while (map >> first >> outside_first >> count)
        if (user >= first && user - first < count) return true;
    return false;
}

} // namespace

Confinement::Confinement(const ConfinedFiles& files, std::uint64_t temporary_bytes)
    : temporary_options_(fmt::format("mode=1777,size={},nr_inodes=4096", temporary_bytes)),
      real_gpu_(files.real_gpu), as_root_(geteuid() == 0) {
    constexpr unsigned nobody = 65'534;
    if (as_root_) user_.emplace();
    as_root_ = as_root_ && has_user(user_->number());
    uid_map_ = fmt::format("{} {} 1\n", nobody, geteuid());
    gid_map_ = fmt::format("{} {} 1\n", nobody, getegid());
    plan(files);
}

Confinement::~Confinement() { end(); }

// ---- What lies where, inside.

void Confinement::plan(const ConfinedFiles& files) {
    for (const char* folder : {"/usr", "/etc", "/dev", "/proc", "/tmp", "/workbook"})
        steps_.push_back({Kind::folder, folder, {}});
    for (const char* folder : {"/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64"})
        add_library_folder(folder);
    add_bind(Kind::bind, "/etc/ld.so.cache", "/etc/ld.so.cache", false);
    add_bind(Kind::bind, files.virtual_runtime, virtual_runtime, true);
    add_bind(Kind::bind, files.cuda_libraries, cuda_libraries, true);
    add_bind(Kind::bind, files.tracer, tracer, false);
    add_bind(Kind::bind, files.program, program, false);
    for (const std::string& folder : files.libraries)
        if (fs::path(folder).is_absolute()) add_library_folder(folder);
    add_devices(files.real_gpu);
}

void Confinement::add_folders_above(const std::string& path) {
    for (std::size_t at = 1; (at = path.find('/', at)) != std::string::npos; ++at)
        steps_.push_back({Kind::folder, path.substr(0, at), {}});
}

// Shows a library folder under its own path. If /lib and /lib64 are links, as they are nearly
// everywhere, they stay links.
void Confinement::add_library_folder(const std::string& path) {
    std::error_code error;
    if ((path == "/lib" || path == "/lib64") && fs::is_symlink(path, error)) {
        steps_.push_back({Kind::link, path, fs::read_symlink(path, error).string()});
        return;
    }
    add_bind(Kind::bind, path, path, true);
}

void Confinement::add_bind(Kind kind, const std::string& source, const std::string& path,
                           bool is_folder) {
    const std::string real = source.empty() ? std::string() : real_path(source);
    if (real.empty()) return;
    add_folders_above(path);
    steps_.push_back({is_folder ? Kind::folder : Kind::file, path, {}});
    steps_.push_back({kind, path, outside + real});
}

void Confinement::add_devices(bool real_gpu) {
    // No /dev/zero: shared mappings of it are memory that counts for no process.
    for (const char* device : {"/dev/null", "/dev/urandom", "/dev/random"})
        add_bind(Kind::bind_device, device, device, false);
    if (!real_gpu) return;
    std::error_code error;
    for (const char* folder : {"/dev", "/dev/nvidia-caps"})
        for (const auto& entry : fs::directory_iterator(folder, error)) {
            const std::string name = entry.path().filename();
            if (!entry.is_character_file(error)) continue;
            if (name.rfind("nvidia", 0) == 0 || name == "dxg")
                add_bind(Kind::bind_device, entry.path(), entry.path(), false);
        }
    add_bind(Kind::bind, "/sys", "/sys", true);
}

// ---- In the child: nothing but system calls.

void Confinement::require(bool done, const char* what) const {
    if (done) return;
    Said said;
    said.error = errno;
    said.what = what;
    say(said);
    _exit(126);
}

void Confinement::say(const Said& said) const {
    [[maybe_unused]] const ssize_t written = write(report_, &said, sizeof said);
}

// True if the process's children will be in namespaces of their own. Root in a container may be
// without the privilege for them; then it goes the way of any other user.
bool Confinement::leave_namespaces() {
    if (as_root_ && unshare(namespaces) == 0) return true;
    as_root_ = false;
    if (unshare(CLONE_NEWUSER | namespaces) != 0) return false;
    // The files in /proc of a process that cannot be looked into are root's.
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    const bool done = write_text("/proc/self/setgroups", "deny") &&
                      write_text("/proc/self/uid_map", uid_map_.c_str()) &&
                      write_text("/proc/self/gid_map", gid_map_.c_str());
    const int error = errno;
    Sandbox::be_first_to_go();
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    errno = error;
    return done;
}

// The first process inside; when it ends, all others end. It waits for the checker to die, keeps no
// other file open, and cannot be looked into, because it has a copy of the checker's memory.
void Confinement::hold(int lifeline) const {
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    dup2(lifeline, 0);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 1u, ~0u, 0) != 0)
#endif
        for (int descriptor = 1; descriptor < 4096; ++descriptor) close(descriptor);
    while (true) {
        pollfd waiting{0, 0, 0}; // for the hang-up
        if (poll(&waiting, 1, 1000) > 0) _exit(0);
        while (waitpid(-1, nullptr, WNOHANG) > 0) {
        }
    }
}

void Confinement::enter() const {
    Sandbox::be_first_to_go();
    require(unshare(CLONE_NEWNS) == 0, "a mount namespace");
    make_root();
    become_nobody();
}

void Confinement::make_root() const {
    umask(022); // its folders are for another user
    require(mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0, "mounts of its own");
    require(mount("tmpfs", base, "tmpfs", MS_NOSUID | MS_NODEV, "mode=0755,size=1m") == 0,
            "mounting a file system");
    require(mkdir("/tmp/.outside", 0700) == 0 &&
                syscall(SYS_pivot_root, base, "/tmp/.outside") == 0 && chdir("/") == 0,
            "changing the root folder");
    for (const Step& step : steps_) {
        const char* path = step.path.c_str();
        switch (step.kind) {
        case Kind::folder:
            require(mkdir(path, 0755) == 0 || errno == EEXIST, path);
            break;
        case Kind::file: {
            const int file = open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0444);
            require(file >= 0, path);
            close(file);
            break;
        }
        case Kind::link:
            require(symlink(step.source.c_str(), path) == 0 || errno == EEXIST, path);
            break;
        case Kind::bind:
        case Kind::bind_device:
            require(mount(step.source.c_str(), path, nullptr, MS_BIND | MS_REC, nullptr) == 0,
                    path);
            if (step.kind == Kind::bind) require(make_read_only(path, false), path);
            break;
        }
    }
    require(mount("tmpfs", temporary_folder, "tmpfs", MS_NOSUID | MS_NODEV,
                  temporary_options_.c_str()) == 0,
            temporary_folder);
    // What lies in /proc of a process of its own is more than a program needs: it could write into
    // its own code there. A GPU's driver wants it. An older kernel does not know the options, and a
    // container may not allow any /proc: then there is none.
    constexpr unsigned long flags = MS_NOSUID | MS_NODEV | MS_NOEXEC;
    if (real_gpu_ && mount("proc", "/proc", "proc", flags, "hidepid=2") != 0)
        require(errno == EPERM || errno == EINVAL, "/proc");
    require(umount2(outside, MNT_DETACH) == 0 && rmdir(outside) == 0, "leaving what is outside");
    require(mount(nullptr, "/", nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV,
                  nullptr) == 0,
            "making the root folder read-only");
    require(chdir(temporary_folder) == 0, temporary_folder);
}

void Confinement::become_nobody() const {
    const std::uint64_t most = as_root_ ? most_processes_of_nobody : most_processes_of_user;
    if (!real_gpu_) {
        const rlimit limit{most, most};
        setrlimit(RLIMIT_NPROC, &limit);
    }
    if (!as_root_) return; // its user inside stands for the one outside, and has nothing there
    const unsigned user = user_->number();
    require(setgroups(0, nullptr) == 0 && setresgid(user, user, user) == 0 &&
                setresuid(user, user, user) == 0,
            "an unprivileged user");
}

// Runs in a process between the checker and those inside: enters the namespaces and leaves the
// holder and the program behind as its siblings, children of the checker. Returns in the program
// alone.
int Confinement::start(int lifeline) {
    require(leave_namespaces(), "namespaces");
    Said said;
    said.holder = fork_sibling();
    if (said.holder == 0) hold(lifeline);
    require(said.holder > 0, "a process in the namespaces");
    say(said);
    said.program = fork_sibling();
    if (said.program == 0) {
        enter();
        close(report_);
        return 0;
    }
    require(said.program > 0, "a process in the namespaces");
    say(said);
    _exit(0);
}

// ---- In the checker.

int Confinement::fork_inside() {
    int report[2], lifeline[2];
    if (pipe2(report, O_CLOEXEC) != 0) throw CannotConfine("no pipe could be made");
    if (pipe2(lifeline, O_CLOEXEC) != 0) {
        close(report[0]);
        close(report[1]);
        throw CannotConfine("no pipe could be made");
    }
    report_ = report[1];
    const int between = fork();
    if (between == 0) {
        close(report[0]);
        close(lifeline[1]);
        return start(lifeline[0]);
    }
    close(report[1]);
    close(lifeline[0]);
    lifeline_ = lifeline[1];
    if (between > 0) waitpid(between, nullptr, 0);
    return hear(report[0]);
}

// Reads reports until the program has closed the pipe: then it is in its place, or gone.
int Confinement::hear(int report) {
    Said said, last;
    while (true) {
        const ssize_t count = read(report, &last, sizeof last); // whole: a pipe keeps them together
        if (count < 0 && errno == EINTR) continue;
        if (count != sizeof last) break;
        said.holder = std::max(said.holder, last.holder);
        said.program = std::max(said.program, last.program);
        if (last.what) said = {said.holder, said.program, last.error, last.what};
    }
    close(report);
    holder_ = said.holder;
    if (!said.what && said.program > 0) return said.program;
    if (said.program > 0) {
        kill(said.program, SIGKILL);
        waitpid(said.program, nullptr, 0);
    }
    end();
    throw CannotConfine(said.what ? fmt::format("{}: {}", said.what, std::strerror(said.error))
                                  : "no process could be started");
}

void Confinement::end() {
    if (holder_ > 0) {
        kill(holder_, SIGKILL); // the kernel ends the others first
        waitpid(holder_, nullptr, 0);
        holder_ = -1;
    }
    if (lifeline_ >= 0) close(lifeline_);
    lifeline_ = -1;
}

std::optional<std::string> obstacle_to_confinement() {
    try {
        Confinement confinement({.program = "/proc/self/exe"}, 1 << 20);
        const int child = confinement.fork_inside();
        if (child == 0) _exit(0);
        waitpid(child, nullptr, 0);
    } catch (const CannotConfine& failure) {
        return failure.what();
    }
    return std::nullopt;
}

} // namespace workbook
