// A room for compilers: what they may see is listed, and everything else is not there.
//
// A compiler that is fed hostile code reads any file that it can open (#include, .incbin) and
// writes where it can. So those of a submission run inside bubblewrap: the system's and the
// toolkit's folders read-only, the files that are named, one folder to write to; no network, no
// other process, no /proc, no home, no device but /dev/null; an unprivileged user; limits on time,
// memory, size.
#pragma once

#include "cli/grading/deadline.hpp"
#include "cli/process.hpp"
#include "cli/submission/build_commands.hpp"

#include <chrono>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

// Limits for compiling a student's file: processor time of each of the compiler's programs, and
// time on the clock for all of them together. The latter is longer, since a machine may be busy
// with other things, which is not the student's fault.
inline constexpr std::chrono::seconds processor_time_to_compile{60}, time_to_compile{300};

// What one command sees of the files.
struct View {
    std::map<std::filesystem::path, std::filesystem::path> readable; // its path inside: outside
    std::filesystem::path writable;                                  // folder; empty: none
    std::filesystem::path directory;                // to run in; may be empty inside
    std::vector<std::filesystem::path> compilers{}; // besides the course's: their folders are seen
};

class CompilerSandbox {
  public:
    // Tries out how programs can be confined on this machine. Throws UserError that says what is
    // missing and what to do.
    static CompilerSandbox find(const Course& course);
    // No confinement, only the limits (--unsandboxed). Paths inside are the paths outside, so a
    // caller has to name the files as they are.
    static CompilerSandbox none(const Course& course);

    // From now on every command is stopped at the deadline.
    void end_by(const Deadline& deadline) { deadline_ = deadline; }
    // What a process may take; 0: the usual limit.
    void limit_memory(std::uint64_t bytes) { memory_ = bytes; }
    bool confines() const { return way_ != Way::none; }
    // Stops the command after `limit`.
    ProcessResult run(const std::vector<std::string>& command, const View& view,
                      std::chrono::seconds limit = time_to_compile) const;
    // Makes a folder or a file of ours one that a command inside can write to or read.
    void give(const std::filesystem::path& path) const;
    // Throws UserError where a command inside could not read all that the view has.
    void expect_readable(const View& view) const;
    // Whether another user than ours has to pass through the folders on the way to the files.
    bool enters_as_another() const { return way_ == Way::root_drops_before; }

  private:
    enum class Way {
        none,
        own_user,          // not root: a user namespace
        root_drops_inside, // root sets the room up and becomes the user nobody in it
        root_drops_before, // root may not: becomes the user nobody, who uses a user namespace
    };
    CompilerSandbox(const Course& course, Way way) : course_(&course), way_(way) {}
    bool becomes_another() const { return way_ != Way::none && way_ != Way::own_user; }
    std::vector<std::string> room(const View& view) const;

    const Course* course_;
    Way way_;
    Deadline deadline_;
    std::uint64_t memory_ = 0;
};

} // namespace workbook::cli
