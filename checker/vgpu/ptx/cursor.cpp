#include "vgpu/ptx/cursor.hpp"

#include <fmt/format.h>

namespace vgpu::ptx {
namespace {

// Names from a hostile text are cut and kept printable.
std::string shown(std::string_view text) {
    constexpr std::size_t most = 80;
    std::string result(text.substr(0, most));
    for (char& c : result)
        if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
    if (text.size() > most) result += "...";
    return result;
}

} // namespace

Cursor::Cursor(std::string_view text) : lexer_(text), token_(lexer_.next()) {}

Token Cursor::take() {
    Token taken = token_;
    if (!failed_) token_ = lexer_.next();
    return taken;
}

bool Cursor::accept(char symbol) {
    if (!at(symbol)) return false;
    take();
    return true;
}

bool Cursor::accept_dotted(std::string_view text) {
    if (!at_dotted(text)) return false;
    take();
    return true;
}

bool Cursor::expect(char symbol, std::string_view where) {
    if (accept(symbol)) return true;
    return fail_expected(fmt::format("'{}' {}", symbol, where));
}

bool Cursor::expect_identifier(std::string_view what, Token& name) {
    if (!at(TokenKind::identifier)) return fail_expected(what);
    name = take();
    return true;
}

bool Cursor::skip_pragma() {
    do {
        if (!at(TokenKind::string)) return fail_expected("a string after .pragma");
        take();
    } while (accept(','));
    return expect(';', "after .pragma");
}

bool Cursor::fail(Position position, std::string message) {
    if (failed_) return false;
    failed_ = true;
    error_ = {std::move(message), position};
    token_ = Token{TokenKind::end, 0, {}, position};
    return false;
}

bool Cursor::fail_expected(std::string_view what) {
    switch (token_.kind) {
    case TokenKind::invalid:
        return fail(std::string(token_.text));
    case TokenKind::end:
        return fail(fmt::format("expected {}, but the text ends here", what));
    case TokenKind::string:
        return fail(fmt::format("expected {}, found a string", what));
    default:
        return fail(fmt::format("expected {}, found '{}'", what, shown(token_.text)));
    }
}

bool Cursor::spend(std::size_t elements) {
    spent_ += elements;
    if (spent_ <= limits::elements) return true;
    return fail(fmt::format("this module is too large: more than {} instructions, operands, labels "
                            "and variables",
                            limits::elements));
}

} // namespace vgpu::ptx
