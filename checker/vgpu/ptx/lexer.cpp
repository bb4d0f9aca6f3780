#include "vgpu/ptx/lexer.hpp"

#include <array>
#include <cstring>

namespace vgpu::ptx {
namespace {

enum CharacterClass : std::uint8_t { letter = 1, digit = 2, follow = 4, blank = 8 };

constexpr std::array<std::uint8_t, 256> make_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (int c = 'a'; c <= 'z'; ++c) classes[c] = letter | follow;
    for (int c = 'A'; c <= 'Z'; ++c) classes[c] = letter | follow;
    for (int c = '0'; c <= '9'; ++c) classes[c] = digit | follow;
    classes['_'] = classes['$'] = follow;
    for (char c : {' ', '\t', '\r', '\f', '\v', '\n'})
        classes[static_cast<unsigned char>(c)] = blank;
    return classes;
}
constexpr auto classes = make_classes();

bool is(char c, CharacterClass wanted) { return classes[static_cast<unsigned char>(c)] & wanted; }

const char* skip_word(const char* at, const char* end) {
    while (at != end && is(*at, follow)) ++at;
    return at;
}

std::string_view without_padding(std::string_view text) {
    while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
    return text;
}

} // namespace

Lexer::Lexer(std::string_view text) {
    text = without_padding(text);
    at_ = line_start_ = text.data();
    end_ = at_ + text.size();
}

bool Lexer::skip_blanks() {
    while (at_ != end_) {
        if (*at_ == '\n') {
            ++line_;
            line_start_ = ++at_;
        } else if (is(*at_, blank)) {
            ++at_;
        } else if (*at_ == '/' && at_ + 1 != end_ && at_[1] == '/') {
            const void* newline = std::memchr(at_, '\n', static_cast<std::size_t>(end_ - at_));
            at_ = newline ? static_cast<const char*>(newline) : end_;
        } else if (*at_ == '/' && at_ + 1 != end_ && at_[1] == '*') {
            const char* here = at_ + 2;
            const char* line_start = line_start_;
            int line = line_;
            while (here != end_ && !(*here == '*' && here + 1 != end_ && here[1] == '/')) {
                if (*here++ == '\n') {
                    ++line;
                    line_start = here;
                }
            }
            if (here == end_) return false; // the position stays at the comment's start
            at_ = here + 2;
            line_ = line;
            line_start_ = line_start;
        } else {
            break;
        }
    }
    return true;
}

char Lexer::peek() const {
    const char* at = at_;
    while (at != end_ && is(*at, blank)) ++at;
    return at == end_ ? '\0' : *at;
}

Token Lexer::make(TokenKind kind, const char* end) {
    Token token;
    token.kind = kind;
    token.text = {at_, static_cast<std::size_t>(end - at_)};
    token.position = {line_, static_cast<int>(at_ - line_start_) + 1};
    at_ = end;
    return token;
}

Token Lexer::invalid(std::string_view why) {
    Token token = make(TokenKind::invalid, at_);
    token.text = why;
    at_ = end_;
    return token;
}

// Letters and digits, then for decimal numbers a fraction and a signed exponent. Whether that makes
// a number is parse_number's business.
const char* Lexer::end_of_number() const {
    const char* end = skip_word(at_, end_);
    const bool prefixed = *at_ == '0' && at_ + 1 != end_ && is(at_[1], letter);
    if (prefixed) return end;
    if (end != end_ && *end == '.' && end + 1 != end_ && is(end[1], digit))
        end = skip_word(end + 1, end_);
    const bool exponent =
        (end[-1] == 'e' || end[-1] == 'E') && end != end_ && (*end == '+' || *end == '-');
    return exponent ? skip_word(end + 1, end_) : end;
}

Token Lexer::next() {
    if (!skip_blanks()) return invalid("this comment is never closed");
    if (at_ == end_) return make(TokenKind::end, at_);

    const char c = *at_;
    const char* after = at_ + 1;
    if (is(c, letter) || c == '_' || c == '$')
        return make(TokenKind::identifier, skip_word(after, end_));
    if (is(c, digit)) return make(TokenKind::number, end_of_number());
    // A % that starts no name is the remainder of a constant expression.
    if (c == '%' && after != end_ && is(*after, follow))
        return make(TokenKind::identifier, skip_word(after, end_));
    if (c == '.' && after != end_ && is(*after, follow)) {
        const char* end = skip_word(after, end_);
        while (end_ - end > 2 && end[0] == ':' && end[1] == ':' && is(end[2], follow))
            end = skip_word(end + 2, end_);
        return make(TokenKind::dotted, end);
    }
    if (c == '"') {
        const char* end = after;
        while (end != end_ && *end != '"' && *end != '\n')
            end += *end == '\\' && end + 1 != end_ ? 2 : 1;
        if (end == end_ || *end != '"') return invalid("this string is never closed");
        Token token = make(TokenKind::string, end + 1);
        token.text = token.text.substr(1, token.text.size() - 2);
        return token;
    }
    if (after != end_) {
        const char d = *after;
        if (((c == '<' || c == '>') && d == c) || ((c == '&' || c == '|') && d == c) ||
            (d == '=' && (c == '<' || c == '>' || c == '=' || c == '!')))
            return make(TokenKind::punctuation, after + 1);
    }
    if (c != '\0' && std::strchr("{}[]()<>,;:@|!+-*/%~&^?=.", c)) {
        Token token = make(TokenKind::punctuation, after);
        token.symbol = c;
        return token;
    }
    return invalid("this character does not belong in PTX");
}

} // namespace vgpu::ptx
