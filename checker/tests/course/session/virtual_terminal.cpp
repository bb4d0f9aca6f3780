#include "virtual_terminal.hpp"

#include <algorithm>

void VirtualTerminal::resize(std::size_t rows, std::size_t columns) {
    clear();
    height_ = rows;
    width_ = columns;
    rows_.resize(height_);
    for (auto& row : rows_) row.resize(width_, " ");
    row_ = std::min(row_, height_ - 1);
    column_ = std::min(column_, width_ - 1);
}

void VirtualTerminal::take(std::string_view bytes) {
    pending_ += bytes;
    std::string_view rest = pending_;
    while (!rest.empty()) {
        const auto byte = static_cast<unsigned char>(rest.front());
        std::size_t length = 1;
        if (byte == 0x1b) {
            length = take_escape(rest);
            if (length == 0) break;
        } else if (byte == '\r') {
            column_ = 0;
            is_behind_edge_ = false;
        } else if (byte == '\n') {
            line_feed();
        } else if (byte >= ' ') {
            length = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
            if (rest.size() < length) break;
            put(rest.substr(0, length));
        }
        rest.remove_prefix(length);
    }
    pending_ = std::string(rest);
}

std::size_t VirtualTerminal::take_escape(std::string_view bytes) {
    if (bytes.size() < 2) return 0;
    if (bytes[1] == ']') { // ends with ESC backslash
        const auto end = bytes.find("\x1b\\");
        if (end == std::string_view::npos) return 0;
        has_links_ = has_links_ || bytes.starts_with("\x1b]8;;file://");
        return end + 2;
    }
    if (bytes[1] != '[') return 2;
    const auto end = bytes.find_first_not_of("0123456789;?", 2);
    if (end == std::string_view::npos) return 0;
    control(bytes.substr(2, end - 2), bytes[end]);
    return end + 1;
}

void VirtualTerminal::control(std::string_view parameters, char final) {
    if (final == 'm') has_colours_ = true;
    if (final == 'h' || final == 'l') mode(parameters, final == 'h');
    if (final == 'H') {
        row_ = column_ = 0;
        is_behind_edge_ = has_overflowed_ = false;
    }
    if (final == 'K')
        std::fill(rows_[row_].begin() + static_cast<std::ptrdiff_t>(column_), rows_[row_].end(),
                  " ");
    if (final == 'J' && parameters.empty()) {
        control("", 'K');
        for (std::size_t row = row_ + 1; row < height_; ++row) std::ranges::fill(rows_[row], " ");
    }
    if (final == 'J' && parameters == "2") clear();
}

void VirtualTerminal::mode(std::string_view parameters, bool on) {
    if (parameters == "?25") shows_cursor_ = on;
    if (parameters == "?2026") is_half_drawn_ = on;
    if (parameters != "?1049" || on == is_alternate_) return;
    is_alternate_ = on;
    if (on) {
        main_rows_ = rows_;
        clear();
    } else {
        rows_ = main_rows_;
        resize(height_, width_);
    }
}

void VirtualTerminal::put(std::string_view character) {
    has_overflowed_ = has_overflowed_ || is_behind_edge_;
    rows_[row_][column_] = character;
    is_behind_edge_ = column_ + 1 == width_;
    if (!is_behind_edge_) ++column_;
}

void VirtualTerminal::line_feed() {
    if (row_ + 1 < height_) {
        ++row_;
        return;
    }
    rows_.erase(rows_.begin());
    rows_.emplace_back(width_, " ");
}

void VirtualTerminal::clear() {
    for (auto& row : rows_) std::ranges::fill(row, " ");
}

std::string VirtualTerminal::screen() const {
    std::string text;
    for (const auto& row : rows_) {
        std::string line;
        for (const auto& cell : row) line += cell;
        text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    }
    return text.substr(0, text.find_last_not_of('\n') + 1);
}
