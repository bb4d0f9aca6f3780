// What a name means at one place of a function: nested scopes, each hiding the outer ones' names.
//
// A range (`.reg .b32 %r<100>`) is one entry, whatever its size, and a register takes up room in
// Function::registers only once an operand names it: a warp's register file holds what the code
// uses.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace vgpu::ptx {

struct Binding {
    enum class Kind : std::uint8_t {
        reg,
        vector_reg,
        variable,
        module_variable,
        parameter
    } kind = Kind::reg;
    // reg: no_index until used; vector_reg: its first; variable: in its function or its module
    Index index = no_index;
    Type type = Type::none; // of a register
    int width = 1;          // components of a vector register
};

class Scopes {
  public:
    explicit Scopes(std::vector<Register>& registers) : registers_(registers) {}

    int depth() const { return depth_; }
    void open();
    // The variables whose names end here go to `ended`.
    void close(std::vector<Index>& ended);

    // False: the innermost scope has this name already.
    bool declare(std::string_view name, Binding binding);
    // %r<count>: prefix "%r", registers %r0 to %r(count - 1).
    bool declare_range(std::string_view prefix, std::uint32_t count, Type type);

    // A register found is given its place in the function's registers.
    std::optional<Binding> find(std::string_view name);

  private:
    struct Range {
        Type type = Type::none;
        std::uint32_t count = 0;
        std::vector<Index> used; // by number; grows with the highest number used
    };
    template <class Entry>
    struct Scoped {
        int depth; // Clang 16 crashes where a default value of it is compared
        Entry entry;
    };
    // What a declaration hid, to be put back when its scope closes.
    struct Hidden {
        std::string_view name;
        bool is_range = false;
        std::optional<Scoped<Binding>> binding;
        std::optional<Scoped<Range>> range;
    };

    Scoped<Range>* find_range(std::string_view name, std::uint32_t& number);
    Index add_register(std::string_view name, Type type);

    std::vector<Register>& registers_;
    std::unordered_map<std::string_view, Scoped<Binding>> bindings_;
    std::unordered_map<std::string_view, Scoped<Range>> ranges_;
    std::vector<Hidden> hidden_;
    std::vector<std::size_t> marks_; // hidden_.size() where each open scope began
    int depth_ = 0;
};

} // namespace vgpu::ptx
