#include "ptx_function.hpp"

namespace differential {
namespace {

// One of each {a|b|c}; the choices hold no braces themselves.
std::string choose(std::string_view text, Random& random) {
    std::string result;
    for (std::size_t open; (open = text.find('{')) != std::string_view::npos;) {
        const std::size_t close = text.find('}', open);
        result += text.substr(0, open);
        std::string_view choices = text.substr(open + 1, close - open - 1);
        unsigned count = 1;
        for (const char c : choices) count += c == '|' ? 1 : 0;
        for (unsigned skip = random.below(count); skip > 0; --skip)
            choices.remove_prefix(choices.find('|') + 1);
        result += choices.substr(0, choices.find('|'));
        text.remove_prefix(close + 1);
    }
    return result += text;
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        words.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return words;
}

// ptxas (13.0, and the driver 580's) makes several instructions of these and forgets the guard on
// some of them: set's result is converted, and testp's written, also where the guard is false.
bool can_be_guarded(std::string_view mnemonic) {
    return !mnemonic.starts_with("set.") && !mnemonic.starts_with("testp.");
}

} // namespace

unsigned bits_of(char kind) {
    switch (kind) {
    case 'p':
        return 0;
    case 'h':
    case 'g':
    case 'b':
        return 16;
    case 'd':
    case 'e':
        return 64;
    default:
        return 32;
    }
}

unsigned registers_of(char kind) {
    switch (kind) {
    case 'r':
        return 8;
    case 'f':
        return 5;
    case 'p':
    case 'h':
    case 'd':
    case 'e':
        return 4;
    default:
        return 3;
    }
}

bool is_float(char kind) { return std::string_view("efgbxy").find(kind) != std::string_view::npos; }

std::string PtxFunction::canonical_half(const std::string& name, bool bf16) {
    const std::string no_number = temporary('p'), result = temporary('h');
    if (bf16) { // compared as bits: setp.bf16 needs sm_90
        const std::string magnitude = temporary('h');
        line("and.b16 {}, {}, 0x7fff", magnitude, name);
        line("setp.gt.u16 {}, {}, 0x7f80", no_number, magnitude);
    } else {
        line("setp.nan.f16 {}, {}, {}", no_number, name, name);
    }
    line("selp.b16 {}, 0x7fff, {}, {}", result, name, no_number);
    return result;
}

std::string PtxFunction::canonical(char kind, const std::string& name) {
    switch (kind) {
    case 'f':
    case 'e': {
        const std::string no_number = temporary('p'), result = temporary(kind);
        line("testp.notanumber.f{} {}, {}", bits_of(kind), no_number, name);
        line("selp.b{} {}, {}, {}, {}", bits_of(kind), result,
             kind == 'f' ? "0x7fffffff" : "0x7ff8000000000000", name, no_number);
        return result;
    }
    case 'g':
    case 'b':
        return canonical_half(name, kind == 'b');
    case 'x':
    case 'y': {
        const std::string low = temporary('h'), high = temporary('h'), result = temporary(kind);
        line("mov.b32 {{{}, {}}}, {}", low, high, name);
        const std::string first = canonical_half(low, kind == 'y');
        const std::string second = canonical_half(high, kind == 'y');
        line("mov.b32 {}, {{{}, {}}}", result, first, second);
        return result;
    }
    default:
        return name;
    }
}

std::string PtxFunction::some_b32() {
    const char kind = random_.chance(60) ? 'r' : register_kinds[1 + random_.below(9)];
    const std::string value = canonical(kind, any(kind));
    if (bits_of(kind) == 32) return value;
    const std::string result = temporary('r');
    if (bits_of(kind) == 16) {
        line("cvt.u32.u16 {}, {}", result, value);
    } else {
        const std::string high = temporary('r');
        line("mov.b64 {{{}, {}}}, {}", result, high, value);
        if (random_.chance(50)) return high;
    }
    return result;
}

std::string PtxFunction::below(const std::string& name, unsigned count) {
    const std::string result = temporary('r');
    if ((count & (count - 1)) == 0)
        line("and.b32 {}, {}, {}", result, name, count - 1);
    else
        line("rem.u32 {}, {}, {}", result, name, count);
    return result;
}

std::string PtxFunction::nonzero(char kind) {
    const unsigned bits = bits_of(kind);
    const std::string value = any(kind), next = temporary(kind), result = temporary(kind);
    const std::string bad = temporary('p');
    line("add.u{} {}, {}, 1", bits, next, value);
    line("setp.le.u{} {}, {}, 1", bits, bad, next);
    line("selp.b{} {}, {}, {}, {}", bits, result, random_.from_to(1, 99), value, bad);
    return result;
}

std::string PtxFunction::source(std::string_view code, bool allow_immediate) {
    if (code == "i") return std::to_string(random_.below(256));
    if (code == "!p") {
        const bool inverted = random_.chance(40);
        return (inverted ? "!" : "") + any('p');
    }
    if (code == "r.") return any('r');
    if (code == "r&") return below(any('r'), 32);
    if (register_kinds.find(code.front()) == std::string_view::npos) return std::string(code);
    const char kind = code.front();
    if (code.ends_with('/')) return nonzero(kind);
    if (code.ends_with('=')) return canonical(kind, any(kind));
    if (!allow_immediate || !random_.chance(15)) return any(kind);
    switch (kind) {
    case 'h':
        return std::to_string(static_cast<std::int16_t>(random_.next() >> random_.below(16)));
    case 'r':
        return std::to_string(static_cast<std::int32_t>(random_.next()) >> random_.below(32));
    case 'd':
        return fmt::format("0x{:x}", random_.next() >> random_.below(64));
    case 'f':
        return fmt::format("0f{:08X}", 0x3c000000 + random_.below(0x08000000));
    case 'e':
        return fmt::format("0d{:016X}", 0x3fc0000000000000 + (random_.next() >> 9));
    default:
        return any(kind);
    }
}

// Statements, not one expression: the order of operands' evaluation is the compiler's choice.
std::string PtxFunction::maybe_guard() {
    if (!random_.chance(15)) return "";
    const bool inverted = random_.chance(50);
    return (inverted ? "@!" : "@") + any('p') + " ";
}

void PtxFunction::instruction(const Form& form) {
    const std::string text = choose(form.text, random_);
    const auto words = words_of(text);
    std::vector<std::string> operands;
    bool immediate = words.size() > 3 && !words[0].starts_with("cvt") &&
                     !words[0].starts_with("dp") && !words[0].starts_with("vabs");
    for (std::size_t i = 2; i < words.size(); ++i) {
        operands.push_back(source(words[i], immediate && i > 2));
        if (operands.back().front() != '%') immediate = false; // one is enough
    }
    const char kind = words[1].front();
    std::string destination = any(kind);
    if (words[1] == "p|p") { // two different ones
        const unsigned first = random_.below(registers_of('p'));
        destination =
            fmt::format("{}|{}", numbered('p', first),
                        numbered('p', (first + 1 + random_.below(2)) % registers_of('p')));
    }
    line("{}{} {}, {}", can_be_guarded(words[0]) ? maybe_guard() : "", words[0], destination,
         fmt::join(operands, ", "));
    trace(kind, destination.substr(0, destination.find('|')));
}

void PtxFunction::random_instruction() {
    unsigned total = 0;
    for (const FormGroup* group : style_.groups) total += group->weight;
    unsigned place = random_.below(total);
    for (const FormGroup* group : style_.groups) {
        if (place >= group->weight) {
            place -= group->weight;
            continue;
        }
        const Form* form = &random_.pick(group->forms);
        while (form->target > style_.target) form = &random_.pick(group->forms);
        return instruction(*form);
    }
}

void PtxFunction::trace(char kind, const std::string& name) {
    if (!style_.trace) return;
    const std::string value = canonical(kind, name), wide = temporary('d');
    if (kind == 'p')
        line("selp.b64 {}, 1, 0, {}", wide, value);
    else if (bits_of(kind) == 64)
        line("mov.b64 {}, {}", wide, value);
    else
        line("cvt.u64.u{} {}, {}", bits_of(kind), wide, value);
    raw(fmt::format("    {{ .param .b32 id; .param .b64 value; st.param.b32 [id], {}; "
                    "st.param.b64 [value], {}; call trace, (id, value); }}",
                    traces_++, wide));
}

std::string PtxFunction::declarations() const {
    std::string result;
    for (std::size_t i = 0; i < register_kinds.size(); ++i) {
        const char kind = register_kinds[i];
        const std::string type = kind == 'p' ? "pred" : fmt::format("b{}", bits_of(kind));
        result += fmt::format("    .reg .{} %{}<{}>;\n", type, kind, registers_of(kind));
        if (temporaries_[i] != 0)
            result += fmt::format("    .reg .{} %t{}<{}>;\n", type, kind, temporaries_[i]);
    }
    return result;
}

} // namespace differential
