// Tests of cli/interrupt.hpp.
#include "cli/interrupt.hpp"

#include "cli/process.hpp"
#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <future>
#include <thread>

using namespace workbook::cli;

namespace {

struct Forget {
    ~Forget() { forget_interrupt(); }
};

void wait_until_it_exists(const std::filesystem::path& file) {
    while (!std::filesystem::exists(file)) std::this_thread::yield();
}

int children_of(pid_t process) {
    const auto path = "/proc/" + std::to_string(process) + "/task/" + std::to_string(process);
    std::ifstream stream(path + "/children");
    int count = 0;
    for (int child = 0; stream >> child;) ++count;
    return count;
}

} // namespace

TEST_CASE("an interrupt ends what runs") {
    const Forget forget;
    const TemporaryFolder folder;
    const std::string started = folder.path() / "started";
    auto run = std::async(std::launch::async, [&] {
        run_process({"sh", "-c", "touch '" + started + "'; sleep 1000 & wait"});
    });
    wait_until_it_exists(started);
    interrupt(SIGINT);
    try {
        run.get();
        FAIL("it was not interrupted");
    } catch (const Interrupted& interrupted) {
        CHECK(interrupted.exit_code() == 130);
    }
}

TEST_CASE("after an interrupt nothing is started, until it is forgotten") {
    const Forget forget;
    interrupt(SIGTERM);
    CHECK_THROWS_AS(run_process({"true"}), Interrupted);
    forget_interrupt();
    CHECK(run_process({"true"}).succeeded());
}

TEST_CASE("signals that the caller ignores or blocks come all the same") {
    // In processes of their own, as the signal is the whole process's.
    const auto exit_code_of = [](auto work) {
        const pid_t process = fork();
        if (process == 0) {
            std::signal(SIGCHLD, SIG_IGN);
            _exit(work());
        }
        int status = 0;
        waitpid(process, &status, 0);
        return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    };
    CHECK(exit_code_of([] {
              catch_interrupts();
              return run_process({"sh", "-c", "exit 3"}).exit_code;
          }) == 3);
    CHECK(exit_code_of([] {
              sigset_t all;
              sigfillset(&all);
              sigprocmask(SIG_SETMASK, &all, nullptr);
              catch_interrupts();
              raise(SIGINT);
              return interrupted_by();
          }) == SIGINT);
    // How a vanished child ended is not known: that is no success, and no reason to wait.
    CHECK(exit_code_of([] { return run_process({"true"}).succeeded() ? 1 : 0; }) == 0);
}

TEST_CASE("a caught signal is one, and what got away is ended too") {
    const Forget forget;
    const TemporaryFolder folder;
    const std::string away = folder.path() / "away";
    // In a process of its own: the handlers and the adopted children are not for other tests.
    const pid_t process = fork();
    if (process == 0) {
        catch_interrupts();
        const auto leave = "setsid sh -c 'touch " + away + "; exec sleep 1000' & until [ -e " +
                           away + " ]; do :; done";
        if (std::system(leave.c_str()) != 0) _exit(4);
        if (children_of(getpid()) != 1) _exit(1); // the sleep became ours
        raise(SIGINT);
        if (interrupted_by() != SIGINT) _exit(2);
        end_children();
        _exit(children_of(getpid()) == 0 ? 0 : 3);
    }
    int status = 0;
    waitpid(process, &status, 0);
    CHECK(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 0);
}
