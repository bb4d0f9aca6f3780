// Operands: does each fit its place in the row's pattern, and where do its values come from.
#include "vgpu/isa/special_registers.hpp"
#include "vgpu/isa/table.hpp"

#include <bit>
#include <fmt/format.h>

namespace vgpu::isa {
namespace {

using ptx::Type;
using Error = std::optional<std::string>;

// One word of Row::operands, taken apart.
struct OperandSpec {
    bool is_destination = false;
    bool has_predicate = false; // =t|p
    bool is_optional = false;
    bool is_relaxed = false;
    bool may_select = false;
    bool may_negate = false;
    bool is_target = false;  // [>]
    bool is_barrier = false; // [b]
    enum class Shape : std::uint8_t {
        scalar,
        elements,
        pack,
        address,
        label,
        texture,
        offsets,  // {o}
        compared, // c
        tensor
    } shape = Shape::scalar;
    Type type = Type::none;
    int bytes = 0; // of a scalar or an element; 0 for predicates
};

Type twice_as_wide(Type type) {
    switch (type) {
    case Type::u16:
        return Type::u32;
    case Type::s16:
        return Type::s32;
    case Type::u32:
        return Type::u64;
    case Type::s32:
        return Type::s64;
    default:
        return Type::none;
    }
}

Type type_of_word(std::string_view word, const Form& form) {
    if (word == "t") return form.types[0];
    if (word == "u") return form.types[1];
    if (word == "v") return form.types[2];
    if (word == "w") return twice_as_wide(form.types[0]);
    if (word == "p") return Type::pred;
    return operand_type(word).value_or(Type::none);
}

OperandSpec parse_spec(std::string_view word, const Form& form) {
    OperandSpec spec;
    const auto take_suffix = [&](std::string_view suffix) {
        if (!word.ends_with(suffix)) return false;
        word.remove_suffix(suffix.size());
        return true;
    };
    if (word.starts_with('=')) {
        spec.is_destination = true;
        word.remove_prefix(1);
    }
    spec.is_optional = take_suffix("?");
    spec.is_relaxed = take_suffix("~") && !form.has("bf16"); // as ptxas has it
    spec.may_negate = take_suffix("-");
    spec.may_select = take_suffix(".");
    spec.has_predicate = take_suffix("|p");
    if (word == "[,m]" || word == "[>,m]") {
        spec.shape = OperandSpec::Shape::tensor;
        spec.is_target = word == "[>,m]";
    } else if (word == "[]" || word == "[>]" || word == "[b]") {
        spec.shape = OperandSpec::Shape::address;
        spec.is_target = word == "[>]";
        spec.is_barrier = word == "[b]";
    } else if (word == "[,]") {
        spec.shape = OperandSpec::Shape::texture;
    } else if (word == "{o}" || word == "c") {
        spec.shape = word == "c" ? OperandSpec::Shape::compared : OperandSpec::Shape::offsets;
        spec.type = word == "c" ? Type::f32 : Type::s32;
    } else if (word == "label") {
        spec.shape = OperandSpec::Shape::label;
    } else if (word == "{}") {
        spec.shape = OperandSpec::Shape::pack;
        spec.type = form.types[0];
    } else if (word.starts_with('{')) {
        spec.shape = OperandSpec::Shape::elements;
        word = word.substr(1, word.size() - 2);
        spec.is_relaxed = true; // only loads and stores have vectors of elements
        spec.type = type_of_word(word, form);
    } else {
        spec.type = type_of_word(word, form);
    }
    spec.bytes = ptx::size_of(spec.type);
    return spec;
}

int bytes_of(Storage storage) {
    switch (storage) {
    case Storage::word:
        return 4;
    case Storage::doubleword:
        return 8;
    case Storage::quadword:
        return 16;
    default:
        return 0;
    }
}

std::uint64_t constant_bits(const ptx::ImmediateOperand& immediate, Type type) {
    using Form = ptx::ImmediateOperand::Form;
    if (type == Type::pred) return immediate.bits != 0 ? 0xffffffffu : 0;
    std::uint64_t bits = immediate.bits;
    if (type == Type::f32 && immediate.form == Form::f64_bits)
        bits = std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits)));
    if (type == Type::f64 && immediate.form == Form::f32_bits)
        bits = std::bit_cast<std::uint64_t>(
            static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bits))));
    const int bytes = ptx::size_of(type);
    return bytes >= 8 ? bits : bits & ((1ull << (8 * bytes)) - 1);
}

class OperandResolver {
  public:
    OperandResolver(const Form& form, Instruction& instruction)
        : form_(form), instruction_(instruction) {}

