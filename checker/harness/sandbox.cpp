#include "harness/sandbox.hpp"

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <random>
#include <span>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace workbook {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t native_architecture = AUDIT_ARCH_X86_64;
constexpr std::uint32_t highest_call = 0x3fffffff; // the x32 variants lie above
#elif defined(__aarch64__)
constexpr std::uint32_t native_architecture = AUDIT_ARCH_AARCH64;
constexpr std::uint32_t highest_call = 0x7fffffff;
#else
#error "the learner's sandbox knows x86-64 and AArch64 only"
#endif

// System calls that start processes; clone and execve are treated apart.
constexpr std::uint32_t starting_calls[] = {
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    SYS_execveat,
};

// System calls that reach into other processes, signal them, or change the system. A
// process that makes one is killed.
constexpr std::uint32_t forbidden_calls[] = {
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_tkill,
    SYS_pidfd_open,
    SYS_pidfd_send_signal,
    SYS_pidfd_getfd,
    SYS_kcmp,
    SYS_unshare,
    SYS_setns,
    SYS_mount,
    SYS_umount2,
    SYS_chroot,
    SYS_pivot_root,
    SYS_reboot,
    SYS_bpf,
    SYS_init_module,
    SYS_finit_module,
    SYS_kexec_load,
};

// Refused as if the kernel did not have them: clone3's flags are out of a filter's sight (the C
// library falls back to clone), io_uring makes system calls past the filter, what io_setup takes is
// limited for all processes of the computer together, and the rest is far from what a lesson needs.
constexpr std::uint32_t missing_calls[] = {SYS_clone3,          SYS_io_uring_setup, SYS_io_setup,
                                           SYS_perf_event_open, SYS_userfaultfd,    SYS_add_key,
                                           SYS_keyctl};

// The same where limits hold: memory of these kinds counts for no process. A GPU's driver may need
// it.
constexpr std::uint32_t memory_calls[] = {SYS_memfd_create, SYS_shmget, SYS_semget,
#ifdef SYS_memfd_secret
                                          SYS_memfd_secret,
#endif
                                          SYS_msgget,       SYS_mq_open};

// Where limits hold, their sockets are those between processes: namespaces do not part all kinds.
constexpr std::uint32_t socket_calls[] = {SYS_socket, SYS_socketpair};

// Signals may go to the process itself only.
constexpr std::uint32_t signal_calls[] = {SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo,
                                          SYS_rt_tgsigqueueinfo};

// Writes the filter: one test after the other, each of which ends or falls through.
class FilterWriter {
  public:
    void load(std::size_t offset) {
        emit(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
    }
    void load_argument(int index, bool high_word) {
        // Both architectures are little-endian.
        load(offsetof(seccomp_data, args) + 8u * static_cast<unsigned>(index) +
             (high_word ? 4u : 0u));
    }
    void finish(std::uint32_t verdict) { emit(BPF_RET | BPF_K, verdict); }
    void finish_if_among(std::span<const std::uint32_t> values, std::uint32_t verdict) {
        for (const std::uint32_t value : values) {
            skip_unless_equal(value, 1);
            finish(verdict);
        }
    }
    // Skips `count` instructions unless the loaded word equals `value`.
    void skip_unless_equal(std::uint32_t value, std::uint8_t count) {
        emit(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
    }
    void skip_if_equal(std::uint32_t value, std::uint8_t count) {
        emit(BPF_JMP | BPF_JEQ | BPF_K, value, count, 0);
    }
    void skip_unless_set(std::uint32_t bits, std::uint8_t count) {
        emit(BPF_JMP | BPF_JSET | BPF_K, bits, 0, count);
    }
    void skip_unless_above(std::uint32_t value, std::uint8_t count) {
        emit(BPF_JMP | BPF_JGT | BPF_K, value, 0, count);
    }
    void mask(std::uint32_t bits) { emit(BPF_ALU | BPF_AND | BPF_K, bits); }
    std::vector<sock_filter> take() { return std::move(code_); }

  private:
    void emit(unsigned code, std::uint32_t value, std::uint8_t if_true = 0,
              std::uint8_t if_false = 0) {
        code_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, value});
    }
    std::vector<sock_filter> code_;
};

constexpr std::uint32_t kill = SECCOMP_RET_KILL_PROCESS;
constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refuse = SECCOMP_RET_ERRNO | ENOSYS;

// Stands for the process's own number, which is not known before the fork.
constexpr std::uint32_t own_process_placeholder = 0xffff'fffe;

