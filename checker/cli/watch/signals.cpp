#include "cli/watch/signals.hpp"

#include <sys/signalfd.h>
#include <unistd.h>

namespace workbook::cli::watch {

Signals::Signals() {
    sigset_t noted;
    sigemptyset(&noted);
    for (const int signal :
         {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGWINCH, SIGTSTP, SIGCONT}) {
        struct sigaction action {};
        sigaction(signal, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&noted, signal);
    }
    sigprocmask(SIG_BLOCK, &noted, &before_);
    descriptor_ = signalfd(-1, &noted, SFD_CLOEXEC | SFD_NONBLOCK);
}

Signals::~Signals() {
    take(); // those that came meanwhile are not for others
    close(descriptor_);
    sigprocmask(SIG_SETMASK, &before_, nullptr);
}

std::vector<int> Signals::take() {
    std::vector<int> signals;
    signalfd_siginfo information{};
    while (read(descriptor_, &information, sizeof information) == sizeof information)
        signals.push_back(static_cast<int>(information.ssi_signo));
    return signals;
}

} // namespace workbook::cli::watch
