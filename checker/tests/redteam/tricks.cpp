// Actions that want to see, or to act, when the checker does not look.
#include "tricks.hpp"

#include "wire/message.hpp"

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dirent.h>
#include <fstream>
#include <string>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <thread>
#include <unistd.h>

namespace {

int* late_output = nullptr;

// A tick may come before the function has returned: that one would spoil nothing late.
void spoil_late(int) {
    const auto* mailbox =
        reinterpret_cast<const workbook::wire::Mailbox*>(workbook::wire::arena_address);
    if (mailbox->phase != workbook::wire::Phase::running) *late_output = -1;
}

void leave_a_timer(int* output) {
    late_output = output;
    struct sigaction action {};
    action.sa_handler = spoil_late;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval soon{{0, 50}, {0, 50}};
    setitimer(ITIMER_REAL, &soon, nullptr);
}

std::string command_line_of(const std::string& process) {
    std::ifstream file("/proc/" + process + "/cmdline");
    std::string text;
    for (char c; file.get(c);) text += c == 0 ? ' ' : c;
    return text;
}

void show_command_lines() {
    // First, as of a long output the end is not shown.
    std::printf("my parent: %s\n", command_line_of(std::to_string(getppid())).c_str());
    DIR* folder = opendir("/proc");
    for (const dirent* entry; folder && (entry = readdir(folder));) {
        const std::string name = entry->d_name;
        if (name.find_first_not_of("0123456789") != std::string::npos) continue;
        const std::string text = command_line_of(name);
        if (text.find("redteam") != std::string::npos) std::printf("%s\n", text.c_str());
    }
}

bool can_write(const char* path) {
    std::FILE* file = std::fopen(path, "a");
    if (file) std::fclose(file);
    return file != nullptr;
}

// Says what there is that should not be.
void look_around() {
    for (const char* path : {"/home", "/root", "/work", "/etc/passwd", "/usr/bin", "/usr/include",
                             "/proc/1/root", "/.outside", WORKBOOK_REDTEAM_FOLDER})
        if (access(path, F_OK) == 0) std::printf("there is %s\n", path);
    DIR* folder = opendir("/proc");
    for (const dirent* entry; folder && (entry = readdir(folder));)
        if (std::atoi(entry->d_name) > 0 && std::atoi(entry->d_name) != getpid())
            std::printf("there is process %s\n", entry->d_name);
    for (const char* path : {"/workbook/learner", "/workbook/more", "/usr/lib/more", "/more"})
        if (can_write(path)) std::printf("%s can be written\n", path);
    if (!can_write("/tmp/mine")) std::printf("/tmp cannot be written\n");
    if (getuid() == 0) std::printf("it is root\n");
    std::ifstream devices("/proc/self/net/dev");
    for (std::string line; std::getline(devices, line);)
        if (line.find(':') != std::string::npos && line.find("lo:") == std::string::npos)
            std::printf("there is a network:%s\n", line.c_str());
    std::puts("looked around");
}

// Memory that is no process's own: files without a name.
void hide_memory() {
    for (int file = 0; file < 1000; ++file) {
        const int descriptor = memfd_create("hidden", 0);
        if (descriptor < 0) break;
        std::printf("hidden memory %d\n", file);
    }
}

} // namespace

void play_trick(HostileAction action, int* output) {
    switch (action) {
    case HostileAction::leave_a_timer:
        leave_a_timer(output);
        break;
    case HostileAction::show_command_lines:
        show_command_lines();
        break;
    case HostileAction::look_around:
        look_around();
        break;
    case HostileAction::hide_memory:
        hide_memory();
        break;
    default:
        break;
    }
}
