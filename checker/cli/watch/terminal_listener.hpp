// The terminal as watch's listener: the screen and the keys; without a screen, lines of text.
#pragma once

#include "cli/watch/key.hpp"
#include "cli/watch/listener.hpp"
#include "cli/watch/screen_session.hpp"

#include <memory>

namespace workbook::cli::watch {

class TerminalListener : public Listener {
  public:
    TerminalListener();

    void show(Model& model, bool begins_work) override;
    int descriptor() const override;
    int most_wait() const override;
    void take(Controller& controller, bool readable) override;
    void take_signal(int signal) override;
    Stays stays() const override;

  private:
    std::unique_ptr<ScreenSession> screen_;
    PlainOutput plain_;
    Display display_;
    KeyDecoder keys_;
    bool input_open_ = true, quits_ = false;
};

} // namespace workbook::cli::watch
