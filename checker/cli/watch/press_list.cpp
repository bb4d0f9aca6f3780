#include "cli/watch/press_list.hpp"

#include <algorithm>

namespace workbook::cli::watch {
namespace {

using Do = Order::Kind;
using Kind = Key::Kind;

// Returns whether the key belonged to the search.
bool type_search(ListView& list, const Key& key) {
    if (!list.is_typing) return false;
    if (key.kind == Kind::character) {
        list.search += key.character;
    } else if (key.kind == Kind::backspace) {
        // A character of UTF-8 is a byte, and others that begin with the bits 10.
        while (!list.search.empty() && (list.search.back() & 0xC0) == 0x80) list.search.pop_back();
        if (!list.search.empty()) list.search.pop_back();
    } else if (key.kind == Kind::enter) {
        list.is_typing = false;
    } else if (key.kind == Kind::escape) {
        list.is_typing = false;
        list.search.clear();
    } else {
        return false; // the arrows move while one types
    }
    return true;
}

void move(Model& model, std::ptrdiff_t by) {
    const auto shown = listed(model);
    if (shown.empty()) return;
    const auto row = static_cast<std::ptrdiff_t>(selected_row(model, shown)) + by;
    const auto last = static_cast<std::ptrdiff_t>(shown.size()) - 1;
    model.list.selected = shown[static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(row, 0, last))];
}

bool moves(Model& model, const Key& key, const Display& display) {
    const auto page = static_cast<std::ptrdiff_t>(display.rows / 2);
    const auto far = static_cast<std::ptrdiff_t>(model.course->lessons.size());
    const char c = key.kind == Kind::character ? key.character : '\0';
    std::ptrdiff_t by = 0;
    if (c == 'j' || key.kind == Kind::down) by = 1;
    if (c == 'k' || key.kind == Kind::up) by = -1;
    if (key.kind == Kind::page_down) by = page;
    if (key.kind == Kind::page_up) by = -page;
    if (c == 'G' || key.kind == Kind::end) by = far;
    if (c == 'g' || key.kind == Kind::home) by = -far;
    move(model, by);
    return by != 0;
}

void toggle(ListView& list, ListView::Only only) {
    list.only = list.only == only ? ListView::Only::all : only;
}

} // namespace

Order press_list(Model& model, const Key& key, const Display& display) {
    ListView& list = model.list;
    const auto shown = listed(model);
    if (list.asks_reset) { // anything but y is a no
        list.asks_reset = false;
        if (key != Key{Kind::character, 'y'} || shown.empty()) return {};
        return {Do::reset, shown[selected_row(model, shown)]};
    }
    if (type_search(list, key) || moves(model, key, display)) return {};
    const char c = key.kind == Kind::character ? key.character : '\0';
    if (c == '/') list.is_typing = true;
    if (c == 'd') toggle(list, ListView::Only::passed);
    if (c == 'p') toggle(list, ListView::Only::pending);
    if (c == 'x') list.asks_reset = !shown.empty();
    if (c == 'q' || c == 'l' || key.kind == Kind::escape) model.view = View::lesson;
    if (key.kind != Kind::enter || shown.empty()) return {};
    model.view = View::lesson;
    return {Do::go_to, shown[selected_row(model, shown)]};
}

} // namespace workbook::cli::watch
