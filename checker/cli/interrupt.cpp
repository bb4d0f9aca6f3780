#include "cli/interrupt.hpp"

#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

namespace workbook::cli {
namespace {

std::atomic<bool> stop_wanted = false;
std::atomic<int> stop_event = -1;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal handler uses them");

void ask_to_stop(int /*signal*/) {
    const int saved = errno;
    stop_wanted = true;
    const std::uint64_t one = 1; // never read, so that all who wait see it
    [[maybe_unused]] const auto written = write(stop_event, &one, sizeof one);
    errno = saved;
}

} // namespace

void stop_work_on(std::initializer_list<int> signals) {
    if (stop_event < 0) stop_event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    struct sigaction action {};
    action.sa_handler = ask_to_stop; // without SA_RESTART: waiting for a lock ends, too
    for (const int signal : signals) sigaction(signal, &action, nullptr);
}

bool work_is_to_stop() { return stop_wanted; }

int stop_descriptor() { return stop_event; }

} // namespace workbook::cli
