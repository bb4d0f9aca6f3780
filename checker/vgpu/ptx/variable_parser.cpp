#include "vgpu/ptx/variable_parser.hpp"

#include "vgpu/ptx/constant.hpp"
#include "vgpu/support/round_up.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>

namespace vgpu::ptx {
namespace {

bool is_opaque(std::string_view type) {
    return type == ".texref" || type == ".samplerref" || type == ".surfref";
}

// .attribute(.managed), .attribute(.unified(1, 2)): only .managed means something here.
bool parse_attributes(Cursor& cursor, bool& managed) {
    if (!cursor.expect('(', "after .attribute")) return false;
    for (int depth = 1; depth > 0;) {
        if (cursor.at_end() || cursor.at(TokenKind::invalid) || cursor.at(';'))
            return cursor.fail_expected("')' at the end of .attribute");
        const Token token = cursor.take();
        if (token.kind == TokenKind::dotted && token.text == ".managed") managed = true;
        depth += token.symbol == '(' ? 1 : token.symbol == ')' ? -1 : 0;
    }
    return true;
}

bool parse_alignment(Cursor& cursor, int& alignment) {
    const Position position = cursor.position();
    std::uint64_t value = 0;
    if (!parse_count(cursor, "an alignment", limits::alignment, value)) return false;
    if (!std::has_single_bit(value))
        return cursor.fail(position, "an alignment must be a power of two");
    alignment = static_cast<int>(value);
    return true;
}

class InitializerParser {
  public:
    InitializerParser(Context& context, Variable& variable, const std::vector<std::uint64_t>& sizes,
                      bool unsized)
        : context_(context), cursor_(context.cursor), variable_(variable), sizes_(sizes),
          unsized_(unsized), element_(static_cast<std::uint64_t>(size_of(variable.type))),
          value_(variable.initial.emplace()) {}

    bool parse() {
        const std::uint64_t room = limits::initialized_size - context_.initialized_size;
        if (!unsized_ && variable_.size > room) return too_large();
        if (!unsized_) value_.bytes.resize(variable_.size);
        const std::uint64_t end = unsized_ ? room : variable_.size;
        const bool braces = cursor_.at('{');
        if (!(braces ? parse_level(0, 0, end) : parse_element(0, end))) return false;
        if (unsized_) {
            const std::uint64_t step = sizes_.empty() || sizes_[0] == 0 ? 1 : sizes_[0];
            variable_.size = round_up(value_.bytes.size(), step);
            if (variable_.size > room) return too_large();
            value_.bytes.resize(variable_.size);
        }
        context_.initialized_size += variable_.size;
        return true;
    }

  private:
    bool too_large() {
        return cursor_.fail(
            fmt::format("the initialised variables of this module are too large: more "
                        "than {} MiB",
                        limits::initialized_size >> 20));
    }

    // `{...}` for the bytes from `at` to `end`; sizes_[level] is the size of one of its elements.
    bool parse_level(std::size_t level, std::uint64_t at, std::uint64_t end) {
        cursor_.take();
        while (!cursor_.accept('}')) {
            if (cursor_.at('{')) {
                if (level + 1 >= sizes_.size() || sizes_[level] > end - at)
                    return cursor_.fail("these braces go deeper than the array has dimensions");
                if (!parse_level(level + 1, at, at + sizes_[level])) return false;
                at += sizes_[level];
            } else {
                if (!parse_element(at, end)) return false;
                at += element_;
            }
            if (!cursor_.accept(',') && !cursor_.at('}'))
                return cursor_.fail_expected("',' or '}' in an initialiser");
        }
        return true;
    }

    bool parse_element(std::uint64_t at, std::uint64_t end) {
        if (end - at < element_)
            return unsized_ ? too_large() : cursor_.fail("this initialiser has too many values");
        if (value_.bytes.size() < at + element_) value_.bytes.resize(at + element_);
        if (cursor_.at(TokenKind::identifier) && !cursor_.at_name("WARP_SZ"))
            return parse_reference(at, static_cast<int>(element_), 0);
        if (cursor_.at(TokenKind::number) && cursor_.peek() == '(')
            return parse_masked_reference(at);
        Constant constant;
        const Position position = cursor_.position();
        return parse_constant(cursor_, constant) && store(at, constant, position);
    }

