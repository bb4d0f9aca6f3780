// A function's own names: what they stand for, and where its parameters and variables are.
#include "vgpu/exec/lower/function_scope.hpp"

#include "vgpu/exec/lower/parameters_in_memory.hpp"
#include "vgpu/exec/names.hpp"
#include "vgpu/support/round_up.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t most_parameters = 256 << 10; // bytes of a function's calls and its own

// Variables one behind the other: the variable's place; `end` advances.
CallValue place(const ptx::Variable& variable, std::uint64_t& end) {
    end = round_up(end, static_cast<std::uint64_t>(std::max(variable.alignment, word_bytes)));
    CallValue result;
    result.in_register = variable.space == ptx::Space::reg;
    result.offset = static_cast<Offset>(end);
    result.bytes = static_cast<std::uint32_t>(variable.size);
    if (result.in_register) return result; // its place in the frame is not known yet
    end += variable.size;
    return result;
}

Native native_function(std::string_view name) {
    if (name == "vprintf") return Native::vprintf;
    if (name == "__assertfail") return Native::assertfail;
    if (name == "malloc") return Native::malloc;
    if (name == "free") return Native::free;
    if (name == "memcpy" || name == "memmove") return Native::memcpy;
    if (name == "memset") return Native::memset;
    if (name == "cudaGraphSetConditional") return Native::set_condition;
    return device_call_named(name) ? Native::device_runtime : Native::none;
}

} // namespace

void declare_signature(ExecutableFunction& function) {
    const ptx::Function& source = *function.source;
    if (!source.has_body) function.native = native_function(source.name);
    if (function.native == Native::device_runtime)
        function.device_call = *device_call_named(source.name);
    function.defined = source.has_body || function.native != Native::none;
    if (source.is_entry) return;
    std::uint64_t end = 0;
    for (const ptx::Variable& parameter : source.parameters)
        function.parameters.push_back(place(parameter, end));
    for (const ptx::Variable& value : source.returns) function.returns.push_back(place(value, end));
    // Larger ones are refused when the function is lowered.
    function.parameter_area =
        static_cast<std::uint32_t>(std::min(round_up(end, 16), 2 * most_parameters));
}

FunctionScope::FunctionScope(Program& program, const RegisterCounts& counts,
                             ExecutableFunction& function, FrameLayout& layout)
    : program_(program), source_(*function.source), function_(function), layout_(layout) {
    declare_parameters();
    declare_variables();
    place_parameters_in_memory(counts);
    function_.local_bytes = round_up(function_.local_bytes, 16);
    function_.parameter_area =
        static_cast<std::uint32_t>(round_up(std::min(parameters_, most_parameters), 16));
}

void FunctionScope::declare(const ptx::Variable& variable, Symbol::Kind kind, std::uint64_t value) {
    symbols_[variable.name] = Symbol{kind, value, variable.size};
}

void FunctionScope::declare_parameters() {
    if (source_.is_entry) {
        std::uint64_t end = 0;
        for (const ptx::Variable& parameter : source_.parameters) {
            end = round_up(end, static_cast<std::uint64_t>(std::max(parameter.alignment, 1)));
            declare(parameter, Symbol::Kind::kernel_parameter, end);
            end += parameter.size;
        }
        return;
    }
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
    parameters_ = function_.parameter_area;
}

void FunctionScope::declare_variables() {
    for (const ptx::Variable& variable : source_.variables) {
        const auto alignment = static_cast<std::uint64_t>(std::max(variable.alignment, 1));
        switch (variable.space) {
        case ptx::Space::param:
            declare(variable, Symbol::Kind::frame_parameter,
                    static_cast<std::uint64_t>(place(variable, parameters_).offset));
            break;
        case ptx::Space::local:
            function_.local_bytes = round_up(function_.local_bytes, alignment);
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
}

// Each call puts a copy of them into the thread's local memory.
void FunctionScope::place_parameters_in_memory(const RegisterCounts& counts) {
    if (source_.is_entry || source_.parameters.empty()) return;
    const auto in_memory = parameters_in_memory(source_, counts);
    for (const ptx::Variable& parameter : source_.parameters) {
        const auto symbol = symbols_.find(parameter.name);
        if (!in_memory.contains(parameter.name) || symbol == symbols_.end() ||
            symbol->second.kind != Symbol::Kind::frame_parameter)
            continue;
        const auto alignment = static_cast<std::uint64_t>(std::max(parameter.alignment, 16));
        function_.local_bytes = round_up(function_.local_bytes, alignment);
        copies_of_parameters_[parameter.name] = function_.local_bytes;
        function_.parameter_copies.push_back(
            {symbol->second.value, function_.local_bytes, parameter.size});
        function_.local_bytes += round_up(parameter.size, word_bytes);
    }
}

std::optional<Diagnostic> FunctionScope::check_sizes() const {
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

std::optional<Symbol> FunctionScope::find(const std::string& name) const {
    const auto found = symbols_.find(name);
    if (found != symbols_.end()) return found->second;
    return program_.find_symbol(name);
}

std::optional<Offset> FunctionScope::place_of_address(const std::string& name,
                                                      std::int64_t displacement,
                                                      isa::Storage storage) {
    const auto symbol = find(name);
    if (!symbol) return std::nullopt;
    const auto value = symbol->value + static_cast<std::uint64_t>(displacement);
    switch (symbol->kind) {
    case Symbol::Kind::shared: {
        const auto variable = static_cast<std::uint32_t>(symbol->value);
        if (shared_seen_.insert(variable).second) function_.shared_variables.push_back(variable);
        return layout_.symbol(storage, true, variable, static_cast<std::uint64_t>(displacement));
    }
    case Symbol::Kind::local:
        return layout_.symbol(storage, false, 0, value);
    case Symbol::Kind::function:
        return layout_.constant(
            storage, function_address(program_.index(), static_cast<std::uint32_t>(symbol->value)) +
                         static_cast<std::uint64_t>(displacement));
    case Symbol::Kind::frame_parameter:
        if (const auto copy = copies_of_parameters_.find(name); copy != copies_of_parameters_.end())
            return layout_.symbol(storage, false, 0,
                                  copy->second + static_cast<std::uint64_t>(displacement));
        return layout_.constant(storage, frame_parameter_base + value);
    default:
        return layout_.constant(storage, value);
    }
}

} // namespace vgpu::exec
