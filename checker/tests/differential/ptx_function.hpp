// The text of one PTX function under construction: its registers, its lines, and random
// instructions from the table of forms. A function has a fixed set of registers of each kind, all
// with values from the start, which random instructions read and write; and temporaries, each
// written for one purpose.
#pragma once

#include "ptx_forms.hpp"
#include "random.hpp"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace differential {

// Kinds of registers, by the letters that name them in the forms.
inline constexpr std::string_view register_kinds = "phrdefgbxy";
unsigned bits_of(char kind);      // 0 for a predicate
unsigned registers_of(char kind); // in the fixed set
bool is_float(char kind);

// What a program is made of: some of what there is, so that programs differ.
struct Style {
    int target = 80;
    std::vector<const FormGroup*> groups;
    bool warp = true; // warp operations: every branch then votes, to know who goes where
    bool shared = true;
    bool calls = true;
    bool atomics = true;
    bool trace = false;
};

class PtxFunction {
  public:
    PtxFunction(Random& random, const Style& style, unsigned first_trace = 0)
        : random_(random), style_(style), traces_(first_trace) {}

    template <class... Values>
    void line(fmt::format_string<Values...> format, Values&&... values) {
        text_ += "    " + fmt::format(format, std::forward<Values>(values)...) + ";\n";
    }
    void raw(std::string_view text) { text_ += std::string(text) + "\n"; }
    void put_label(const std::string& name) { text_ += name + ":\n"; }
    std::string new_label() { return fmt::format("L{}", labels_++); }

    std::string any(char kind) { return numbered(kind, random_.below(registers_of(kind))); }
    static std::string numbered(char kind, unsigned number) {
        return fmt::format("%{}{}", kind, number);
    }
    std::string temporary(char kind) {
        return fmt::format("%t{}{}", kind, temporaries_[register_kinds.find(kind)]++);
    }
    // A copy whose NaNs all have one form: the manual leaves sign and payload open.
    std::string canonical(char kind, const std::string& name);
    // The bits of any register that is not a predicate, in a b32 register.
    std::string some_b32();
    // `name` as an index: 0 to count - 1.
    std::string below(const std::string& name, unsigned count);

    void random_instruction();
    void instruction(const Form& form);

    // Records what is in a register (Options::trace).
    void trace(char kind, const std::string& name);

    // Registers' declarations; then the lines.
    std::string declarations() const;
    const std::string& text() const { return text_; }

  private:
    std::string source(std::string_view code, bool allow_immediate);
    std::string nonzero(char kind);
    std::string maybe_guard();
    std::string canonical_half(const std::string& name, bool bf16);

    Random& random_;
    const Style& style_;
    std::string text_;
    unsigned labels_ = 0;
    unsigned traces_;
    std::array<unsigned, register_kinds.size()> temporaries_{};
};

} // namespace differential
