// Tests of cli/terminal.hpp.
#include "cli/terminal.hpp"

#include "cli/progress.hpp"

#include <catch2/catch_test_macros.hpp>

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

using namespace workbook::cli;

namespace {

// A terminal of 20 columns in the place of standard error.
class ErrorTerminal {
  public:
    ErrorTerminal() : screen_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)), before_(dup(2)) {
        grantpt(screen_);
        unlockpt(screen_);
        const int terminal = open(ptsname(screen_), O_RDWR | O_NOCTTY | O_CLOEXEC);
        const winsize size{10, 20, 0, 0};
        ioctl(terminal, TIOCSWINSZ, &size);
        dup2(terminal, 2);
        close(terminal);
    }
    ~ErrorTerminal() {
        dup2(before_, 2);
        close(before_);
        close(screen_);
    }
    ErrorTerminal(const ErrorTerminal&) = delete;
    ErrorTerminal& operator=(const ErrorTerminal&) = delete;

    // All until now; it comes a moment later.
    std::string shown() {
        std::string text;
        char byte = 0;
        if (write(2, "!", 1) != 1) return "";
        while (read(screen_, &byte, 1) == 1 && byte != '!') text += byte;
        return text;
    }

  private:
    int screen_, before_;
};

} // namespace

TEST_CASE("progress is one line of a terminal, and gone at the end") {
    const char* before = std::getenv("TERM");
    const std::string kept = before == nullptr ? "" : before;
    std::string on_terminal, on_dumb;
    {
        ErrorTerminal terminal;
        setenv("TERM", "xterm", 1);
        { ProgressLine().show("more than twenty characters"); }
        on_terminal = terminal.shown();
        setenv("TERM", "dumb", 1);
        { ProgressLine().show("text"); }
        on_dumb = terminal.shown();
    }
    before == nullptr ? unsetenv("TERM") : setenv("TERM", kept.c_str(), 1);
    CHECK(on_terminal == "\r\x1b[Kmore than twenty ch\r\x1b[K");
    CHECK(on_dumb.empty());
}

TEST_CASE("lines are indented, empty ones stay empty") {
    CHECK(indented("a\n\n  b", 2, 20) == "  a\n\n    b\n");
}

TEST_CASE("long lines are broken at spaces") {
    CHECK(indented("one two three four", 2, 12) == "  one two\n    three\n    four\n");
}

TEST_CASE("what is continued stays behind the line's own indentation") {
    CHECK(indented("  one two  three", 2, 13) == "    one two\n      three\n");
}

TEST_CASE("a word that fits nowhere stays whole") {
    CHECK(indented("0123456789012345 x", 2, 10) == "  0123456789012345\n    x\n");
    CHECK(indented("    0123456789", 2, 10) == "      0123456789\n");
}

TEST_CASE("no colour without a terminal") {
    // The tests' standard output is a pipe.
    CHECK(coloured(Colour::red, "text") == "text");
}
