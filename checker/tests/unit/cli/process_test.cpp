// Tests of cli/process.hpp.
#include "cli/grading/grade_lessons.hpp"
#include "cli/process.hpp"

#include "temporary_folder.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

using namespace workbook::cli;

namespace {

// A command that starts a process which leaves the group, and its process id in the file.
std::string get_away(const std::string& file) {
    return "setsid sh -c 'echo $$ >" + file + ".new; mv " + file + ".new " + file +
           "; exec sleep 1000' & until [ -e " + file + " ]; do :; done; ";
}

} // namespace

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

TEST_CASE("an isolated process has only what it is given") {
    const auto result = run_process({"sh", "-c", "cat; env; echo reported >&3; ls /proc/self/fd"},
                                    {.environment = {{"PATH", "/usr/bin:/bin"}, {"GIVEN", "x"}},
                                     .isolated = true,
                                     .input = "its input\n",
                                     .report_descriptor = memfd_create("report", MFD_CLOEXEC)});
    CHECK(result.output.starts_with("its input\n"));
    CHECK(result.output.find("GIVEN=x") != std::string::npos);
    CHECK(result.output.find("HOME=") == std::string::npos);
    // 4 is the folder that ls reads.
    CHECK(result.output.ends_with("\n0\n1\n2\n3\n4\n"));
}

TEST_CASE("a process is held to its limits") {
    const auto result = run_process({"sh", "-c", "head -c 4096 /dev/zero >$FILE"},
                                    {.environment = {{"FILE", "/proc/self/fd/3"}},
                                     .report_descriptor = memfd_create("report", MFD_CLOEXEC),
                                     .limits = {.file_bytes = 1024}});
    CHECK_FALSE(result.succeeded());
}

TEST_CASE("a process that has used up its processor time is told so, not killed as for memory") {
    const auto result =
        run_process({"sh", "-c", "while :; do :; done"}, {.limits = {.processor_seconds = 1}});
    CHECK(result.signal == SIGXCPU);
    CHECK_FALSE(result.timed_out);
}

TEST_CASE("a process goes before us when memory runs out") {
    CHECK(run_process({"cat", "/proc/self/oom_score_adj"}).output == "500\n");
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

TEST_CASE("what left the group ends with the program") {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "away";
    CHECK(run_process({"sh", "-c", get_away(file) + "exit 7"}).exit_code == 7);
    pid_t away = 0;
    std::ifstream(file) >> away;
    REQUIRE(away > 0);
    CHECK(kill(away, 0) == -1);
    CHECK(errno == ESRCH);
}

TEST_CASE("what left the group is ended at the limit") {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "away";
    const auto result = run_process({"sh", "-c", get_away(file) + "sleep 1000"},
                                    {.limit = std::chrono::seconds(1)});
    CHECK(result.timed_out);
    pid_t away = 0;
    std::ifstream(file) >> away;
    if (away > 0) CHECK(kill(away, 0) == -1);
}

// Bubblewrap's processes are such: their parent's death is not told to them from the beginning.
TEST_CASE("what left the group is ended when we are killed") {
    const TemporaryFolder folder;
    const std::string file = folder.path() / "away";
    prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); // what it leaves behind becomes ours
    const pid_t killed = fork();
    if (killed == 0) {
        run_process({"sh", "-c", get_away(file) + "sleep 1000"});
        _exit(0);
    }
    while (!std::filesystem::exists(file)) std::this_thread::yield();
    kill(killed, SIGKILL);
    CHECK(waitpid(killed, nullptr, 0) == killed);
    CHECK(waitpid(-1, nullptr, 0) > 0); // the keeper, or what it should have ended
    const bool all_ended = waitpid(-1, nullptr, WNOHANG) == -1 && errno == ECHILD;
    CHECK(all_ended);
    prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);
    pid_t away = 0;
    std::ifstream(file) >> away;
    REQUIRE(away > 0);
    CHECK(kill(away, all_ended ? 0 : SIGKILL) == -1);
}

TEST_CASE("a program that closes its output is still waited for") {
    CHECK(run_process({"sh", "-c", "exec >&- 2>&-; sleep 0.05; exit 5"}).exit_code == 5);
}

TEST_CASE("output is told when it comes") {
    std::vector<std::string> told;
    const auto result = run_process({"sh", "-c", "echo one; sleep 0.3; echo two"},
                                    {.on_output = [&](const auto& all) { told.push_back(all); }});
    CHECK(result.output == "one\ntwo\n");
    REQUIRE_FALSE(told.empty());
    CHECK(told.front() == "one\n");
}

TEST_CASE("what a check has found before its end") {
    CHECK(early_finding("Grading ...\n").empty());
    CHECK(early_finding("Grading ...\nso far: timed out in").empty());
    CHECK(early_finding("Grading ...\nso far: timed out in \"a\"\nmore") == "timed out in \"a\"");
}

TEST_CASE("endless output is cut") {
    const auto result = run_process({"sh", "-c", "yes | head -c 5000000"});
    CHECK(result.succeeded());
    CHECK(result.output.size() == 1 << 20);
}
