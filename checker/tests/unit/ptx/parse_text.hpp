// Short cuts of the parser's tests: text in, what the test looks at out; a surprise fails the test.
#pragma once

#include "vgpu/ptx/parser.hpp"

#include <catch2/catch_test_macros.hpp>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace vgpu::ptx::test {

inline constexpr std::string_view header = ".version 8.7\n.target sm_80\n.address_size 64\n";

inline std::string to_string(const Diagnostic& diagnostic) {
    return fmt::format("{}:{}: {}", diagnostic.position.line, diagnostic.position.column,
                       diagnostic.message);
}

// `declarations` is what follows the header, which takes up three lines.
inline Module parse_module(std::string_view declarations) {
    auto module = parse(std::string(header) + std::string(declarations));
    if (!module) FAIL(to_string(module.error()));
    return std::move(*module);
}

// The entry `k(.param .u64 p)` with this body, which begins on line 5.
inline Function parse_body(std::string_view body) {
    Module module = parse_module(fmt::format(".entry k(.param .u64 p) {{\n{}\n}}\n", body));
    REQUIRE(module.functions.size() == 1);
    return std::move(module.functions[0]);
}

// The diagnostic as "line:column: message".
inline std::string error_in_module(std::string_view declarations) {
    const auto module = parse(std::string(header) + std::string(declarations));
    return module ? "no error" : to_string(module.error());
}
inline std::string error_in_body(std::string_view body) {
    return error_in_module(fmt::format(".entry k(.param .u64 p) {{\n{}\n}}\n", body));
}

template <class Alternative>
const Alternative& operand(const Function& function, std::size_t instruction, std::size_t index) {
    REQUIRE(instruction < function.body.size());
    REQUIRE(index < function.body[instruction].operands.size());
    const auto* value = std::get_if<Alternative>(&function.body[instruction].operands[index].value);
    REQUIRE(value);
    return *value;
}

// The name of the register an operand is.
inline std::string register_at(const Function& function, std::size_t instruction,
                               std::size_t index) {
    return function.registers.at(operand<RegisterOperand>(function, instruction, index).reg).name;
}

} // namespace vgpu::ptx::test
