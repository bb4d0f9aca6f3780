// What pages ask for, as lines of text: "check 03_square_port", "hints 03_square_port 2", "stop".
#pragma once

#include "cli/course.hpp"

#include <optional>
#include <string>

namespace workbook::cli::open {

struct PageOrder {
    enum class Kind { go_to, check, profile, hints, check_all, stop } kind = Kind::stop;
    std::size_t lesson = 0; // of the first four
    std::size_t hints = 0;  // how many have been looked at
};

// Nothing if the line is no order.
std::optional<PageOrder> order_of(const Course& course, const std::string& line);

} // namespace workbook::cli::open
