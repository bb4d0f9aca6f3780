// What the parsers of one module share: its text, what it has declared so far, what is still open.
#pragma once

#include "vgpu/ptx/cursor.hpp"
#include "vgpu/ptx/debug_info.hpp"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::ptx {

struct Symbol {
    enum class Kind : std::uint8_t { variable, function, alias } kind = Kind::variable;
    Index index = no_index; // into Module::variables or Module::functions
};

struct Context {
    explicit Context(std::string_view text) : cursor(text) {}

    // A name that must be a module-scope symbol by the end of the text.
    struct Mention {
        std::string_view name;
        Position position;
    };

    Cursor cursor;
    DebugInfo debug;
    Module module;
    std::unordered_map<std::string_view, Symbol> symbols;
    std::unordered_map<std::string_view, std::string_view> aliases; // .alias a, b: "a" -> "b"
    std::vector<Mention> mentions;
    std::uint64_t declared_registers = 0;
    std::uint64_t initialized_size = 0; // bytes of all initialised variables
};

} // namespace vgpu::ptx