    Error run() {
        const auto& operands = form_.source.operands;
        std::size_t at = 0;
        Words words(form_.row.operands);
        for (auto word = words.next(); !word.empty(); word = words.next()) {
            if (word == "...") return std::nullopt;
            const OperandSpec spec = parse_spec(word, form_);
            if (at == operands.size()) {
                if (spec.is_optional) continue;
                return count_error();
            }
            number_ = static_cast<int>(at) + 1;
            if (auto error = add(spec, operands[at++])) return error;
        }
        if (at != operands.size()) return count_error();
        return std::nullopt;
    }

  private:
    Error count_error() const {
        int least = 0, most = 0;
        Words words(form_.row.operands);
        for (auto word = words.next(); !word.empty(); word = words.next()) {
            ++most;
            if (!word.ends_with('?')) ++least;
        }
        const auto wanted =
            least == most ? fmt::format("{}", least) : fmt::format("{} to {}", least, most);
        return fmt::format("takes {} operands, found {}", wanted, form_.source.operands.size());
    }

    Error misfit(std::string_view what) const {
        return fmt::format("operand {} {}", number_, what);
    }

    Error add(const OperandSpec& spec, const ptx::Operand& given) {
        const ptx::Operand& operand = without_selector(spec, given);
        switch (spec.shape) {
        case OperandSpec::Shape::address:
            return add_address(spec, operand);
        case OperandSpec::Shape::label:
            return add_label(operand);
        case OperandSpec::Shape::texture:
            return add_texture(operand);
        case OperandSpec::Shape::offsets:
            return add_offsets(spec, operand);
        case OperandSpec::Shape::compared:
            return add_compared(spec, operand);
        case OperandSpec::Shape::tensor:
            return add_tensor(spec, operand);
        case OperandSpec::Shape::elements:
        case OperandSpec::Shape::pack:
            return add_vector(spec, operand);
        case OperandSpec::Shape::scalar:
            break;
        }
        return spec.is_destination ? add_destination(spec, operand) : add_source(spec, operand);
    }

    // %r1.b0: the semantics look at what was selected.
    static const ptx::Operand& without_selector(const OperandSpec& spec,
                                                const ptx::Operand& operand) {
        const auto* list = std::get_if<ptx::ListOperand>(&operand.value);
        return spec.may_select && list != nullptr && list->elements.size() == 2 ? list->elements[0]
                                                                                : operand;
    }

    Error add_address(const OperandSpec& spec, const ptx::Operand& operand) {
        const auto* address = std::get_if<ptx::AddressOperand>(&operand.value);
        if (!address) return misfit("should be an address in brackets");
        (spec.is_target    ? instruction_.copy_target
         : spec.is_barrier ? instruction_.copy_barrier
                           : instruction_.address) = *address;
        return std::nullopt;
    }

    // [handle, {x, y}], or a coordinate without braces.
    Error add_texture(const ptx::Operand& operand) {
        const auto* list = std::get_if<ptx::ListOperand>(&operand.value);
        const auto* handle = list == nullptr || list->elements.size() != 2
                                 ? nullptr
                                 : std::get_if<ptx::AddressOperand>(&list->elements[0].value);
        if (handle == nullptr) return misfit("should be a handle and coordinates in brackets");
        if (!std::holds_alternative<ptx::RegisterOperand>(handle->base))
            return misfit("names a texture, surface or sampler: the virtual GPU has those that a "
                          "register holds the handle of (texture and surface objects)");
        instruction_.address = *handle;
        OperandSpec coordinate;
        coordinate.type = Type::b32;
        coordinate.bytes = 4;
        const auto* vector = std::get_if<ptx::VectorOperand>(&list->elements[1].value);
        if (vector == nullptr) return add_source(coordinate, list->elements[1]);
        for (const auto& each : vector->elements) {
            if (std::holds_alternative<ptx::SinkOperand>(each.value)) continue;
            if (auto error = add_source(coordinate, each)) return error;
        }
        return std::nullopt;
    }

