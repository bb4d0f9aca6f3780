#include "cli/browser.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace workbook::cli {
namespace {

bool is_set(const char* value) { return value != nullptr && *value != '\0'; }

} // namespace

std::string browser_program(const std::function<const char*(const char*)>& variable) {
    const char* ci = variable("CI");
    if (is_set(ci) && std::string_view(ci) != "false" && std::string_view(ci) != "0") return "";
    if (!is_set(variable("DISPLAY")) && !is_set(variable("WAYLAND_DISPLAY"))) return "";
    const char* wanted = variable("BROWSER");
    if (!is_set(wanted)) return "xdg-open";
    // A list, of which an entry may have a place for the address: those are not understood here.
    const std::string_view first =
        std::string_view(wanted).substr(0, std::string_view(wanted).find(':'));
    return first.find('%') == std::string_view::npos ? std::string(first) : "xdg-open";
}

bool open_in_browser(const std::filesystem::path& page) {
    std::string program = browser_program([](const char* name) { return std::getenv(name); });
    if (program.empty()) return false;
    // A child in between, so that we need not wait for the browser itself.
    const pid_t child = fork();
    if (child < 0) return false;
    if (child == 0) {
        setsid();
        const int nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        for (const int descriptor : {0, 1, 2})
            posix_spawn_file_actions_adddup2(&actions, nothing, descriptor);
        std::string address = page.string();
        char* arguments[] = {program.data(), address.data(), nullptr};
        pid_t browser = 0;
        _exit(posix_spawnp(&browser, program.c_str(), &actions, nullptr, arguments, environ) == 0
                  ? 0
                  : 1);
    }
    int status = 0;
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace workbook::cli
