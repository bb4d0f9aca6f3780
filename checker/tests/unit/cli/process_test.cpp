#include "cli/process.hpp"

#include "cli/interrupt.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

using namespace workbook::cli;

TEST_CASE("exit code and output, both streams") {
    const auto result = run_process({"sh", "-c", "echo out; echo err >&2; exit 3"});
    CHECK(result.exit_code == 3);
    CHECK(result.output == "out\nerr\n");
    CHECK(run_process({"true"}).succeeded());
}

TEST_CASE("a program that does not exist") {
    const auto result = run_process({"/no/such/program"});
    CHECK(result.exit_code == 127);
    CHECK(result.output.find("/no/such/program") != std::string::npos);
}

TEST_CASE("a signal is told from an exit code") {
    const auto result = run_process({"sh", "-c", "kill -SEGV $$"});
    CHECK(result.exit_code == -1);
    CHECK(result.signal == 11);
}

TEST_CASE("the environment is added to") {
    CHECK(run_process({"sh", "-c", "echo $ADDED"}, {.environment = {{"ADDED", "x y"}}}).output ==
          "x y\n");
}

TEST_CASE("what hangs is ended, and what it started with it") {
    const auto result = run_process({"sh", "-c", "sleep 1000 & sleep 1000"},
                                    {.environment = {}, .limit = std::chrono::seconds(0)});
    CHECK(result.timed_out);
    CHECK(result.signal == 9);
}

TEST_CASE("a grandchild that keeps the pipe open is not waited for") {
    const auto result = run_process({"sh", "-c", "sleep 1000 & echo done"});
    CHECK(result.succeeded());
    CHECK(result.output == "done\n");
}

TEST_CASE("a program that closes its output is still waited for") {
    CHECK(run_process({"sh", "-c", "exec >&- 2>&-; sleep 0.05; exit 5"}).exit_code == 5);
}

TEST_CASE("endless output is cut") {
    const auto result = run_process({"sh", "-c", "yes | head -c 5000000"});
    CHECK(result.succeeded());
    CHECK(result.output.size() == 1 << 20);
}

namespace {

// In a process of its own, because a request to stop is for good: what `script` printed until the
// shell that runs it had asked its parent to stop, "stopped" with it, and "not started" for what
// came after.
std::string stopped_by_itself(const std::string& script) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    const pid_t child = fork();
    if (child == 0) {
        stop_work_on({SIGTERM});
        const auto first = run_process({"bash", "-c", script});
        const auto second = run_process({"echo", "started"});
        std::string text = first.output + (first.stopped ? "stopped, " : "");
        text += second.stopped && second.output.empty() ? "not started" : second.output;
        [[maybe_unused]] const auto written = write(ends[1], text.data(), text.size());
        _exit(0);
    }
    close(ends[1]);
    std::string text;
    char buffer[1000];
    for (ssize_t count = 0; (count = read(ends[0], buffer, sizeof buffer)) > 0;)
        text.append(buffer, static_cast<std::size_t>(count));
    close(ends[0]);
    waitpid(child, nullptr, 0);
    return text;
}

} // namespace

TEST_CASE("what is stopped may tidy up, and nothing is started afterwards") {
    // The shell is waited for: its trap writes after the signal.
    CHECK(stopped_by_itself("trap 'echo tidied; exit' TERM; kill $PPID; while :; do :; done") ==
          "tidied\nstopped, not started");
}

TEST_CASE("what goes on all the same is killed") {
    CHECK(stopped_by_itself("trap '' TERM; kill $PPID; sleep 1000") == "stopped, not started");
}

TEST_CASE("children that tidy up longer than their parent are waited for") {
    CHECK(stopped_by_itself("(trap 'sleep 0.1; echo tidied; exit' TERM; kill $PPID; "
                            "while :; do :; done) & wait") == "tidied\nstopped, not started");
}
