// A learner program's own small world: processes, network and files of its own.
//
// Its namespaces hold no other process than it and a holder that only waits, no network, and a file
// system, read-only but for a small /tmp, with the system's libraries, the CUDA runtime and the
// program itself. As root the program runs as an unprivileged user; else in a user namespace.
// Made by system calls between fork and exec, so that the checker stays the program's parent and
// sees how it ended (docs/decisions/0013). What the program may do inside is Sandbox's business.
#pragma once

#include "harness/user_number.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace workbook {

// This system does not let us; the text says which step failed and why.
struct CannotConfine : std::runtime_error {
    using std::runtime_error::runtime_error;
};

// What the program needs to see, by its paths outside; all but the program may be empty.
struct ConfinedFiles {
    std::string program = {};
    std::string virtual_runtime = {}, cuda_libraries = {}, tracer = {};
    std::vector<std::string> libraries = {}; // more folders; they keep their paths
    bool real_gpu = false;                   // devices of the driver, /sys, all of /proc
};

class Confinement {
  public:
    // Paths inside.
    static constexpr const char* program = "/workbook/learner";
    static constexpr const char* virtual_runtime = "/workbook/runtime";
    static constexpr const char* cuda_libraries = "/workbook/cuda";
    static constexpr const char* tracer = "/workbook/tracer.so";
    static constexpr const char* temporary_folder = "/tmp";

    Confinement(const ConfinedFiles& files, std::uint64_t temporary_bytes);
    ~Confinement();
    Confinement(const Confinement&) = delete;
    Confinement& operator=(const Confinement&) = delete;

    // Like fork(): returns the number of a child of the calling process, and 0 in the child, which
    // is inside by then and has the privileges of the user nobody. Throws CannotConfine in the
    // caller.
    int fork_inside();
    // Ends everything inside. The child has to be reaped before.
    void end();

  private:
    enum class Kind : std::uint8_t { folder, file, link, bind, bind_device };
    struct Step {
        Kind kind;
        std::string path; // inside
        std::string
            source; // of a bind: outside, prefixed with where that is seen; of a link: target
    };
    // What the child and the processes between report to the caller. The pointer to the text is
    // valid in the caller, too, as after any fork.
    struct Said {
        int holder = 0, program = 0, error = 0;
        const char* what = nullptr; // that failed
    };

    void plan(const ConfinedFiles& files);
    void add_folders_above(const std::string& path);
    void add_library_folder(const std::string& path);
    void add_bind(Kind kind, const std::string& source, const std::string& path, bool is_folder);
    void add_devices(bool real_gpu);
    int start(int lifeline);
    bool leave_namespaces();
    int hear(int report);
    [[noreturn]] void hold(int lifeline) const;
    void enter() const;
    void make_root() const;
    void become_nobody() const;
    void require(bool done, const char* what) const;
    void say(const Said& said) const;

    std::vector<Step> steps_;
    std::string temporary_options_, uid_map_, gid_map_;
    bool real_gpu_ = false;
    bool as_root_ = false;
    std::optional<UserNumber> user_; // inside, as root
    int report_ = -1;                // where the child says what failed
    int lifeline_ = -1;              // its other end hangs up when the caller dies
    int holder_ = -1;
};

// Why a learner program cannot be confined on this system; nothing if it can.
std::optional<std::string> obstacle_to_confinement();

} // namespace workbook