    bool is_float(const ptx::Operand& operand) const {
        if (const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand.value))
            return immediate->form != ptx::ImmediateOperand::Form::integer;
        const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value);
        return reg != nullptr && reg->reg < form_.function.registers.size() &&
               form_.function.registers[reg->reg].type == Type::f32;
    }

    // {x, y}, or x without braces in one dimension.
    Error add_offsets(const OperandSpec& spec, const ptx::Operand& operand) {
        const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value);
        const bool has_one = !form_.which("1d|a1d").empty();
        if (vector == nullptr)
            return has_one && !is_float(operand)
                       ? add_source(spec, operand)
                       : misfit("should be a vector of offsets, of type .s32, or an .f32 register "
                                "to compare with");
        const std::size_t wanted = has_one ? 1 : form_.has("3d") ? 4 : 2;
        if (vector->elements.size() < wanted)
            return misfit(fmt::format("has {} offsets, and the geometry needs {}",
                                      vector->elements.size(), wanted));
        for (std::size_t i = 0; i < vector->elements.size(); ++i) {
            const ptx::Operand& each = vector->elements[i];
            if (is_float(each)) return misfit("has offsets that are no integers");
            if (i >= wanted || i == 3) continue; // it fills up
            if (auto error = add_source(spec, each)) return error;
        }
        return std::nullopt;
    }

    // Without a type of its own it may be an offset, unless one stands before it.
    Error add_compared(const OperandSpec& spec, const ptx::Operand& operand) {
        const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value);
        const bool is_untyped = reg != nullptr && reg->reg < form_.function.registers.size() &&
                                form_.function.registers[reg->reg].type == Type::b32 &&
                                form_.row.operands.find("{o}") != std::string_view::npos;
        if (!is_float(operand) && !is_untyped)
            return misfit("should be an .f32 register or constant to compare with");
        return add_source(spec, operand);
    }

    // [map, {x, y}]: the address of a tensor map, and as many coordinates as it has dimensions.
    Error add_tensor(const OperandSpec& spec, const ptx::Operand& operand) {
        const auto* list = std::get_if<ptx::ListOperand>(&operand.value);
        const bool is_pair = list != nullptr && list->elements.size() == 2;
        const auto* map =
            is_pair ? std::get_if<ptx::AddressOperand>(&list->elements[0].value) : nullptr;
        const auto* vector =
            is_pair ? std::get_if<ptx::VectorOperand>(&list->elements[1].value) : nullptr;
        if (map == nullptr || vector == nullptr)
            return misfit("should be a tensor map and coordinates in brackets");
        const auto rank = static_cast<std::size_t>(form_.which("1d|2d|3d|4d|5d").front() - '0');
        if (vector->elements.size() != rank)
            return misfit(fmt::format("has {} coordinates, and the instruction says {}",
                                      vector->elements.size(), rank));
        (spec.is_target ? instruction_.copy_target : instruction_.address) = *map;
        OperandSpec coordinate;
        coordinate.type = Type::b32;
        coordinate.bytes = 4;
        for (const auto& each : vector->elements)
            if (auto error = add_source(coordinate, each)) return error;
        return std::nullopt;
    }

    Error add_label(const ptx::Operand& operand) {
        const auto* label = std::get_if<ptx::LabelOperand>(&operand.value);
        if (!label) return misfit("should be a label");
        instruction_.target = label->target;
        return std::nullopt;
    }

    // {%f1, %f2, %f3, %f4}|%p1
    Error add_vector_and_predicate(const OperandSpec& spec, const ptx::ListOperand& pair) {
        OperandSpec elements = spec, predicate;
        elements.has_predicate = false;
        predicate.type = Type::pred;
        if (auto error = add_vector(elements, pair.elements[0])) return error;
        return add_destination(predicate, pair.elements[1]);
    }

    Error add_vector(const OperandSpec& given, const ptx::Operand& operand) {
        OperandSpec spec = given;
        const auto* list = std::get_if<ptx::ListOperand>(&operand.value);
        if (spec.has_predicate && list != nullptr && list->elements.size() == 2)
            return add_vector_and_predicate(spec, *list);
        spec.has_predicate = false;
        const auto* vector = std::get_if<ptx::VectorOperand>(&operand.value);
        OperandSpec element = spec;
        element.shape = OperandSpec::Shape::scalar;
        if (!vector) {
            if (spec.shape == OperandSpec::Shape::pack) return misfit("should be a vector");
            return add(element, operand);
        }
        const auto count = static_cast<int>(vector->elements.size());
        if (count == 0) return misfit("is an empty vector");
        if (spec.shape == OperandSpec::Shape::pack) {
            if (count > 4 || spec.bytes % count != 0)
                return misfit(fmt::format("has {} elements for {} bytes", count, spec.bytes));
            element.bytes = spec.bytes / count;
            element.type = element.bytes == 8   ? Type::b64
                           : element.bytes == 4 ? Type::b32
                           : element.bytes == 2 ? Type::b16
                                                : Type::b8;
        }
        for (const auto& each : vector->elements)
            if (auto error = add(element, each)) return error;
        return std::nullopt;
    }

    // The storage of a register in this place, or what is wrong with it.
    Error check_register(const OperandSpec& spec, ptx::Index index, Storage& storage) const {
        if (index >= form_.function.registers.size()) return misfit("is not a register");
        const auto& reg = form_.function.registers[index];
        storage = storage_of(reg.type);
        const bool wants_predicate = spec.type == Type::pred;
        if (wants_predicate != (reg.type == Type::pred))
            return misfit(fmt::format("should {}be a predicate, {} is of type .{}",
                                      wants_predicate ? "" : "not ", reg.name,
                                      ptx::name_of(reg.type)));
        if (wants_predicate) return std::nullopt;
        const int bytes = ptx::size_of(reg.type);
        const bool fits = spec.is_relaxed ? bytes >= spec.bytes : bytes == spec.bytes;
        if (!fits)
            return misfit(fmt::format("should be {} bits wide, {} is of type .{}", 8 * spec.bytes,
                                      reg.name, ptx::name_of(reg.type)));
        return std::nullopt;
    }

    Error add_destination(const OperandSpec& spec, const ptx::Operand& operand) {
        ptx::Index first = ptx::no_index;
        ptx::Index second = ptx::no_index;
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
            if (reg->negated) return misfit("is a destination and cannot be negated");
            first = reg->reg;
        } else if (const auto* pair = std::get_if<ptx::PairOperand>(&operand.value)) {
            if (!spec.has_predicate) return misfit("should be one register, not a pair");
            first = pair->first;
            second = pair->second;
        } else if (!std::holds_alternative<ptx::SinkOperand>(operand.value)) {
            return misfit("is a destination and should be a register");
        }
        if (auto error = push_destination(spec, first)) return error;
        if (spec.has_predicate) {
            OperandSpec predicate;
            predicate.type = Type::pred;
            return push_destination(predicate, second);
        }
        return std::nullopt;
    }

    Error push_destination(const OperandSpec& spec, ptx::Index reg) {
        Destination destination{reg, storage_of(spec.type)};
        if (reg != ptx::no_index)
            if (auto error = check_register(spec, reg, destination.storage)) return error;
        instruction_.destinations.push_back(destination);
        return std::nullopt;
    }

    Error add_source(const OperandSpec& spec, const ptx::Operand& operand) {
        Source source;
        source.storage = storage_of(spec.type);
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
            if (auto error = check_register(spec, reg->reg, source.storage)) return error;
            if (reg->negated && spec.type != Type::pred && !spec.may_negate)
                return misfit("is negated, which only predicates can be");
            source.from = Source::From::reg;
            source.reg = reg->reg;
            source.negated = reg->negated;
        } else if (const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand.value)) {
            source.bits = constant_bits(*immediate, spec.type);
        } else if (const auto* special = std::get_if<ptx::SpecialOperand>(&operand.value)) {
            if (auto error = use_special(special->name, source)) return error;
        } else if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) {
            if (auto error = use_symbol(*symbol, spec, source)) return error;
        } else {
            return misfit("should be a register or a constant");
        }
        instruction_.sources.push_back(std::move(source));
        return std::nullopt;
    }

    Error use_special(const std::string& name, Source& source) const {
        const auto special = find_special(name);
        if (!special)
            return misfit(fmt::format(
                "is {}, a special register that the virtual GPU does not have yet", name));
        // The manual lets %gridid be read as 32 bits, and 32-bit registers be read into wider ones.
        const bool narrower = bytes_of(special->storage) < bytes_of(source.storage);
        if (special->storage != source.storage && !narrower &&
            special->reg != SpecialRegister::gridid)
            return misfit(fmt::format("is {}, which does not have this width", name));
        if (special->reg == SpecialRegister::none) {
            source.bits = special->constant;
            return std::nullopt;
        }
        source.from = Source::From::special;
        source.special = special->reg;
        return std::nullopt;
    }

    Error use_symbol(const ptx::SymbolOperand& symbol, const OperandSpec& spec,
                     Source& source) const {
        if (symbol.name == "WARP_SZ") {
            source.bits = warp_size;
            return std::nullopt;
        }
        if (spec.bytes != 4 && spec.bytes != 8) return misfit("is an address in a narrow operand");
        source.from = Source::From::symbol;
        source.symbol = {symbol.name, symbol.offset, false};
        return std::nullopt;
    }

    const Form& form_;
    Instruction& instruction_;
    int number_ = 0;
};

} // namespace

std::optional<std::string> resolve_operands(const Form& form, Instruction& instruction) {
    return OperandResolver(form, instruction).run();
}

Storage storage_of(Type type) {
    if (type == Type::none) return Storage::none;
    if (type == Type::pred) return Storage::predicate;
    const int bytes = ptx::size_of(type);
    return bytes <= 4 ? Storage::word : bytes == 8 ? Storage::doubleword : Storage::quadword;
}

} // namespace vgpu::isa
