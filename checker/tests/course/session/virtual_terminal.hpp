// What a terminal of 1978 makes of the bytes that a program sends it: as much of it as the tests of
// watch need: lines are cut, not broken. It knows nothing of watch.
#pragma once

#include <string>
#include <string_view>
#include <vector>

class VirtualTerminal {
  public:
    VirtualTerminal(std::size_t rows, std::size_t columns) { resize(rows, columns); }

    void resize(std::size_t rows, std::size_t columns);
    void take(std::string_view bytes);

    // The rows as they are to be seen, without spaces at their ends and empty rows at the bottom.
    std::string screen() const;

    // Whether a row since the cursor was last sent home did not fit: a mistake of the sender.
    bool has_overflowed() const { return has_overflowed_; }
    // Whether the end of a screen that is sent as one (mode 2026) has not arrived yet.
    bool is_half_drawn() const { return is_half_drawn_; }
    bool is_alternate() const { return is_alternate_; }
    bool shows_cursor() const { return shows_cursor_; }
    bool has_links() const { return has_links_; }
    bool has_colours() const { return has_colours_; }

  private:
    using Rows = std::vector<std::vector<std::string>>; // a cell is a character of UTF-8

    std::size_t take_escape(std::string_view bytes); // its length; 0 if it is not complete
    void control(std::string_view parameters, char final);
    void mode(std::string_view parameters, bool on);
    void put(std::string_view character);
    void line_feed();
    void clear();

    std::size_t height_ = 0, width_ = 0, row_ = 0, column_ = 0;
    Rows rows_, main_rows_;
    std::string pending_;
    bool is_behind_edge_ = false; // the cursor stays on the last column when that is written
    bool has_overflowed_ = false, is_half_drawn_ = false, is_alternate_ = false,
         shows_cursor_ = true;
    bool has_links_ = false, has_colours_ = false;
};
