#include "vgpu/exec/lowering.hpp"

#include "vgpu/exec/frame_layout.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_set>

namespace vgpu::exec {

using isa::Storage;

namespace {

constexpr int word_bytes = 4;
constexpr std::uint64_t most_parameters = 256 << 10; // bytes of a function's calls and its own
constexpr std::uint64_t most_frame = 64 << 20;       // bytes of a warp's registers and constants
constexpr std::size_t most_targets = 4 << 20;        // of a function's brx.idx together

std::uint64_t align_up(std::uint64_t value, std::uint64_t alignment) {
    return (value + alignment - 1) / alignment * alignment;
}

// Variables one behind the other; returns their places and advances `end`.
CallValue place(const ptx::Variable& variable, std::uint64_t& end) {
    end = align_up(end, static_cast<std::uint64_t>(std::max(variable.alignment, word_bytes)));
    CallValue result;
    result.in_register = variable.space == ptx::Space::reg;
    result.offset = static_cast<Offset>(end);
    result.bytes = static_cast<std::uint32_t>(variable.size);
    if (result.in_register) return result; // its place in the frame is not known yet
    end += variable.size;
    return result;
}

// Helper ops: conversions of an operand between what a register holds and what semantics expect.
void invert(const isa::LaneArguments& arguments) {
    const std::uint32_t bits = ~*static_cast<const std::uint32_t*>(arguments.sources[0]);
    auto& result = *static_cast<std::uint32_t*>(arguments.results[0]);
    result = (result & ~arguments.mask) | (bits & arguments.mask);
}

template <class To, class From>
void convert(const isa::LaneArguments& arguments) {
    const auto* source = static_cast<const From*>(arguments.sources[0]);
    auto* result = static_cast<To*>(arguments.results[0]);
    for (int lane = 0; lane < warp_size; ++lane)
        if ((arguments.mask >> lane) & 1) result[lane] = static_cast<To>(source[lane]);
}

isa::LaneFunction conversion(Storage from, Storage to) {
    if (from == Storage::word && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint32_t>;
    // A 128-bit register's low halves come first: they are a doubleword register.
    if ((from == Storage::doubleword || from == Storage::quadword) && to == Storage::word)
        return convert<std::uint32_t, std::uint64_t>;
    if (from == Storage::quadword && to == Storage::doubleword)
        return convert<std::uint64_t, std::uint64_t>;
    return nullptr;
}

// Of the device runtime (libcudadevrt), or of nobody.
std::string undefined_function(const std::string& name) {
    constexpr std::string_view prefixes[] = {"__cudaCDP2", "cuda", "__cuda"};
    for (const std::string_view prefix : prefixes)
        if (name.starts_with(prefix))
            return fmt::format("calls cuda{} in device code: kernels that launch kernels or use "
                               "the runtime API (CUDA dynamic parallelism) are not supported by "
                               "the virtual GPU yet",
                               std::string_view(name).substr(prefix.size()));
    return fmt::format("Undefined reference to '{}': no unit of this program defines it, and the "
                       "virtual GPU does not provide it",
                       readable_name(name));
}

std::string undefined_variable(const std::string& name) {
    return fmt::format("Undefined reference to '{}': no unit of this program defines it",
                       readable_name(name));
}

class Lowering {
  public:
    Lowering(Program& program, const isa::Function& resolved, ExecutableFunction& function)
        : program_(program), resolved_(resolved), source_(*resolved.source), function_(function),
          layout_(source_) {}

    std::optional<Diagnostic> run() {
        declare_symbols();
        if (auto error = check_sizes()) return error;
        for (std::size_t i = 0; i < resolved_.code.size(); ++i) {
            first_op_.push_back(static_cast<Pc>(function_.ops.size()));
            instruction_ = &resolved_.code[i];
            source_pc_ = static_cast<std::uint32_t>(i);
            scratch_used_ = 0;
            if (auto error = lower_instruction()) return error;
        }
        first_op_.push_back(static_cast<Pc>(function_.ops.size()));
        Op end;
        end.kind = OpKind::end;
        end.guard = layout_.all_lanes();
        end.source_pc =
            static_cast<std::uint32_t>(resolved_.code.empty() ? 0 : resolved_.code.size() - 1);
        function_.ops.push_back(end);
        resolve_targets();
        layout_.finish(function_);
        if (static_cast<std::uint64_t>(function_.frame_bytes) > most_frame)
            return Diagnostic{
                fmt::format("{} uses more registers than the virtual GPU has room for",
                            readable_name(source_.name)),
                source_.position};
        return std::nullopt;
    }

  private:
    // Names of the function's own scope.
    void declare_symbols() {
        const auto declare = [&](const ptx::Variable& variable, Symbol::Kind kind,
                                 std::uint64_t value) {
            symbols_[variable.name] = Symbol{kind, value, variable.size};
        };
        std::uint64_t area = 0;
        if (source_.is_entry) {
            std::uint64_t end = 0;
            for (const ptx::Variable& parameter : source_.parameters) {
                end = align_up(end, static_cast<std::uint64_t>(std::max(parameter.alignment, 1)));
                declare(parameter, Symbol::Kind::kernel_parameter, end);
                end += parameter.size;
            }
        } else {
            const auto declare_own = [&](const ptx::Variable& parameter, CallValue& place) {
                if (place.in_register) {
                    place.offset = layout_.reg(parameter.reg);
                    place.storage = layout_.register_storage(parameter.reg);
                } else {
                    declare(parameter, Symbol::Kind::frame_parameter,
                            static_cast<std::uint64_t>(place.offset));
                }
            };
            for (std::size_t i = 0; i < source_.parameters.size(); ++i)
                declare_own(source_.parameters[i], function_.parameters[i]);
            for (std::size_t i = 0; i < source_.returns.size(); ++i)
                declare_own(source_.returns[i], function_.returns[i]);
            area = function_.parameter_area;
        }
        for (const ptx::Variable& variable : source_.variables) {
            const auto alignment = static_cast<std::uint64_t>(std::max(variable.alignment, 1));
            switch (variable.space) {
            case ptx::Space::param:
                declare(variable, Symbol::Kind::frame_parameter,
                        static_cast<std::uint64_t>(place(variable, area).offset));
                break;
            case ptx::Space::local:
                function_.local_bytes = align_up(function_.local_bytes, alignment);
                declare(variable, Symbol::Kind::local, function_.local_bytes);
                function_.local_bytes += variable.size;
                break;
            case ptx::Space::shared:
                declare(variable, Symbol::Kind::shared, program_.add_shared_variable(variable));
                break;
            default:
                break; // the program has placed what lives as long as the module
            }
        }
        function_.local_bytes = align_up(function_.local_bytes, 16);
        function_.parameter_area =
            static_cast<std::uint32_t>(std::min(area, most_parameters) + 15) / 16 * 16;
        parameters_ = area;
    }

    // What one thread would need must exist (limits of a hostile text as much as of real GPUs).
    std::optional<Diagnostic> check_sizes() const {
        const auto too_large = [&](std::string_view what, std::uint64_t has, std::uint64_t most) {
            return Diagnostic{fmt::format("{} has {} bytes of {}: a thread can have {}",
                                          readable_name(source_.name), has, what, most),
                              source_.position};
        };
        if (function_.local_bytes > most_local_bytes)
            return too_large("local memory", function_.local_bytes, most_local_bytes);
        if (parameters_ > most_parameters)
            return too_large("parameters of calls", parameters_, most_parameters);
        return std::nullopt;
    }

    std::optional<Symbol> find_symbol(const std::string& name) const {
        const auto found = symbols_.find(name);
        if (found != symbols_.end()) return found->second;
        return program_.find_symbol(name);
    }

    Diagnostic error(std::string message) const {
        return {std::move(message), source_.body[instruction_->source_index].position};
    }

    Op new_op(OpKind kind) {
        Op op;
        op.kind = kind;
        op.source_pc = source_pc_;
        op.guard = instruction_->guard == ptx::no_index ? layout_.all_lanes()
                                                        : layout_.reg(instruction_->guard);
        op.guard_flip = instruction_->guard_negated ? ~0u : 0u;
        return op;
    }

    Offset next_scratch() { return layout_.scratch(scratch_used_++); }

    void emit_helper(isa::LaneFunction function, Offset result, Offset source) {
        Op op = new_op(OpKind::helper);
        op.guard = layout_.all_lanes(); // harmless where the instruction does not run
        op.guard_flip = 0;
        op.function = function;
        op.operands[0] = result;
        op.operands[first_source] = source;
        function_.ops.push_back(op);
    }

    Expected<Offset> symbol_offset(const std::string& name, std::int64_t displacement,
                                   Storage storage) {
        const auto symbol = find_symbol(name);
        if (!symbol) return error(undefined_variable(name));
        const auto value = symbol->value + static_cast<std::uint64_t>(displacement);
        switch (symbol->kind) {
        case Symbol::Kind::shared: {
            const auto variable = static_cast<std::uint32_t>(symbol->value);
            if (shared_seen_.insert(variable).second)
                function_.shared_variables.push_back(variable);
            return layout_.symbol(storage, true, variable,
                                  static_cast<std::uint64_t>(displacement));
        }
        case Symbol::Kind::local:
            return layout_.symbol(storage, false, 0, value);
        case Symbol::Kind::function:
            return layout_.constant(
                storage,
                function_address(program_.index(), static_cast<std::uint32_t>(symbol->value)) +
                    static_cast<std::uint64_t>(displacement));
        case Symbol::Kind::frame_parameter:
            return layout_.constant(storage, frame_parameter_base + value);
        default:
            return layout_.constant(storage, value);
        }
    }

    Expected<Offset> source_offset(const isa::Source& source) {
        switch (source.from) {
        case isa::Source::From::constant:
            return layout_.constant(source.storage, source.bits);
        case isa::Source::From::special:
            if (FrameLayout::is_clock(source.special)) {
                Op op = new_op(OpKind::clock);
                op.guard = layout_.all_lanes();
                op.guard_flip = 0;
                function_.ops.push_back(op);
            }
            return layout_.special(source.storage, source.special);
        case isa::Source::From::symbol:
            return symbol_offset(source.symbol.name, source.symbol.offset, source.storage);
        case isa::Source::From::reg:
            break;
        }
        const Storage has = layout_.register_storage(source.reg);
        const Offset from = layout_.reg(source.reg);
        if (source.negated) {
            const Offset inverse = next_scratch();
            emit_helper(invert, inverse, from);
            return inverse;
        }
        if (has == source.storage) return from;
        const isa::LaneFunction function = conversion(has, source.storage);
        if (function == nullptr)
            return error("operand is of a width that this instruction cannot take");
        const Offset converted = next_scratch();
        emit_helper(function, converted, from);
        return converted;
    }

    std::optional<Diagnostic> lower_sources(Op& op, std::span<const isa::Source> sources) {
        if (sources.size() > 4) return error("more than 4 source operands");
        for (std::size_t i = 0; i < sources.size(); ++i) {
            const auto offset = source_offset(sources[i]);
            if (!offset) return offset.error();
            op.operands[first_source + i] = *offset;
        }
        return std::nullopt;
    }

    // Results go to their registers, or to scratch space and from there to a register of another
    // width by a helper behind the instruction.
    struct Fixup {
        isa::LaneFunction function;
        Offset result, source;
    };
    std::optional<Diagnostic> lower_results(Op& op, std::vector<Fixup>& fixups) {
        const auto& destinations = instruction_->destinations;
        if (destinations.size() > 4) return error("more than 4 results");
        for (std::size_t i = 0; i < destinations.size(); ++i) {
            const isa::Destination& destination = destinations[i];
            if (destination.reg == ptx::no_index) {
                op.operands[i] = next_scratch();
                continue;
            }
            const Storage has = layout_.register_storage(destination.reg);
            const Offset to = layout_.reg(destination.reg);
            if (has == destination.storage) {
                op.operands[i] = to;
                continue;
            }
            const isa::LaneFunction function = conversion(destination.storage, has);
            if (function == nullptr)
                return error("a result is of a width that its register cannot take");
            op.operands[i] = next_scratch();
            fixups.push_back({function, to, op.operands[i]});
        }
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_instruction() {
        switch (instruction_->kind) {
        case isa::Kind::lane:
            return lower_computation(OpKind::lane, instruction_->lane);
        case isa::Kind::warp:
            return lower_computation(OpKind::warp, instruction_->warp);
        case isa::Kind::memory:
            return lower_memory();
        case isa::Kind::control:
            return lower_control();
        }
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_computation(OpKind kind, isa::LaneFunction semantics) {
        Op op = new_op(kind);
        op.function = semantics;
        std::vector<Fixup> fixups;
        if (auto problem = lower_sources(op, instruction_->sources)) return problem;
        if (auto problem = lower_results(op, fixups)) return problem;
        if (kind == OpKind::warp && instruction_->member_mask >= 0)
            op.member_mask = static_cast<std::int8_t>(first_source + instruction_->member_mask);
        function_.ops.push_back(op);
        for (const Fixup& fixup : fixups) {
            emit_helper(fixup.function, fixup.result, fixup.source);
            // Only where the instruction ran: the register keeps its value elsewhere.
            function_.ops.back().guard = op.guard;
            function_.ops.back().guard_flip = op.guard_flip;
        }
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_address(MemoryOp& access) {
        const ptx::AddressOperand& address = instruction_->address;
        access.displacement = address.offset;
        if (std::holds_alternative<std::monostate>(address.base)) {
            access.base_offset = layout_.constant(Storage::doubleword, 0);
            return std::nullopt;
        }
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&address.base)) {
            const Storage storage = layout_.register_storage(reg->reg);
            if (storage != Storage::word && storage != Storage::doubleword)
                return error("an address is a 32- or 64-bit register");
            access.base = storage == Storage::word ? AddressBase::word : AddressBase::doubleword;
            access.base_offset = layout_.reg(reg->reg);
            return std::nullopt;
        }
        const auto& named = std::get<ptx::SymbolOperand>(address.base);
        access.displacement += named.offset;
        const auto symbol = find_symbol(named.name);
        if (!symbol) return error(undefined_variable(named.name));
        if (access.operation.space == ptx::Space::param) {
            const bool own = symbol->kind == Symbol::Kind::frame_parameter;
            if (!own && symbol->kind != Symbol::Kind::kernel_parameter)
                return error(fmt::format("'{}' is not a parameter", named.name));
            const auto end = static_cast<std::uint64_t>(access.displacement + access.bytes);
            if (access.displacement < 0 || end > align_up(symbol->bytes, word_bytes))
                return error(
                    fmt::format("accesses bytes that parameter '{}' does not have", named.name));
            access.base = own ? AddressBase::frame_parameter : AddressBase::kernel_parameter;
            access.displacement += static_cast<std::int64_t>(symbol->value);
            return std::nullopt;
        }
        const auto offset = symbol_offset(named.name, 0, Storage::doubleword);
        if (!offset) return offset.error();
        access.base_offset = *offset;
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_memory() {
        Op op = new_op(OpKind::memory);
        MemoryOp access;
        access.operation = instruction_->memory;
        access.bytes = access.operation.width * access.operation.count;
        if (auto problem = lower_address(access)) return problem;
        for (const isa::Destination& destination : instruction_->destinations) {
            if (destination.reg == ptx::no_index) {
                const Storage storage =
                    destination.storage == Storage::none ? Storage::quadword : destination.storage;
                access.elements.push_back({next_scratch(), storage, 64});
            } else {
                access.elements.push_back(
                    {layout_.reg(destination.reg), layout_.register_storage(destination.reg),
                     static_cast<std::uint8_t>(layout_.register_bits(destination.reg))});
            }
        }
        const bool is_store = access.operation.action == isa::MemoryAction::store;
        for (const isa::Source& source : instruction_->sources) {
            const auto offset = source_offset(source);
            if (!offset) return offset.error();
            if (is_store) {
                access.elements.push_back({*offset, source.storage, 64});
            } else {
                access.values.push_back(*offset);
                access.value_storage = source.storage;
            }
        }
        const auto wanted = static_cast<std::size_t>(access.operation.count);
        const bool has_elements = is_store || access.operation.action == isa::MemoryAction::load ||
                                  access.operation.action == isa::MemoryAction::atomic;
        if (has_elements && access.elements.size() != wanted)
            return error(
                "the vector operand does not have as many elements as the instruction moves");
        const Storage own = access.operation.width == 8 ? Storage::doubleword : Storage::word;
        access.plain = access.elements.size() == 1 && access.elements[0].storage == own &&
                       access.operation.ordering == isa::Ordering::weak;
        access.handler = choose_handler(access);
        if (access.handler == nullptr)
            return error("this access is not supported by the virtual GPU");
        op.extra = static_cast<std::uint32_t>(function_.memory_ops.size());
        function_.memory_ops.push_back(std::move(access));
        function_.ops.push_back(op);
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_control() {
        const isa::ControlOperation& operation = instruction_->control;
        if (operation.action == isa::ControlAction::branch) {
            Op op = new_op(OpKind::branch);
            op.extra = instruction_->target; // resolved once all ops are known
            function_.ops.push_back(op);
            return std::nullopt;
        }
        Op op = new_op(OpKind::control);
        ControlOp control;
        control.operation = operation;
        std::vector<Fixup> fixups;
        if (operation.action == isa::ControlAction::call) {
            if (auto problem = lower_call(control)) return problem;
        } else {
            control.source_count = static_cast<int>(instruction_->sources.size());
            control.has_result = !instruction_->destinations.empty();
            if (control.has_result) control.storage = instruction_->destinations[0].storage;
            if (control.source_count != 0) control.storage = instruction_->sources[0].storage;
            if (auto problem = lower_sources(op, instruction_->sources)) return problem;
            if (auto problem = lower_results(op, fixups)) return problem;
            if (!fixups.empty()) return error("the result's register has the wrong width");
        }
        function_.allocates_stack |= operation.action == isa::ControlAction::stack_allocate;
        if (operation.action == isa::ControlAction::branch_indexed)
            if (auto problem = lower_targets(control)) return problem;
        if (instruction_->member_mask >= 0)
            op.member_mask = static_cast<std::int8_t>(first_source + instruction_->member_mask);
        op.extra = static_cast<std::uint32_t>(function_.control_ops.size());
        function_.control_ops.push_back(std::move(control));
        function_.ops.push_back(op);
        return std::nullopt;
    }

    const std::vector<ptx::Operand>& operands() const {
        return source_.body[instruction_->source_index].operands;
    }

    // brx.idx index, targets;
    std::optional<Diagnostic> lower_targets(ControlOp& control) {
        for (const ptx::Operand& operand : operands()) {
            std::string name;
            if (const auto* label = std::get_if<ptx::LabelOperand>(&operand.value))
                name = label->name;
            if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value))
                name = symbol->name;
            if (target_lists_.empty())
                for (const ptx::BranchTargets& list : source_.branch_targets)
                    target_lists_.emplace(list.name, &list);
            const auto found = target_lists_.find(name);
            if (found == target_lists_.end()) continue;
            targets_ += found->second->targets.size();
            if (targets_ > most_targets) return error("the lists of targets are too long");
            for (const ptx::LabelOperand& target : found->second->targets)
                control.targets.push_back(target.target);
        }
        if (control.targets.empty()) return error("brx.idx without a list of targets");
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_call_value(const ptx::Operand& operand, CallValue& value) {
        if (const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value)) {
            const auto found = find_symbol(symbol->name);
            if (!found || found->kind != Symbol::Kind::frame_parameter)
                return error(
                    fmt::format("'{}' is not a parameter that a call can pass", symbol->name));
            value.offset = static_cast<Offset>(found->value);
            value.bytes = static_cast<std::uint32_t>(found->bytes);
            return std::nullopt;
        }
        value.in_register = true;
        if (std::holds_alternative<ptx::SinkOperand>(operand.value)) return std::nullopt;
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
            value.offset = layout_.reg(reg->reg);
            value.storage = layout_.register_storage(reg->reg);
        } else if (const auto* immediate = std::get_if<ptx::ImmediateOperand>(&operand.value)) {
            value.storage = Storage::doubleword;
            value.offset = layout_.constant(value.storage, immediate->bits);
        } else {
            return error("this operand cannot be passed in a call");
        }
        if (value.storage != Storage::word && value.storage != Storage::doubleword)
            return error("a call passes registers of 32 or 64 bits");
        value.bytes = value.storage == Storage::word ? 4 : 8;
        return std::nullopt;
    }

    // call (returns), target, (arguments), prototype;
    std::optional<Diagnostic> lower_call(ControlOp& control) {
        bool target_seen = false;
        for (const ptx::Operand& operand : operands()) {
            if (const auto* list = std::get_if<ptx::ListOperand>(&operand.value)) {
                auto& values = target_seen ? control.arguments : control.returns;
                for (const ptx::Operand& element : list->elements) {
                    CallValue value;
                    if (auto problem = lower_call_value(element, value)) return problem;
                    values.push_back(value);
                }
            } else if (!target_seen) {
                target_seen = true;
                if (auto problem = lower_call_target(operand, control)) return problem;
            }
        }
        if (!target_seen) return error("call without a function");
        return std::nullopt;
    }

    std::optional<Diagnostic> lower_call_target(const ptx::Operand& operand, ControlOp& control) {
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&operand.value)) {
            if (layout_.register_storage(reg->reg) != Storage::doubleword)
                return error("a function's address is a 64-bit register");
            control.callee_address = layout_.reg(reg->reg);
            function_.calls_indirectly = true;
            return std::nullopt;
        }
        const auto* symbol = std::get_if<ptx::SymbolOperand>(&operand.value);
        const auto found = symbol == nullptr ? std::nullopt : find_symbol(symbol->name);
        if (!found || found->kind != Symbol::Kind::function)
            return error("call of something that is not a function");
        control.callee = static_cast<std::uint32_t>(found->value);
        const ExecutableFunction& callee = program_.functions()[control.callee];
        if (!callee.defined) return error(undefined_function(symbol->name));
        if (callee.parameters.size() != control.arguments.size() && !control.arguments.empty())
            return error(fmt::format("passes the wrong number of arguments to {}", symbol->name));
        function_.callees.push_back(control.callee);
        return std::nullopt;
    }

