// Tests of cli/error_watch.hpp.
#include "cli/error_watch.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <string>

using namespace workbook::cli;

namespace {

// The exit code after a shell has run this, with 77 for reported errors.
int code_of(std::string script) {
    ErrorWatch watch;
    std::string shell = "/bin/sh", option = "-c", variable = watch.variable();
    char* const command[] = {shell.data(), option.data(), script.data(), nullptr};
    char* const environment[] = {variable.data(), nullptr};
    return watch.run(command, environment, 77);
}

// What the virtual GPU does.
const std::string says_error = "eval \"echo >&$WORKBOOK_ERROR_DESCRIPTOR\"; ";

} // namespace

TEST_CASE("without an error the exit code is the program's") {
    CHECK(code_of("exit 0") == 0);
    CHECK(code_of("exit 5") == 5);
}

TEST_CASE("with an error it is the one that was asked for, however the program ends") {
    CHECK(code_of(says_error + "exit 0") == 77);
    CHECK(code_of(says_error + "exit 5") == 77);
    CHECK(code_of(says_error + "kill -9 $$") == 77);
    CHECK(code_of("(" + says_error + "); exit 0") == 77);
    CHECK(code_of("(sleep 0.1; " + says_error + ") & exit 0") == 77); // an engine that ends later
}

TEST_CASE("a signal that ends the program ends who waits for it") {
    const pid_t child = fork();
    if (child == 0) _exit(code_of("kill -9 $$"));
    int status = 0;
    REQUIRE(waitpid(child, &status, 0) == child);
    CHECK((WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL));
}
