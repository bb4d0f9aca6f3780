#include "vgpu/client/start_engine.hpp"

#include "wire/engine.hpp"
#include "wire/message.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <spawn.h>
#include <string_view>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

extern char** environ;

namespace vgpu::client {
namespace {

// Beside this library.
std::string engine_path() {
    Dl_info info;
    if (dladdr(reinterpret_cast<const void*>(&engine_door), &info) == 0 ||
        info.dli_fname == nullptr)
        return "workbook_engine";
    const std::string_view file = info.dli_fname;
    const auto slash = file.rfind('/');
    return std::string(slash == std::string_view::npos ? "" : file.substr(0, slash + 1)) +
           "workbook_engine";
}

// All but what would load this library into the engine.
std::vector<char*> environment_of_engine() {
    std::vector<char*> variables;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
        if (!std::string_view(*variable).starts_with("LD_PRELOAD=")) variables.push_back(*variable);
    variables.push_back(nullptr);
    return variables;
}

// Starts it and waits for its first process, which leaves a second one behind: a program that waits
// for children of its own never meets it.
int spawn_engine(const std::string& path, int door) {
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, door, door); // it stays open
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    sigset_t none, all;
    sigemptyset(&none);
    sigfillset(&all);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setsigdefault(&attributes, &all);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    std::string name = path, mode = "program", number = std::to_string(door);
    char* const words[] = {name.data(), mode.data(), number.data(), nullptr};
    std::vector<char*> variables = environment_of_engine();
    pid_t child = -1;
    int error = posix_spawn(&child, path.c_str(), &actions, &attributes, words, variables.data());
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    if (error != 0) return error;
    int status = 0;
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR) return 0; // already waited for: SIGCHLD is ignored, say
    if (!WIFEXITED(status)) return ECHILD;
    // What is missing it has said itself.
    if (WEXITSTATUS(status) == workbook::wire::engine_other_processor) return ENOEXEC;
    return WEXITSTATUS(status) == 0 ? 0 : ECHILD;
}

} // namespace

int engine_door(std::string& problem) {
    if (const char* number = std::getenv(workbook::wire::door_variable)) return std::atoi(number);
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) {
        problem = std::string("no channel to its engine can be made: ") + std::strerror(errno);
        return -1;
    }
    const std::string path = engine_path();
    const int error = spawn_engine(path, ends[1]);
    close(ends[1]);
    if (error == 0) return ends[0];
    close(ends[0]);
    problem = "its engine " + path + " cannot be started: " + std::strerror(error);
    return -1;
}

} // namespace vgpu::client