std::vector<sock_filter> write_filter(const std::array<std::uint64_t, 2>& secret,
                                      const Limits& limits) {
    const std::uint32_t on_start = limits.kill_on_fork ? kill : SECCOMP_RET_ERRNO | EPERM;
    FilterWriter filter;
    filter.load(offsetof(seccomp_data, arch));
    filter.skip_if_equal(native_architecture, 1);
    filter.finish(kill);
    filter.load(offsetof(seccomp_data, nr));
    filter.skip_unless_above(highest_call, 1);
    filter.finish(kill);
    filter.finish_if_among(starting_calls, on_start);
    filter.finish_if_among(forbidden_calls, kill);
    filter.finish_if_among(missing_calls, refuse);
    if (limits.limit_data) filter.finish_if_among(memory_calls, refuse);
    // Shared memory without a file counts for no process once its pages are forgotten. The flags
    // have other bits, too: a mask takes the two.
    if (limits.limit_data) {
        filter.skip_unless_equal(SYS_mmap, 5);
        filter.load_argument(3, false);
        filter.mask(MAP_SHARED | MAP_ANONYMOUS);
        filter.skip_unless_equal(MAP_SHARED | MAP_ANONYMOUS, 1);
        filter.finish(SECCOMP_RET_ERRNO | EPERM);
        filter.finish(allow);
    }
    if (limits.limit_data)
        for (const std::uint32_t call : socket_calls) {
            filter.skip_unless_equal(call, 4);
            filter.load_argument(0, false);
            filter.skip_unless_equal(AF_UNIX, 1);
            filter.finish(allow);
            filter.finish(SECCOMP_RET_ERRNO | EAFNOSUPPORT);
        }
    // A clone is a thread or it is forbidden.
    filter.skip_unless_equal(SYS_clone, 4);
    filter.load_argument(0, false);
    filter.skip_unless_set(CLONE_THREAD, 1);
    filter.finish(allow);
    filter.finish(on_start);
    for (const std::uint32_t call : signal_calls) {
        filter.skip_unless_equal(call, 4);
        filter.load_argument(0, false);
        filter.skip_unless_equal(own_process_placeholder, 1);
        filter.finish(allow);
        filter.finish(kill);
    }
    filter.skip_unless_equal(SYS_execve, 10);
    for (int word = 0; word < 4; ++word) {
        filter.load_argument(4 + word / 2, word % 2 == 1);
        const auto part = static_cast<std::uint32_t>(secret[word / 2] >> (word % 2 == 1 ? 32 : 0));
        filter.skip_unless_equal(part, static_cast<std::uint8_t>(7 - 2 * word));
    }
    filter.finish(allow);
    filter.finish(on_start);
    filter.finish(allow);
    return filter.take();
}

// The checker's own limit is a soft one, not meant for the program.
void lift_soft_limit(__rlimit_resource resource) {
    rlimit limit{};
    if (getrlimit(resource, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(resource, &limit);
}

void set_limit(__rlimit_resource resource, std::uint64_t value) {
    rlimit limit{value, value};
    // A second more: at the hard limit the kernel kills, as it does where memory is short, and the
    // two could not be told apart.
    if (resource == RLIMIT_CPU) ++limit.rlim_max;
    rlimit now{};
    // An administrator's lower limit stays.
    if (getrlimit(resource, &now) == 0 && now.rlim_max < limit.rlim_max)
        limit = {now.rlim_max, now.rlim_max};
    setrlimit(resource, &limit);
}

// Root without capabilities owns its files and nothing else; in containers, graders are often root.
void drop_capabilities() {
    for (unsigned capability = 0; capability < 64; ++capability)
        if (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0 && errno == EINVAL) break;
    __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
    __user_cap_data_struct none[2]{};
    syscall(SYS_capset, &header, none);
}

} // namespace

std::uint64_t most_threads() { return 64 + std::thread::hardware_concurrency(); }

Sandbox::Sandbox(const Limits& limits) : limits_(limits) {
    std::random_device device;
    for (std::uint64_t& word : secret_)
        word = (static_cast<std::uint64_t>(device()) << 32) | device();
    filter_ = write_filter(secret_, limits);
}

void Sandbox::be_first_to_go() {
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (file < 0) return;
    [[maybe_unused]] const ssize_t written = write(file, "1000", 4);
    close(file);
}

void Sandbox::apply(int parent) const {
    setsid();
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    if (getppid() != parent) _exit(126); // the checker died before the line above
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_CPU, limits_.cpu_seconds);
    set_limit(RLIMIT_FSIZE, limits_.file_bytes);
    set_limit(RLIMIT_NOFILE, limits_.open_files);
    lift_soft_limit(RLIMIT_DATA);
    if (limits_.limit_data) set_limit(RLIMIT_DATA, limits_.memory_bytes);
    be_first_to_go();
    constexpr int less_urgent = 5; // compilers and checkers go first
    if (parent == 0) setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + less_urgent);
    drop_capabilities();
    if (!limits_.filter_calls) return;

    // A private copy on the stack: this process's number goes into it.
    sock_filter code[256];
    const std::size_t length = filter_.size();
    if (length > sizeof code / sizeof code[0]) _exit(126);
    for (std::size_t i = 0; i < length; ++i) {
        code[i] = filter_[i];
        if (code[i].code == (BPF_JMP | BPF_JEQ | BPF_K) && code[i].k == own_process_placeholder)
            code[i].k = static_cast<std::uint32_t>(getpid());
    }
    const sock_fprog program{static_cast<unsigned short>(length), code};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0)
        prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0,
              0); // without it the reaper has to do
}

void Sandbox::execute(const char* path, char* const* arguments, char* const* environment) const {
    syscall(SYS_execve, path, arguments, environment, 0L, secret_[0], secret_[1]);
}

} // namespace workbook
