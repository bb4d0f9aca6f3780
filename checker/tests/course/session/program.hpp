// A program in a pseudo-terminal of its own.
#pragma once

#include "virtual_terminal.hpp"

#include <optional>
#include <string>

#include <sys/types.h>
#include <termios.h>

class Program {
  public:
    // `command` is a shell's, its words expanded and then read again.
    Program(const std::string& command, std::size_t rows, std::size_t columns);
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    const VirtualTerminal& terminal() const { return terminal_; }

    void type(const std::string& bytes) const;
    void resize(std::size_t rows, std::size_t columns);
    void send_signal(int signal) const;

    // Takes in what the program has shown, for at most that long.
    void look(int milliseconds);

    // Its exit code, or 128 and the signal's number; nothing while it runs.
    std::optional<int> end() const { return end_; }

    bool is_stopped() const; // as by Ctrl-Z

    // Whether the terminal's modes are those with which the program started.
    bool modes_are_as_before() const;

  private:
    pid_t process_ = -1;
    int descriptor_ = -1;
    termios modes_{};
    std::optional<int> end_;
    VirtualTerminal terminal_;
};

// Processes that the ended program has left to us.
std::string children_left();

// Whether a process runs whose command line has this text.
bool runs_process(const std::string& text);
