// PTX text as tokens (PTX ISA, "Syntax": tokens are views into the text, nothing is copied).
#pragma once

#include "vgpu/support/expected.hpp"

#include <cstdint>
#include <string_view>

namespace vgpu::ptx {

enum class TokenKind : std::uint8_t {
    end,
    identifier,  // "mov", "%r1", "$L__BB0_2", "_"
    dotted,      // ".u32", ".shared::cta", ".2d"
    number,      // as written: "0x1F", "0f3F800000", "12U", "9.0"
    string,      // without its quotes, escapes untouched
    punctuation, // one character, or two: << >> <= >= == != && ||
    invalid,     // text holds what is wrong, in words
};

struct Token {
    TokenKind kind = TokenKind::end;
    char symbol = 0; // of one-character punctuation
    std::string_view text;
    Position position;
};

class Lexer {
  public:
    // The NUL padding that fat binaries put behind a text is left out.
    explicit Lexer(std::string_view text);

    Token next();
    // The character that the next token starts with; 0 at the end. Comments are not looked through.
    char peek() const;

  private:
    // False: a comment that never ends.
    bool skip_blanks();
    Token make(TokenKind kind, const char* end);
    Token invalid(std::string_view why);
    const char* end_of_number() const;

    const char* at_;
    const char* end_;
    const char* line_start_;
    int line_ = 1;
};

} // namespace vgpu::ptx
