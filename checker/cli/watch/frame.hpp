// What the views have in common: something at the top, something at the bottom, and in between as
// much as fits.
#pragma once

#include "cli/watch/model.hpp"

namespace workbook::cli::watch {

struct Frame {
    std::vector<std::string> head, body, foot;

    // Rows for the body. Where the screen is too small for head and foot, the head goes first.
    std::size_t room(const Display& display) const;

    // The rows; the foot is at the bottom of the screen. A body that does not fit loses its end.
    std::vector<std::string> rows(const Display& display) const;
};

struct KeyWord {
    std::string key, word;
};

// What is to be said once, in as many lines as that takes; one empty line if it is nothing.
std::vector<std::string> notice_lines(const std::string& notice, const Display& display);

// "n next  h hint  q quit", in as many lines as that takes.
std::vector<std::string> key_lines(const std::vector<KeyWord>& keys, const Display& display);

// "[####----] 2 of 8 lessons have passed"
std::string progress_line(const Model& model);

} // namespace workbook::cli::watch
