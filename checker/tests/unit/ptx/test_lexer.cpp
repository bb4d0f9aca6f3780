// Tests of vgpu/ptx/lexer.hpp.
#include "vgpu/ptx/lexer.hpp"

#include <catch2/catch_test_macros.hpp>

#include <string>
#include <vector>

using namespace vgpu::ptx;

namespace {

std::vector<Token> tokens_of(std::string_view text) {
    Lexer lexer(text);
    std::vector<Token> tokens;
    do tokens.push_back(lexer.next());
    while (tokens.back().kind != TokenKind::end && tokens.back().kind != TokenKind::invalid);
    return tokens;
}

std::vector<std::string> texts_of(std::string_view text) {
    std::vector<std::string> texts;
    for (const Token& token : tokens_of(text))
        if (token.kind != TokenKind::end) texts.emplace_back(token.text);
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

TEST_CASE("an instruction falls into words, dotted words, numbers and punctuation") {
    CHECK(texts_of("@!%p1 ld.shared::cta.v4.f32 {%f1,_},[%rd2+-8];") ==
          Texts{"@", "!", "%p1", "ld", ".shared::cta", ".v4", ".f32", "{", "%f1", ",",
                "_", "}", ",",   "[",  "%rd2",         "+",   "-",    "8", "]",   ";"});
    CHECK(texts_of("tex.2d.v4") == Texts{"tex", ".2d", ".v4"});
    CHECK(texts_of("%tid.x") == Texts{"%tid", ".x"});
    CHECK(texts_of("L:bra") == Texts{"L", ":", "bra"});
    CHECK(texts_of("1 << 2>=3 && 4|5") == Texts{"1", "<<", "2", ">=", "3", "&&", "4", "|", "5"});
    CHECK(texts_of("7 % 3") == Texts{"7", "%", "3"});
}

TEST_CASE("numbers are one token each") {
    CHECK(texts_of("0x1F 0b101U 0f3F800000 9.0 1.5e-3 2e+4 12U") ==
          Texts{"0x1F", "0b101U", "0f3F800000", "9.0", "1.5e-3", "2e+4", "12U"});
    CHECK(texts_of("0x1e-3") == Texts{"0x1e", "-", "3"});
    for (const Token& token : tokens_of("0x1F 9.0 1e5"))
        CHECK((token.kind == TokenKind::number || token.kind == TokenKind::end));
}

TEST_CASE("positions count lines and columns from 1, through comments of both kinds") {
    const auto tokens = tokens_of("a // x\n  b /* y\n y */ c\n\r\n\td");
    REQUIRE(tokens.size() == 5);
    const auto check = [&](std::size_t index, int line, int column) {
        CHECK(tokens[index].position.line == line);
        CHECK(tokens[index].position.column == column);
    };
    check(0, 1, 1);
    check(1, 2, 3);
    check(2, 3, 7);
    check(3, 5, 2);
}

TEST_CASE("strings keep their escapes and lose their quotes") {
    const auto tokens = tokens_of(R"(.file 1 "a \"b\".cu")");
    REQUIRE(tokens.size() == 4);
    CHECK(tokens[2].kind == TokenKind::string);
    CHECK(tokens[2].text == R"(a \"b\".cu)");
}

TEST_CASE("NUL padding behind the text is no part of it; a NUL inside is wrong") {
    CHECK(texts_of(std::string_view("ret;\0\0\0", 7)) == Texts{"ret", ";"});
    CHECK(tokens_of(std::string_view("a\0b", 3)).back().kind == TokenKind::invalid);
}

TEST_CASE("what never ends is invalid where it starts") {
    for (std::string_view text : {"a /* b", "a \"b", "a \"b\n\"", "a \"b\\", "a /*/"}) {
        const auto tokens = tokens_of(text);
        CHECK(tokens.back().kind == TokenKind::invalid);
        CHECK(tokens.back().position.column == 3);
    }
    CHECK(tokens_of("").back().kind == TokenKind::end);
    CHECK(tokens_of("/").size() == 2);
    CHECK(tokens_of("#").back().kind == TokenKind::invalid);
}
