#include "cli/watch/terminal_listener.hpp"

#include "cli/watch/press.hpp"
#include "cli/watch/screen.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <vector>

namespace workbook::cli::watch {

TerminalListener::TerminalListener() {
    if (can_draw()) screen_ = std::make_unique<ScreenSession>();
    display_ = display_of_terminal();
}

void TerminalListener::show(Model& model, bool begins_work) {
    if (screen_)
        screen_->show(draw(model, display_));
    else
        plain_.show(model, begins_work);
}

int TerminalListener::descriptor() const { return input_open_ && !is_in_background() ? 0 : -1; }

int TerminalListener::most_wait() const {
    return keys_.is_waiting() ? KeyDecoder::most_wait : 1000;
}

void TerminalListener::take(Controller& controller, bool readable) {
    std::vector<Key> keys;
    if (readable) {
        char bytes[1024];
        const ssize_t count = read(0, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN)) input_open_ = false;
        if (count > 0) keys = keys_.take({bytes, static_cast<std::size_t>(count)});
    } else if (keys_.is_waiting()) {
        keys = keys_.time_is_up();
    }
    for (const Key& key : keys) {
        if (!screen_ && key.kind == Key::Kind::enter) continue; // ends the line with the key
        const Order order = press(controller.model(), key, display_);
        quits_ = quits_ || order.kind == Order::Kind::quit;
        controller.carry_out(order, display_);
        if (controller.wants_work()) break; // what was typed ahead was meant for another screen
    }
}

void TerminalListener::take_signal(int signal) {
    if (signal == SIGTSTP) {
        if (screen_) screen_->leave();
        kill(getpid(), SIGSTOP); // the noted signal does not do it; SIGCONT wakes us
        return;
    }
    if (screen_ && signal == SIGCONT) screen_->enter();
    if (screen_) screen_->forget();
    display_ = display_of_terminal();
}

Listener::Stays TerminalListener::stays() const {
    if (quits_) return Stays::no_longer;
    if (input_open_) return Stays::for_ever;
    return screen_ ? Stays::no_longer : Stays::while_work_lasts;
}

} // namespace workbook::cli::watch
