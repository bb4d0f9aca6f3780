// The parser's place in the text: one token of look-ahead, the first error, the budget.
//
// Parse functions return false once something is wrong; the first message wins, and from then on
// the cursor stands at the end of the text, so that no caller can run on.
#pragma once

#include "vgpu/ptx/lexer.hpp"
#include "vgpu/ptx/limits.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace vgpu::ptx {

class Cursor {
  public:
    explicit Cursor(std::string_view text);

    const Token& token() const { return token_; }
    Position position() const { return token_.position; }
    Token take();                               // the token, and on to the next
    char peek() const { return lexer_.peek(); } // the character that starts the token after this

    bool at_end() const { return token_.kind == TokenKind::end; }
    bool at(char symbol) const { return token_.symbol == symbol; }
    bool at(TokenKind kind) const { return token_.kind == kind; }
    bool at_dotted(std::string_view text) const {
        return at(TokenKind::dotted) && token_.text == text;
    }
    bool at_name(std::string_view text) const {
        return at(TokenKind::identifier) && token_.text == text;
    }

    bool accept(char symbol);
    bool accept_dotted(std::string_view text);
    // `where` ends the sentence "expected ';' ...": "after the operands".
    [[nodiscard]] bool expect(char symbol, std::string_view where);
    // What a name names, for the message: "a function name".
    [[nodiscard]] bool expect_identifier(std::string_view what, Token& name);

    // What follows .pragma: strings for the optimiser, as in .pragma "nounroll";
    [[nodiscard]] bool skip_pragma();

    // Both return false, for `return cursor.fail(...)`.
    bool fail(std::string message) { return fail(token_.position, std::move(message)); }
    bool fail(Position position, std::string message);
    // "expected WHAT, found TOKEN"; an invalid token has its own message.
    bool fail_expected(std::string_view what);

    // Every element of the module is paid for: see limits::elements.
    [[nodiscard]] bool spend(std::size_t elements = 1);

    bool failed() const { return failed_; }
    const Diagnostic& error() const { return error_; }

  private:
    Lexer lexer_;
    Token token_;
    std::size_t spent_ = 0;
    bool failed_ = false;
    Diagnostic error_;
};

} // namespace vgpu::ptx
