#include "vgpu/exec/lower/program.hpp"

#include "vgpu/exec/lower/function_scope.hpp"
#include "vgpu/exec/lower/kernel_attributes.hpp"
#include "vgpu/exec/lower/lowering.hpp"
#include "vgpu/exec/names.hpp"
#include "vgpu/isa/address_space.hpp"
#include "vgpu/ptx/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace vgpu::exec {

namespace {
constexpr std::uint64_t most_linked_text = 256ull << 20;
constexpr std::uint64_t most_constants = 64 << 10;
constexpr std::uint64_t most_kernel_work = 64ull << 20; // kernels times what each can reach
} // namespace

Expected<std::unique_ptr<Program>> Program::load(std::span<const NamedPtx> units, std::string name,
                                                 std::uint32_t index, DeviceMemory& memory,
                                                 VariablesOfProgram others, std::uint32_t owner) {
    std::unique_ptr<Program> program(new Program(std::move(name), index, memory));
    program->others_ = others;
    program->owner_ = owner;
    if (auto error = program->parse(units)) return *error;
    if (auto error = program->prepare()) return program->linked_.locate(*error);
    program->others_ = {};
    return program;
}

std::optional<Diagnostic> Program::parse(std::span<const NamedPtx> units) {
    std::uint64_t size = 0;
    for (const NamedPtx& unit : units) size += unit.ptx.size();
    if (units.empty() || size > most_linked_text)
        return Diagnostic{fmt::format("{} units with {} bytes of PTX cannot be linked: the limit "
                                      "is {} MiB",
                                      units.size(), size, most_linked_text >> 20),
                          {}};
    std::vector<ptx::Unit> parsed;
    std::vector<int> lines;
    for (const NamedPtx& unit : units) {
        auto module = ptx::parse(unit.ptx);
        if (!module) {
            Diagnostic error = module.error();
            error.unit = parsed.size();
            return error;
        }
        parsed.push_back({std::string(unit.name), std::move(*module)});
        lines.push_back(static_cast<int>(std::ranges::count(unit.ptx, '\n')) + 1);
    }
    if (parsed.size() == 1) {
        linked_.module = std::move(parsed.front().module);
        return std::nullopt;
    }
    auto linked = ptx::link(std::move(parsed), lines);
    if (!linked) return linked.error();
    linked_ = std::move(*linked);
    return std::nullopt;
}

std::optional<Diagnostic> Program::prepare() {
    auto resolved = isa::resolve(module());
    if (!resolved) return resolved.error();
    resolved_ = std::move(*resolved);
    if (auto error = place_variables()) return error;
    if (auto error = lower_functions()) return error;
    for (const ptx::Variable& variable : module().variables)
        if (auto error = initialise(variable)) return error;
    return describe_kernels();
}

Program::~Program() {
    for (const std::uint64_t address : owned_) memory_.free(address);
}

std::uint32_t Program::add_shared_variable(const ptx::Variable& variable) {
    shared_.push_back({.name = variable.name,
                       .bytes = variable.size,
                       .alignment = static_cast<std::uint64_t>(std::max(variable.alignment, 1)),
                       .dynamic = variable.size == 0});
    return static_cast<std::uint32_t>(shared_.size() - 1);
}

std::optional<Diagnostic> Program::place_variables() {
    std::uint64_t constants = 0;
    const auto place = [&](const ptx::Variable& variable) -> std::optional<Diagnostic> {
        if (variable.space == ptx::Space::shared) {
            symbols_[variable.name] = {Symbol::Kind::shared, add_shared_variable(variable),
                                       variable.size};
            return std::nullopt;
        }
        const bool lives_here =
            variable.space == ptx::Space::global || variable.space == ptx::Space::constant;
        if (!lives_here || variable.linkage == ptx::Linkage::external) return std::nullopt;
        if (others_.includes(variable)) {
            if (const auto shared = others_.of->find_variable(variable.name)) {
                symbols_[variable.name] = {Symbol::Kind::address, shared->address, variable.size};
                variables_[variable.name] = *shared;
                return std::nullopt;
            }
        }
        const bool is_constant = variable.space == ptx::Space::constant;
        if (is_constant && (constants += variable.size) > most_constants)
            return Diagnostic{
                fmt::format("the module's constant variables have {} bytes, a GPU has "
                            "{} for them",
                            constants, most_constants),
                variable.position};
        DeviceMemory::Request request{.bytes = variable.size,
                                      .origin = variable.name,
                                      .initialised = true,
                                      .host_visible = variable.managed,
                                      .constant = is_constant,
                                      .owner = owner_};
        request.alignment = std::max<std::uint64_t>(
            allocation_alignment, static_cast<std::uint64_t>(std::max(variable.alignment, 1)));
        if (variable.managed) request.alignment = std::max(request.alignment, page_size());
        const auto address = memory_.allocate(request);
        if (!address)
            return Diagnostic{fmt::format("no device memory left for variable '{}' of {} bytes",
                                          variable.name, variable.size),
                              variable.position};
        memory_.zero(*address, variable.size);
        owned_.push_back(*address);
        symbols_[variable.name] = {Symbol::Kind::address, *address, variable.size};
        variables_[variable.name] = *memory_.find(*address);
        return std::nullopt;
    };
    for (const ptx::Variable& variable : module().variables)
        if (auto error = place(variable)) return error;
    return std::nullopt;
}

