// The terminal while watch has it: keys come one by one and unseen, the screen is another than the
// shell's, and both are as before when watch ends, however it ends.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

class ScreenSession {
  public:
    ScreenSession();
    ~ScreenSession();
    ScreenSession(const ScreenSession&) = delete;
    ScreenSession& operator=(const ScreenSession&) = delete;

    // For Ctrl-Z: leave() restores the terminal, enter() takes it again. In the background enter()
    // stops us until the shell brings us to the front.
    void leave();
    void enter();

    // Draws only what is not there yet, and nothing while the terminal is not ours.
    void show(const std::vector<std::string>& rows);

    // The terminal has become another size: what is there cannot be known.
    void forget() { shown_.clear(); }

  private:
    bool is_ours_ = false;
    std::vector<std::string> shown_;
    int error_output_ = -1; // what standard error was; warnings wait until the screen is left
    int held_back_ = -1;
};

// Whether the terminal is another's now, so that it must neither be read nor be painted on.
bool is_in_background();

// Whether standard input and output are a terminal on which lines can be drawn.
bool can_draw();

// Waits for a line of the terminal; false if it begins with q or the input has ended. Throws
// Interrupted after a signal.
bool asks_to_go_on();

// The terminal's size, and what it can show.
Display display_of_terminal();

} // namespace workbook::cli::watch
