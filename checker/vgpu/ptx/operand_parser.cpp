// The operands of instructions (PTX ISA, "Instruction Operands").
#include "vgpu/ptx/constant.hpp"
#include "vgpu/ptx/function_parser.hpp"
#include "vgpu/ptx/special_registers.hpp"

#include <fmt/format.h>

#include <utility>

namespace vgpu::ptx {
namespace {

bool starts_name(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c == '%';
}

// ".x" that stands right behind its register or variable.
bool is_component_of(const Token& name, const Token& next) {
    return next.kind == TokenKind::dotted &&
           next.text.data() == name.text.data() + name.text.size();
}

// .x .y .z .w, or .r .g .b .a; -1 for anything else
int component_index(std::string_view text) {
    if (text.size() != 2) return -1;
    const std::size_t xyzw = std::string_view("xyzw").find(text[1]);
    const std::size_t rgba = std::string_view("rgba").find(text[1]);
    const std::size_t index = xyzw != text.npos ? xyzw : rgba;
    return index == text.npos ? -1 : static_cast<int>(index);
}

} // namespace

bool FunctionParser::parse_operand(Operand& operand) {
    if (cursor_.at('(') && in_call_) {
        cursor_.take();
        return parse_sequence(')', "')' after the arguments",
                              operand.value.emplace<ListOperand>().elements);
    }
    if (cursor_.at(TokenKind::identifier)) return parse_name(operand, true);
    return parse_element(operand);
}

bool FunctionParser::parse_element(Operand& operand) {
    if (cursor_.at(TokenKind::identifier)) return parse_name(operand, false);
    if (cursor_.at('[')) return parse_address(operand);
    if (cursor_.at('{')) {
        cursor_.take();
        return parse_sequence('}', "'}' after the vector",
                              operand.value.emplace<VectorOperand>().elements) &&
               (!cursor_.at('|') || parse_vector_pair(operand));
    }
    if ((cursor_.at('!') || cursor_.at('-')) && starts_name(cursor_.peek()))
        return parse_negated(operand);
    return parse_immediate(operand);
}

// !%p1 of a predicate; -%r1 and -%r1.b0 of a number
bool FunctionParser::parse_negated(Operand& operand) {
    const Cursor before = cursor_;
    const bool is_minus = cursor_.take().text == "-";
    if (is_minus && cursor_.at_name("WARP_SZ")) {
        cursor_ = before;
        return parse_immediate(operand);
    }
    const Token name = cursor_.take();
    RegisterOperand reg{no_index, true};
    if (!find_register(name, reg.reg)) return false;
    if (is_minus && function_.registers[reg.reg].type == Type::pred)
        return cursor_.fail(name.position,
                            fmt::format("{} is a predicate, which is negated by !", name.text));
    operand.value = reg;
    return !is_minus || !is_component_of(name, cursor_.token()) || parse_selector(reg, operand);
}

bool FunctionParser::parse_sequence(char end, std::string_view what,
                                    std::vector<Operand>& elements) {
    if (++sequence_depth_ > 4) return cursor_.fail("operands are nested too deeply here");
    if (!cursor_.at(end)) {
        do {
            if (elements.size() >= limits::operands || !cursor_.spend())
                return cursor_.fail("this operand has too many elements");
            if (!parse_element(elements.emplace_back())) return false;
        } while (cursor_.accept(','));
    }
    --sequence_depth_;
    return cursor_.accept(end) || cursor_.fail_expected(what);
}

bool FunctionParser::parse_immediate(Operand& operand) {
    const bool may_start = cursor_.at(TokenKind::number) || cursor_.at('-') || cursor_.at('+') ||
                           cursor_.at('~') || cursor_.at('!') || cursor_.at('(') ||
                           cursor_.at_name("WARP_SZ");
    if (!may_start) return cursor_.fail_expected("an operand");
    Constant constant;
    if (!parse_constant(cursor_, constant)) return false;
    ImmediateOperand immediate;
    immediate.bits = constant.bits;
    immediate.is_signed = constant.kind == Constant::Kind::s64;
    if (constant.kind == Constant::Kind::f32) immediate.form = ImmediateOperand::Form::f32_bits;
    if (constant.kind == Constant::Kind::f64) immediate.form = ImmediateOperand::Form::f64_bits;
    operand.value = immediate;
    return true;
}

bool FunctionParser::parse_name(Operand& operand, bool may_be_label) {
    if (cursor_.at_name("WARP_SZ")) return parse_immediate(operand);
    const Token name = cursor_.take();
    if (name.text == "_") {
        if (cursor_.at('|')) return parse_pair(no_index, operand);
        operand.value = SinkOperand{};
        return true;
    }
    if (const auto binding = scopes_.find(name.text)) {
        switch (binding->kind) {
        case Binding::Kind::reg:
            return parse_register(name, *binding, operand);
        case Binding::Kind::vector_reg:
            return parse_vector_register(name, *binding, operand);
        default:
            return parse_symbol(variable_name(name, *binding), operand);
        }
    }
    if (name.text[0] == '%') return parse_special(name, operand);
    if (may_be_label && !cursor_.at('+') && !cursor_.at('-')) {
        // The operand is the last of operands_, the instruction the next of the body.
        open_names_.push_back({name.text, name.position, false,
                               static_cast<Index>(function_.body.size()),
                               static_cast<Index>(operands_.size() - 1)});
        return true;
    }
    context_.mentions.push_back({name.text, name.position});
    return parse_symbol(std::string(name.text), operand);
}

bool FunctionParser::parse_register(const Token& name, const Binding& binding, Operand& operand) {
    if (is_component_of(name, cursor_.token()))
        return parse_selector({binding.index, false}, operand);
    if (cursor_.at('|')) return parse_pair(binding.index, operand);
    operand.value = RegisterOperand{binding.index, false};
    return true;
}

// %r1.b0 of the video instructions
bool FunctionParser::parse_selector(RegisterOperand reg, Operand& operand) {
    if (!cursor_.spend(2)) return false;
    const std::string_view selector = cursor_.take().text.substr(1);
    auto& elements = operand.value.emplace<ListOperand>().elements;
    elements.push_back({reg});
    elements.push_back({SymbolOperand{std::string(selector), 0}});
    return true;
}

// %p1|%p2
bool FunctionParser::parse_pair(Index first, Operand& operand) {
    cursor_.take();
    Token name;
    if (!cursor_.expect_identifier("a register after '|'", name)) return false;
    PairOperand pair{first, no_index};
    if (name.text != "_" && !find_register(name, pair.second)) return false;
    operand.value = pair;
    return true;
}

// {%f1, %f2, %f3, %f4}|%p1 of tex: a list of the vector and the predicate
bool FunctionParser::parse_vector_pair(Operand& operand) {
    cursor_.take();
    Token name;
    RegisterOperand predicate;
    if (!cursor_.expect_identifier("a predicate after '|'", name) ||
        !find_register(name, predicate.reg) || !cursor_.spend(2))
        return false;
    ListOperand pair;
    pair.elements.push_back(std::exchange(operand, {}));
    pair.elements.push_back({predicate});
    operand.value = std::move(pair);
    return true;
}

// color.x is one register, color alone is all of them.
bool FunctionParser::parse_vector_register(const Token& name, const Binding& binding,
                                           Operand& operand) {
    if (is_component_of(name, cursor_.token())) {
        const int component = component_index(cursor_.token().text);
        if (component < 0 || component >= binding.width)
            return cursor_.fail(
                fmt::format("{} has no component {}", name.text, cursor_.token().text));
        cursor_.take();
        operand.value = RegisterOperand{binding.index + static_cast<Index>(component), false};
        return true;
    }
    if (!cursor_.spend(static_cast<std::size_t>(binding.width))) return false;
    auto& elements = operand.value.emplace<VectorOperand>().elements;
    for (int i = 0; i < binding.width; ++i)
        elements.push_back({RegisterOperand{binding.index + static_cast<Index>(i), false}});
    return true;
}

// %tid.x, %laneid
bool FunctionParser::parse_special(const Token& name, Operand& operand) {
    if (!is_special_register(name.text))
        return cursor_.fail(name.position,
                            fmt::format("the register {} is not declared here", name.text));
    SpecialOperand special{std::string(name.text)};
    if (is_component_of(name, cursor_.token())) special.name += cursor_.take().text;
    operand.value = std::move(special);
    return true;
}

// table, table+4
bool FunctionParser::parse_symbol(std::string name, Operand& operand) {
    SymbolOperand symbol{std::move(name), 0};
    if ((cursor_.at('+') || cursor_.at('-')) &&
        !parse_integer(cursor_, "an address offset", symbol.offset))
        return false;
    if (cursor_.at('['))
        return cursor_.fail(
            "indexing with [ ] is not supported here; write the address as name+offset");
    operand.value = std::move(symbol);
    return true;
}

// [%rd1], [%rd1+-8], [table+4], [16]; with more behind a comma a list: [%rd1, {%f1, %f2}]
bool FunctionParser::parse_address(Operand& operand) {
    cursor_.take();
    AddressOperand address;
    if (!parse_address_base(address)) return false;
    if (!cursor_.at(',')) {
        operand.value = std::move(address);
        if (!cursor_.expect(']', "after the address")) return false;
        // `[a].unified` promises that the load is uniform (PTX ISA 9.7.9.8), which changes nothing.
        if (cursor_.at_dotted(".unified")) cursor_.take();
        return true;
    }
    cursor_.take();
    auto& elements = operand.value.emplace<ListOperand>().elements;
    elements.push_back({std::move(address)});
    return cursor_.spend() && parse_sequence(']', "']' after the address", elements);
}

bool FunctionParser::parse_address_base(AddressOperand& address) {
    if (!cursor_.at(TokenKind::identifier) || cursor_.at_name("WARP_SZ"))
        return parse_integer(cursor_, "an address", address.offset);
    const Token name = cursor_.take();
    const auto binding = scopes_.find(name.text);
    if (binding && binding->kind == Binding::Kind::reg) {
        address.base = RegisterOperand{binding->index, false};
    } else if (binding && binding->kind == Binding::Kind::vector_reg) {
        Operand component;
        if (!parse_vector_register(name, *binding, component)) return false;
        const auto* reg = std::get_if<RegisterOperand>(&component.value);
        if (!reg)
            return cursor_.fail(name.position, "a vector register is no address; name a component");
        address.base = *reg;
    } else if (binding) {
        address.base = SymbolOperand{variable_name(name, *binding), 0};
    } else if (name.text[0] == '%') {
        return cursor_.fail(name.position,
                            fmt::format("the register {} is not declared here", name.text));
    } else {
        context_.mentions.push_back({name.text, name.position});
        address.base = SymbolOperand{std::string(name.text), 0};
    }
    if (cursor_.at('+') && starts_name(cursor_.peek()))
        return cursor_.fail(
            "an address is a register or a name plus a constant; add registers first");
    if (cursor_.at('+') || cursor_.at('-'))
        return parse_integer(cursor_, "an address offset", address.offset);
    return true;
}

bool FunctionParser::find_register(const Token& name, Index& reg) {
    const auto binding = scopes_.find(name.text);
    if (!binding || binding->kind != Binding::Kind::reg)
        return cursor_.fail(name.position,
                            fmt::format("the register {} is not declared here", name.text));
    reg = binding->index;
    return true;
}

std::string FunctionParser::variable_name(const Token& name, const Binding& binding) const {
    if (binding.kind == Binding::Kind::variable) return function_.variables[binding.index].name;
    if (binding.kind == Binding::Kind::module_variable)
        return context_.module.variables[binding.index].name;
    return std::string(name.text);
}

} // namespace vgpu::ptx
