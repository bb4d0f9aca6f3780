// What watch shows itself to, and what orders it about: the terminal, or pages in a browser.
#pragma once

#include "cli/watch/controller.hpp"

namespace workbook::cli::watch {

class Listener {
  public:
    Listener() = default;
    virtual ~Listener() = default;
    Listener(const Listener&) = delete;
    Listener& operator=(const Listener&) = delete;

    // The model, after anything that may have changed it. `begins_work`: before work begins.
    virtual void show(Model& model, bool begins_work) = 0;

    // Readable when there is an order; -1: there can be none now.
    virtual int descriptor() const = 0;
    // Milliseconds after which take() wants to be called, even if there is nothing to read.
    virtual int most_wait() const { return 1000; }
    virtual void take(Controller& controller, bool readable) = 0;

    // SIGWINCH, SIGTSTP or SIGCONT; the others end watch.
    virtual void take_signal(int /*signal*/) {}

    enum class Stays { for_ever, while_work_lasts, no_longer };
    virtual Stays stays() const = 0;
};

} // namespace workbook::cli::watch