    bool store(std::uint64_t at, const Constant& constant, Position position) {
        std::uint64_t bits = constant.bits;
        if (variable_.type == Type::f32)
            bits = bits_as_f32(constant);
        else if (variable_.type == Type::f64)
            bits = bits_as_f64(constant);
        else if (!constant.is_integer() && class_of(variable_.type) != TypeClass::bits)
            return cursor_.fail(position, fmt::format("a variable of type .{} cannot start with a "
                                                      "floating-point value",
                                                      name_of(variable_.type)));
        if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
        std::memcpy(value_.bytes.data() + at, &bits,
                    std::min<std::uint64_t>(element_, sizeof bits));
        return true;
    }

    // 0xFF00(name): the byte of the address that the mask covers.
    bool parse_masked_reference(std::uint64_t at) {
        const Token mask = cursor_.take();
        const auto value = parse_number(mask.text);
        int shift = 0;
        while (value && shift < 8 && value->bits != 0xffull << (8 * shift)) ++shift;
        if (!value || !value->is_integer() || shift == 8)
            return cursor_.fail(mask.position,
                                "the mask of an address must cover one byte, as 0xFF00 does");
        if (element_ != 1)
            return cursor_.fail(mask.position, "only bytes can hold a byte of an address");
        cursor_.take();
        return parse_reference(at, 1, shift) && cursor_.expect(')', "after the masked address");
    }

    // name, name+8, generic(name), generic(name)+8
    bool parse_reference(std::uint64_t at, int size, int shift) {
        InitialValue::Reference reference;
        reference.at = at;
        reference.size = size;
        reference.byte_shift = shift;
        if (size != 1 && size < 4)
            return cursor_.fail("an address does not fit a variable of this type");
        Token name = cursor_.take();
        if (name.text == "generic" && cursor_.accept('(')) {
            reference.symbol.generic = true;
            if (!cursor_.expect_identifier("a variable's name", name) ||
                !parse_offset(reference.symbol.offset) ||
                !cursor_.expect(')', "after generic(name"))
                return false;
        }
        if (!parse_offset(reference.symbol.offset) || !cursor_.spend()) return false;
        reference.symbol.name = name.text;
        context_.mentions.push_back({name.text, name.position});
        value_.references.push_back(std::move(reference));
        return true;
    }

    bool parse_offset(std::int64_t& offset) {
        if (!cursor_.at('+') && !cursor_.at('-')) return true;
        std::int64_t more = 0;
        if (!parse_integer(cursor_, "an address offset", more)) return false;
        offset = static_cast<std::int64_t>(static_cast<std::uint64_t>(offset) +
                                           static_cast<std::uint64_t>(more));
        return true;
    }

