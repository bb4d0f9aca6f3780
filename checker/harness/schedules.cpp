#include "harness/schedules.hpp"

#include <array>
#include <cerrno>
#include <cstdlib>
#include <ostream>
#include <sys/wait.h>
#include <unistd.h>

namespace workbook {
namespace {

constexpr std::size_t kept = 4 << 20; // bytes of a run's output
constexpr int could_not_run = 2;

struct Finished {
    int code = could_not_run;
    std::string output;
};

// What the program writes to its standard output before it ends.
std::string read_all(int descriptor) {
    std::string text;
    std::array<char, 4096> buffer;
    while (true) {
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return text;
        if (text.size() < kept) text.append(buffer.data(), static_cast<std::size_t>(count));
    }
}

Finished run_one(const Schedules& schedules, std::uint32_t schedule) {
    std::vector<std::string> arguments;
    for (std::size_t i = 0; i < schedules.arguments.size(); ++i) {
        if (schedules.arguments[i] == "--seed")
            ++i; // handed over in the environment, which no other process sees
        else
            arguments.push_back(schedules.arguments[i]);
    }
    for (std::string argument : {std::string("--schedules"), std::string("1"),
                                 std::string("--schedule-seed"), std::to_string(schedule)})
        arguments.push_back(std::move(argument));
    const std::string seed = std::to_string(schedules.seed);
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);

    Finished finished;
    int ends[2];
    if (pipe(ends) != 0) return finished;
    const pid_t child = fork();
    if (child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        setenv("WORKBOOK_SEED", seed.c_str(), 1);
        execv(schedules.program.c_str(), pointers.data());
        _exit(could_not_run);
    }
    close(ends[1]);
    if (child > 0) {
        finished.output = read_all(ends[0]);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        if (WIFEXITED(status)) finished.code = WEXITSTATUS(status);
    }
    close(ends[0]);
    return finished;
}

} // namespace

int run_schedules(const Schedules& schedules, std::ostream& out) {
    Finished finished;
    for (std::uint32_t schedule = 0; schedule < schedules.count; ++schedule) {
        finished = run_one(schedules, schedule);
        if (finished.code == 0) continue;
        out << finished.output << "\nSchedule seed " << schedule << " is the first of "
            << schedules.count
            << " that does not pass. Repeat it with WORKBOOK_SCHEDULE_SEED=" << schedule
            << " WORKBOOK_SEED=" << schedules.seed << ".\n";
        return finished.code;
    }
    out << finished.output << "\nPassed with " << schedules.count << " schedules (seeds 0 to "
        << schedules.count - 1 << ").\n";
    return finished.code;
}

} // namespace workbook
