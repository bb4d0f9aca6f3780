#include "vgpu/exec/lower/lowering.hpp"

#include "vgpu/exec/lower/lowering_steps.hpp"
#include "vgpu/exec/names.hpp"

#include <fmt/format.h>

#include <limits>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t most_parameters = 256 << 10; // bytes of a function's calls and its own
constexpr std::uint64_t most_frame = 64 << 20;       // bytes of a warp's registers and constants

} // namespace

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

namespace {

constexpr std::string_view device_runtime_prefixes[] = {"__cudaCDP2", "cuda", "__cuda"};

} // namespace

bool is_of_device_runtime(const std::string& name) {
    return std::ranges::any_of(device_runtime_prefixes,
                               [&](std::string_view prefix) { return name.starts_with(prefix); });
}

// A function that has no body: one of the device runtime (libcudadevrt), or none that is known.
std::string undefined_function(const std::string& name) {
    for (const std::string_view prefix : device_runtime_prefixes)
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

std::optional<Diagnostic> Lowering::run() {
    declare_symbols();
    if (auto error = check_sizes()) return error;
    find_invariants();
    find_array_elements();
    find_fixed();
    is_bit_field_load_ = bit_field_loads();
    copied_ = copied_values(resolved_, counts_, branch_targets());
    const std::vector<bool> is_target = branch_targets();
    for (std::size_t i = 0; i < resolved_.code.size(); ++i) {
        constexpr std::uint16_t most_skipped = 1000;
        if (is_target[i] || skipped_ == most_skipped) count_skipped();
        first_op_.push_back(static_cast<Pc>(function_.ops.size()));
        instruction_ = &resolved_.code[i];
        source_pc_ = static_cast<std::uint32_t>(i);
        scratch_used_ = 0;
        if (is_superfluous_[i]) {
            ++skipped_;
            skipped_pc_ = source_pc_;
            continue;
        }
        if (auto error = lower_instruction()) return error;
    }
    count_skipped();
    first_op_.push_back(static_cast<Pc>(function_.ops.size()));
    Op end;
    end.kind = OpKind::end;
    end.guard = layout_.all_lanes();
    end.source_pc =
        static_cast<std::uint32_t>(resolved_.code.empty() ? 0 : resolved_.code.size() - 1);
    function_.ops.push_back(end);
    resolve_targets();
    count_branches();
    mark_straight_ops();
    mark_quiet_barriers();
    link_accesses();
    layout_.finish(function_);
    if (static_cast<std::uint64_t>(function_.frame_bytes) > most_frame)
        return Diagnostic{fmt::format("{} uses more registers than the virtual GPU has room for",
                                      readable_name(source_.name)),
                          source_.position};
    return std::nullopt;
}

void Lowering::declare_symbols() {
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
    place_parameters_in_memory();
    function_.local_bytes = align_up(function_.local_bytes, 16);
    function_.parameter_area =
        static_cast<std::uint32_t>(std::min(area, most_parameters) + 15) / 16 * 16;
    parameters_ = area;
}

// What one thread would need must exist (limits of a hostile text as much as of real GPUs).
std::optional<Diagnostic> Lowering::check_sizes() const {
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

std::optional<Symbol> Lowering::find_symbol(const std::string& name) const {
    const auto found = symbols_.find(name);
    if (found != symbols_.end()) return found->second;
    return program_.find_symbol(name);
}

Diagnostic Lowering::unsupported(std::string message) const {
    Diagnostic diagnostic = error(std::move(message));
    diagnostic.unsupported = true;
    return diagnostic;
}

Diagnostic Lowering::error(std::string message) const {
    return {std::move(message), source_.body[instruction_->source_index].position};
}

std::optional<Diagnostic> Lowering::lower_instruction() {
    switch (instruction_->kind) {
    case isa::Kind::lane:
        return lower_computation(OpKind::lane, instruction_->lane);
    case isa::Kind::warp:
        return instruction_->is_wide ? lower_wide()
                                     : lower_computation(OpKind::warp, instruction_->warp);
    case isa::Kind::memory:
        if (instruction_->memory.matrix != nullptr) return lower_matrix_access();
        if (instruction_->memory.texture != nullptr) return lower_texture();
        return instruction_->memory.action == isa::MemoryAction::copy ||
                       instruction_->memory.action == isa::MemoryAction::bulk_copy
                   ? lower_copy()
                   : lower_memory();
    case isa::Kind::control:
        return lower_control();
    }
    return std::nullopt;
}

std::optional<Diagnostic> Lowering::lower_computation(OpKind kind, isa::LaneFunction semantics) {
    Op op = new_op(kind);
    op.function = semantics;
    std::vector<Fixup> fixups;
    const std::span operands(op.operands);
    if (auto problem = lower_sources(operands.subspan(first_source), instruction_->sources))
        return problem;
    if (auto problem = lower_results(operands.first(first_source), fixups)) return problem;
    op.is_aligned = instruction_->is_aligned;
    if (kind == OpKind::warp && instruction_->member_mask >= 0)
        op.member_mask = static_cast<std::int8_t>(first_source + instruction_->member_mask);
    push_with_fixups(op, fixups);
    return std::nullopt;
}

void Lowering::push_with_fixups(const Op& op, const std::vector<Fixup>& fixups) {
    function_.ops.push_back(op);
    for (const Fixup& fixup : fixups) {
        emit_helper(fixup.function, fixup.result, fixup.source);
        // Only where the instruction ran: the register keeps its value elsewhere.
        function_.ops.back().guard = op.guard;
        function_.ops.back().guard_flip = op.guard_flip;
    }
}

void Lowering::resolve_targets() {
    const auto first_op = [&](ptx::Index target) {
        return first_op_[std::min<std::size_t>(target, first_op_.size() - 1)];
    };
    for (Op& op : function_.ops)
        if (op.kind == OpKind::branch) op.extra = first_op(op.extra);
    for (ControlOp& control : function_.control_ops)
        for (Pc& target : control.targets) target = first_op(target);
}

void Lowering::count_branches() {
    const auto is_branch = [](const Op& op) { return op.kind == OpKind::branch; };
    std::vector<BranchCounts>& counts = function_.branch_counts;
    counts.resize(static_cast<std::size_t>(std::ranges::count_if(function_.ops, is_branch)));
    auto next = counts.begin();
    for (Op& op : function_.ops) {
        if (!is_branch(op)) continue;
        next->source_pc = op.source_pc;
        op.branches = &*next++;
    }
}

void Lowering::mark_straight_ops() {
    const Offset all_lanes = layout_.all_lanes();
    unsigned ops = 0, instructions = 0; // of the run that begins with the op behind
    for (auto op = function_.ops.rbegin(); op != function_.ops.rend(); ++op) {
        const bool computes = op->kind == OpKind::lane || op->kind == OpKind::helper;
        const bool is_straight = (computes || op->kind == OpKind::memory) &&
                                 op->guard == all_lanes && op->guard_flip == 0;
        const bool has_room = ops < std::numeric_limits<std::uint8_t>::max() &&
                              instructions + op->count <= std::numeric_limits<std::uint16_t>::max();
        if (!is_straight || !has_room) ops = instructions = 0;
        if (!is_straight) continue;
        instructions += op->count;
        op->straight_ops = static_cast<std::uint8_t>(++ops);
        op->straight_instructions = static_cast<std::uint16_t>(instructions);
    }
}

namespace {

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