    Context& context_;
    Cursor& cursor_;
    Variable& variable_;
    const std::vector<std::uint64_t>& sizes_;
    bool unsized_;
    std::uint64_t element_;
    InitialValue& value_;
};

// "[4][2]" -> {4, 2}; an open first dimension is 0 and sets `unsized`.
bool parse_dimensions(Cursor& cursor, std::vector<std::uint64_t>& dimensions, bool& unsized) {
    while (cursor.accept('[')) {
        std::uint64_t count = 0;
        if (dimensions.size() >= limits::initializer_depth)
            return cursor.fail("this array has too many dimensions");
        if (dimensions.empty() && cursor.at(']'))
            unsized = true;
        else if (!parse_count(cursor, "an array size", limits::variable_size, count))
            return false;
        if (!cursor.expect(']', "after an array size")) return false;
        dimensions.push_back(count);
    }
    return true;
}

} // namespace

std::optional<Space> space_of_directive(std::string_view directive) {
    if (directive == ".reg") return Space::reg;
    if (directive == ".const") return Space::constant;
    if (directive == ".global") return Space::global;
    if (directive == ".local") return Space::local;
    if (directive == ".param") return Space::param;
    if (directive == ".shared") return Space::shared;
    return std::nullopt;
}

bool parse_typed(Cursor& cursor, Type& type, int& width) {
    width = 1;
    if (cursor.accept_dotted(".v2"))
        width = 2;
    else if (cursor.accept_dotted(".v4"))
        width = 4;
    else if (cursor.accept_dotted(".v8"))
        width = 8;
    if (!cursor.at(TokenKind::dotted)) return cursor.fail_expected("a type");
    const std::string_view name = cursor.token().text;
    const auto parsed = parse_type(name.substr(1));
    if (is_opaque(name))
        return cursor.fail(
            fmt::format("{} variables are not supported: CUDA 12 removed texture and "
                        "surface references, use texture objects",
                        name));
    if (!parsed) return cursor.fail_expected("a type");
    type = *parsed;
    cursor.take();
    return true;
}

bool parse_variable_head(Context& context, VariableHead& head) {
    Cursor& cursor = context.cursor;
    while (true) {
        if (cursor.accept_dotted(".align")) {
            if (!parse_alignment(cursor, head.alignment)) return false;
        } else if (cursor.accept_dotted(".attribute")) {
            if (!parse_attributes(cursor, head.managed)) return false;
        } else {
            break;
        }
    }
    const Position position = cursor.position();
    if (!parse_typed(cursor, head.type, head.width)) return false;
    if (size_of(head.type) == 0)
        return cursor.fail(position, head.space == Space::reg
                                         ? "predicates are no parameters: pass a .b32 instead"
                                         : "only registers can be predicates");
    if (head.alignment == 0) head.alignment = size_of(head.type) * head.width;
    return true;
}

bool parse_variable(Context& context, const VariableHead& head, Variable& variable,
                    std::string_view& name) {
    Cursor& cursor = context.cursor;
    Token token;
    if (!cursor.spend(4) || !cursor.expect_identifier("a variable's name", token)) return false;
    name = token.text;
    variable.name = name;
    variable.space = head.space;
    variable.type = head.type;
    variable.alignment = head.alignment;
    variable.managed = head.managed;
    variable.linkage = head.linkage;
    variable.position = token.position;

    std::vector<std::uint64_t> dimensions;
    bool unsized = false;
    if (!parse_dimensions(cursor, dimensions, unsized)) return false;
    variable.is_array = !dimensions.empty();
    if (head.width > 1) dimensions.push_back(static_cast<std::uint64_t>(head.width));

    // Computed from the innermost dimension outwards: sizes[i] is the size of an element of
    // dimension i.
    std::vector<std::uint64_t> sizes(dimensions.size());
    std::uint64_t size = static_cast<std::uint64_t>(size_of(head.type));
    for (std::size_t i = dimensions.size(); i-- > 0;) {
        sizes[i] = size;
        if (dimensions[i] != 0 && size > limits::variable_size / dimensions[i])
            return cursor.fail(token.position, fmt::format("{} is too large", variable.name));
        size *= dimensions[i];
    }
    variable.size = size;

    if (cursor.accept('=')) {
        if (head.space != Space::constant && head.space != Space::global)
            return cursor.fail("only .const and .global variables can be initialised");
        return InitializerParser(context, variable, sizes, unsized).parse();
    }
    if (unsized && head.linkage != Linkage::external && head.space != Space::param)
        return cursor.fail(token.position, fmt::format("{} needs a size: only .extern arrays and "
                                                       "parameters may leave it open",
                                                       variable.name));
    return true;
}

bool parse_variables(Context& context, VariableHead head,
                     const std::function<bool(Variable variable, std::string_view name)>& declare) {
    if (!parse_variable_head(context, head)) return false;
    do {
        Variable variable;
        std::string_view name;
        if (!parse_variable(context, head, variable, name)) return false;
        if (!declare(std::move(variable), name)) return false;
    } while (context.cursor.accept(','));
    return context.cursor.expect(';', "after the variable");
}

bool parse_parameters(Context& context, std::vector<Variable>& parameters,
                      std::vector<std::string_view>& names, bool in_registers) {
    Cursor& cursor = context.cursor;
    if (!cursor.expect('(', "before the parameters")) return false;
    if (cursor.accept(')')) return true;
    do {
        VariableHead head;
        head.space = Space::param;
        if (cursor.at_dotted(".reg") && in_registers)
            head.space = Space::reg;
        else if (!cursor.at_dotted(".param"))
            return cursor.fail_expected(".param");
        cursor.take();
        if (!parse_variable_head(context, head)) return false;
        if (head.space == Space::reg && head.width > 1)
            return cursor.fail("a parameter in a register is one register, not a vector");
        // .ptr .global .align 16: what a kernel's pointer points to; a promise to the optimiser.
        if (cursor.accept_dotted(".ptr")) {
            if (cursor.at(TokenKind::dotted) && space_of_directive(cursor.token().text))
                cursor.take();
            int ignored = 0;
            if (cursor.accept_dotted(".align") && !parse_alignment(cursor, ignored)) return false;
        }
        Variable variable;
        std::string_view name;
        if (!parse_variable(context, head, variable, name)) return false;
        parameters.push_back(std::move(variable));
        names.push_back(name);
    } while (cursor.accept(','));
    return cursor.expect(')', "after the parameters");
}

} // namespace vgpu::ptx
