// Text for a person's terminal, and for none: colours only where they are wanted, lines that fit.
#pragma once

#include <string>
#include <string_view>

namespace workbook::cli {

enum class Colour { none, bold, dim, red, green, yellow };

// How text is to look where it is shown.
struct TextStyle {
    bool colour = false;
    std::size_t width = 80; // columns to use
};

// The style of standard output, which coloured() and line_width() use.
TextStyle style_of_output();

// The text in that colour, if colour is wanted at all.
std::string coloured(Colour colour, std::string_view text, const TextStyle& style);

// The text in that colour; as it is when standard output is no terminal, TERM is "dumb" or NO_COLOR
// is set (no-color.org).
std::string coloured(Colour colour, std::string_view text);

// Green for a pass, dim for what is not started, red for the rest.
Colour colour_of(std::string_view verdict);

// Columns to use: the terminal's, at most 100; 80 where there is none.
std::size_t line_width();

// Each line of `text` behind `indent` spaces; lines too long for `width` are broken at spaces,
// their continuation two columns further in. Ends with a line break.
std::string indented(std::string_view text, std::size_t indent, std::size_t width = line_width());

} // namespace workbook::cli