    void resolve_targets() {
        const auto first_op = [&](ptx::Index target) {
            return first_op_[std::min<std::size_t>(target, first_op_.size() - 1)];
        };
        for (Op& op : function_.ops)
            if (op.kind == OpKind::branch) op.extra = first_op(op.extra);
        for (ControlOp& control : function_.control_ops)
            for (Pc& target : control.targets) target = first_op(target);
    }

    Program& program_;
    const isa::Function& resolved_;
    const ptx::Function& source_;
    ExecutableFunction& function_;
    FrameLayout layout_;
    std::unordered_map<std::string, Symbol> symbols_;
    std::vector<Pc> first_op_; // by isa pc
    const isa::Instruction* instruction_ = nullptr;
    std::uint32_t source_pc_ = 0;
    int scratch_used_ = 0;
    std::uint64_t parameters_ = 0; // bytes of the parameter area
    std::unordered_set<std::uint32_t> shared_seen_;
    std::unordered_map<std::string_view, const ptx::BranchTargets*> target_lists_;
    std::size_t targets_ = 0;
};

Native native_function(std::string_view name) {
    if (name == "vprintf") return Native::vprintf;
    if (name == "__assertfail") return Native::assertfail;
    if (name == "malloc") return Native::malloc;
    if (name == "free") return Native::free;
    if (name == "memcpy" || name == "memmove") return Native::memcpy;
    if (name == "memset") return Native::memset;
    return Native::none;
}

} // namespace

void lower_signature(ExecutableFunction& function) {
    const ptx::Function& source = *function.source;
    if (!source.has_body) function.native = native_function(source.name);
    function.defined = source.has_body || function.native != Native::none;
    if (source.is_entry) return;
    std::uint64_t end = 0;
    for (const ptx::Variable& parameter : source.parameters)
        function.parameters.push_back(place(parameter, end));
    for (const ptx::Variable& value : source.returns) function.returns.push_back(place(value, end));
    // Larger ones are refused when the function is lowered.
    function.parameter_area =
        static_cast<std::uint32_t>(std::min(align_up(end, 16), 2 * most_parameters));
}

std::optional<Diagnostic> lower(Program& program, const isa::Function& resolved,
                                ExecutableFunction& function) {
    return Lowering(program, resolved, function).run();
}

} // namespace vgpu::exec
