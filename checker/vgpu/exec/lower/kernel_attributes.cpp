#include "vgpu/exec/lower/kernel_attributes.hpp"

#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <set>

namespace vgpu::exec {

namespace {

constexpr std::uint32_t most_threads = 1024;
constexpr std::uint32_t most_registers = 255;

// The functions that a kernel can reach. An indirect call may reach every function of the module.
std::vector<std::uint32_t> reachable(const Program& program, std::uint32_t kernel) {
    const auto& functions = program.functions();
    std::vector<bool> seen(functions.size());
    std::vector<std::uint32_t> found, open{kernel};
    bool all = false;
    while (!open.empty()) {
        const std::uint32_t index = open.back();
        open.pop_back();
        if (seen[index]) continue;
        seen[index] = true;
        found.push_back(index);
        const ExecutableFunction& function = functions[index];
        open.insert(open.end(), function.callees.begin(), function.callees.end());
        if (!function.calls_indirectly || all) continue;
        all = true;
        for (const ExecutableFunction& other : functions)
            if (!other.source->is_entry) open.push_back(other.index);
    }
    return found;
}

// Registers alive at once, with each register's life taken to reach from its first to its last
// mention. Counted in registers of 32 bits; predicates have their own file.
std::uint32_t estimate_registers(const ptx::Function& function, const isa::Function& resolved) {
    std::vector<std::pair<std::size_t, std::size_t>> life(function.registers.size(), {~0ull, 0});
    for (std::size_t at = 0; at < resolved.code.size(); ++at) {
        const auto mention = [&](ptx::Index reg) {
            if (reg >= life.size()) return;
            life[reg].first = std::min(life[reg].first, at);
            life[reg].second = at;
        };
        const isa::Instruction& instruction = resolved.code[at];
        for (const auto& destination : instruction.destinations) mention(destination.reg);
        for (const auto& source : instruction.sources)
            if (source.from == isa::Source::From::reg) mention(source.reg);
        if (const auto* base = std::get_if<ptx::RegisterOperand>(&instruction.address.base))
            mention(base->reg);
    }
    std::vector<std::int64_t> change(resolved.code.size() + 2, 0);
    for (std::size_t reg = 0; reg < life.size(); ++reg) {
        if (life[reg].first > life[reg].second) continue;
        const int words = (ptx::size_of(function.registers[reg].type) + 3) / 4;
        change[life[reg].first] += words;
        change[life[reg].second + 1] -= words;
    }
    std::int64_t alive = 0, most = 0;
    for (const std::int64_t step : change) most = std::max(most, alive += step);
    constexpr std::int64_t reserved = 8; // addresses, the stack pointer, what the hardware keeps
    return static_cast<std::uint32_t>(std::min<std::int64_t>(most + reserved, most_registers));
}

void lay_out_shared(const Program& program, const std::vector<std::uint32_t>& functions,
                    Kernel& kernel) {
    const auto& variables = program.shared_variables();
    kernel.shared_offsets.assign(variables.size(), no_offset);
    std::set<std::uint32_t> used;
    for (const std::uint32_t function : functions)
        for (const std::uint32_t variable : program.functions()[function].shared_variables)
            used.insert(variable);
    std::uint64_t end = 0;
    for (const std::uint32_t variable : used) {
        if (variables[variable].dynamic) continue;
        end = round_up(end, variables[variable].alignment);
        kernel.shared_offsets[variable] = end;
        end += variables[variable].bytes;
    }
    kernel.attributes.static_shared_bytes = end;
    // All unsized arrays begin at the same place, aligned for the strictest of them.
    std::uint64_t alignment = 16;
    for (const std::uint32_t variable : used)
        if (variables[variable].dynamic)
            alignment = std::max(alignment, variables[variable].alignment);
    kernel.dynamic_shared_offset = round_up(end, alignment);
    for (const std::uint32_t variable : used)
        if (variables[variable].dynamic)
            kernel.shared_offsets[variable] = kernel.dynamic_shared_offset;
}

bool uses_reserved_shared(const Program& program, const std::vector<std::uint32_t>& functions) {
    using S = isa::SpecialRegister;
    for (const std::uint32_t function : functions)
        for (const auto& slot : program.functions()[function].launch_specials)
            if (slot.special == S::reserved_smem_begin || slot.special == S::reserved_smem_1 ||
                slot.special == S::reserved_smem_end)
                return true;
    return false;
}

// .reqnctapercluster 2, 1, 1; .explicitcluster; .maxclusterrank 4
void read_cluster_directives(const ptx::Function& function, KernelAttributes& attributes) {
    for (const std::string& directive : function.other_directives) {
        const std::size_t end = std::min(directive.find(' '), directive.size());
        const std::string_view name = std::string_view(directive).substr(0, end);
        std::array<std::uint32_t, 3> values{1, 1, 1};
        std::size_t count = 0;
        for (const char *at = directive.data() + end, *last = directive.data() + directive.size();
             at != last && count < values.size();) {
            const auto [next, error] = std::from_chars(at, last, values[count]);
            count += error == std::errc{};
            at = error == std::errc{} ? next : at + 1;
        }
        if (name == ".explicitcluster") attributes.explicit_cluster = true;
        if (name == ".reqnctapercluster" && count != 0)
            attributes.required_cluster = {values[0], values[1], values[2]};
        if (name == ".maxclusterrank" && count != 0) attributes.max_cluster_rank = values[0];
    }
}

} // namespace

// The deepest chain of calls, each function counted once: recursion needs more. Without recursion
// of our own: a chain may be as long as the module.
StackDepth::StackDepth(const Program& program) : deepest_(program.functions().size()) {
    const auto& functions = program.functions();
    enum class State : std::uint8_t { unseen, open, done };
    std::vector<State> states(functions.size(), State::unseen);
    struct Visit {
        std::uint32_t index;
        std::size_t next = 0; // callee to look at
    };
    std::vector<Visit> path;
    for (std::uint32_t start = 0; start < functions.size(); ++start) {
        if (states[start] == State::unseen) path.push_back({start});
        while (!path.empty()) {
            const std::uint32_t index = path.back().index;
            states[index] = State::open;
            const auto& callees = functions[index].callees;
            if (path.back().next < callees.size()) {
                const std::uint32_t callee = callees[path.back().next++];
                if (states[callee] == State::unseen) path.push_back({callee});
                continue;
            }
            std::uint64_t below = 0;
            for (const std::uint32_t callee : callees)
                if (states[callee] == State::done) below = std::max(below, deepest_[callee]);
            deepest_[index] = functions[index].local_bytes + below;
            states[index] = State::done;
            path.pop_back();
        }
    }
}

std::uint64_t describe_kernel_attributes(const Program& program, const StackDepth& depth,
                                         Kernel& kernel) {
    const ExecutableFunction& function = program.functions()[kernel.function];
    const ptx::Function& source = *function.source;
    KernelAttributes& attributes = kernel.attributes;
    std::uint64_t end = 0;
    for (const ptx::Variable& parameter : source.parameters) {
        end = round_up(end, static_cast<std::uint64_t>(std::max(parameter.alignment, 1)));
        attributes.parameter_offsets.push_back(end);
        attributes.parameter_sizes.push_back(parameter.size);
        end += parameter.size;
    }
    kernel.parameter_bytes = end;

    const std::vector<std::uint32_t> functions = reachable(program, kernel.function);
    lay_out_shared(program, functions, kernel);
    kernel.uses_reserved_shared = uses_reserved_shared(program, functions);
    attributes.launches_grids = std::ranges::any_of(functions, [&](std::uint32_t index) {
        return program.functions()[index].native == Native::device_runtime;
    });
    attributes.local_bytes = depth.of(kernel.function);
    for (const ptx::Variable& variable : program.module().variables)
        if (variable.space == ptx::Space::constant) attributes.constant_bytes += variable.size;
    attributes.registers =
        estimate_registers(source, program.resolved().functions[kernel.function]);

    const auto threads = [](const std::uint32_t(&bound)[3]) {
        if (bound[0] == 0) return most_threads;
        return std::max(bound[0], 1u) * std::max(bound[1], 1u) * std::max(bound[2], 1u);
    };
    attributes.max_threads_per_block =
        std::min({most_threads, threads(source.maxntid), threads(source.reqntid)});
    read_cluster_directives(source, attributes);
    return functions.size() + program.shared_variables().size();
}

} // namespace vgpu::exec