std::optional<Diagnostic> Program::initialise(const ptx::Variable& variable) {
    if (!variable.initial) return std::nullopt;
    const auto placed = symbols_.find(variable.name);
    if (placed == symbols_.end() || placed->second.kind != Symbol::Kind::address)
        return std::nullopt;
    if (others_.includes(variable)) return std::nullopt; // has its value
    const ptx::InitialValue& initial = *variable.initial;
    std::byte* bytes = memory_.host_view(placed->second.value);
    const auto count = std::min<std::uint64_t>(initial.bytes.size(), variable.size);
    std::copy_n(reinterpret_cast<const std::byte*>(initial.bytes.data()), count, bytes);
    for (const ptx::InitialValue::Reference& reference : initial.references) {
        const auto symbol = find_symbol(reference.symbol.name);
        if (!symbol || symbol->kind == Symbol::Kind::shared)
            return Diagnostic{
                fmt::format("the initialiser of '{}' names '{}', which has no address",
                            variable.name, reference.symbol.name),
                variable.position};
        std::uint64_t address = symbol->value;
        if (symbol->kind == Symbol::Kind::function)
            address = function_address(index_, static_cast<std::uint32_t>(symbol->value));
        address += static_cast<std::uint64_t>(reference.symbol.offset);
        const int shift = 8 * reference.byte_shift;
        address = shift < 64 ? address >> shift : 0;
        const auto size = static_cast<std::uint64_t>(std::clamp(reference.size, 0, 8));
        if (reference.at > variable.size || size > variable.size - reference.at)
            return Diagnostic{
                fmt::format("the initialiser of '{}' is longer than it", variable.name),
                variable.position};
        std::memcpy(bytes + reference.at, &address, size); // little endian, like the device
    }
    return std::nullopt;
}

std::optional<Diagnostic> Program::lower_functions() {
    functions_.resize(module().functions.size());
    for (std::size_t i = 0; i < functions_.size(); ++i) {
        ExecutableFunction& function = functions_[i];
        function.source = &module().functions[i];
        function.index = static_cast<std::uint32_t>(i);
        function.program = index_;
        declare_signature(function);
        // A declaration may stand before or behind the definition that it names.
        const auto [place, is_new] = symbols_.try_emplace(
            function.source->name, Symbol{Symbol::Kind::function, function.index, 0});
        if (!is_new && function.defined) place->second.value = function.index;
    }
    for (std::size_t i = 0; i < functions_.size(); ++i)
        if (functions_[i].source->has_body)
            if (auto error = lower(*this, resolved_.functions[i], functions_[i])) return error;
    return std::nullopt;
}

std::optional<Diagnostic> Program::describe_kernels() {
    const StackDepth depth(*this);
    std::uint64_t work = 0;
    for (const ExecutableFunction& function : functions_) {
        if (!function.source->is_entry || !function.source->has_body) continue;
        Kernel kernel;
        kernel.function = function.index;
        kernel.mangled = function.source->name;
        kernel.demangled = readable_name(kernel.mangled);
        work += describe_kernel_attributes(*this, depth, kernel);
        if (work > most_kernel_work)
            return Diagnostic{"this module has too many kernels, functions and shared variables",
                              function.source->position};
        kernels_.push_back(std::move(kernel));
    }
    return std::nullopt;
}

std::optional<std::uint32_t> Program::find_kernel(std::string_view mangled) const {
    for (std::size_t i = 0; i < kernels_.size(); ++i)
        if (kernels_[i].mangled == mangled) return static_cast<std::uint32_t>(i);
    return std::nullopt;
}

std::vector<std::byte> Program::initial_values() const {
    std::vector<std::byte> values;
    for (const ptx::Variable& variable : module().variables) {
        if (!variable.initial) continue;
        const auto* const bytes =
            reinterpret_cast<const std::byte*>(variable.initial->bytes.data());
        values.insert(values.end(), bytes, bytes + variable.initial->bytes.size());
    }
    return values;
}

std::optional<Allocation> Program::find_variable(std::string_view name) const {
    const auto found = variables_.find(std::string(name));
    if (found == variables_.end()) return std::nullopt;
    return found->second;
}

std::optional<Symbol> Program::find_symbol(std::string_view name) const {
    const auto found = symbols_.find(std::string(name));
    if (found == symbols_.end()) return std::nullopt;
    return found->second;
}

Whereabouts Program::describe_shared(const Kernel& kernel, std::uint64_t offset) const {
    const SharedVariable* dynamic = nullptr;
    std::size_t names = 0; // of dynamic shared memory, which all of them begin with
    for (std::size_t i = 0; i < shared_.size() && i < kernel.shared_offsets.size(); ++i) {
        const std::uint64_t begin = kernel.shared_offsets[i];
        if (begin == no_offset) continue;
        if (shared_[i].dynamic) {
            dynamic = &shared_[i];
            ++names;
        } else if (offset - begin < shared_[i].bytes)
            return {readable_name(shared_[i].name), offset - begin, shared_[i].bytes};
    }
    if (offset < kernel.attributes.static_shared_bytes) return {};
    return {names == 1 ? readable_name(dynamic->name) : "dynamic shared memory",
            offset - kernel.dynamic_shared_offset};
}

void Program::forget_extents() {
    for (ExecutableFunction& function : functions_)
        for (MemoryOp& access : function.memory_ops) {
            access.shortcut.last_hit = {};
            if (access.pattern != nullptr) access.pattern->fits.forget();
        }
}

} // namespace vgpu::exec
