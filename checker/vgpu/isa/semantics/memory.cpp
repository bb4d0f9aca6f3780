// Memory instructions as descriptors (PTX ISA 9.7.9).
#include "vgpu/isa/semantics/memory.hpp"

namespace vgpu::isa::semantics {
namespace {

using ptx::Space;
using ptx::Type;

Space space_of(const Form& form) {
    const auto name =
        form.which("const|global|local|param|param::entry|param::func|shared|shared::cta|"
                   "shared::cluster");
    if (name == "const") return Space::constant;
    if (name == "global") return Space::global;
    if (name == "local") return Space::local;
    if (name.starts_with("param")) return Space::param;
    if (name.starts_with("shared")) return Space::shared;
    return Space::generic;
}

Ordering ordering_of(const Form& form) {
    const auto name = form.which("volatile|relaxed|acquire|release|acq_rel|sc");
    if (name == "volatile") return Ordering::volatile_;
    if (name == "relaxed") return Ordering::relaxed;
    if (name == "acquire") return Ordering::acquire;
    if (name == "release") return Ordering::release;
    if (name == "acq_rel") return Ordering::acquire_release;
    if (name == "sc") return Ordering::sequential;
    return Ordering::weak;
}

Scope scope_of(const Form& form) {
    const auto name = form.which("cta|cluster|gpu|sys|gl");
    if (name == "cta") return Scope::cta;
    if (name == "cluster") return Scope::cluster;
    if (name == "gpu" || name == "gl") return Scope::gpu;
    if (name == "sys") return Scope::system;
    return Scope::none;
}

int count_of(const Form& form) {
    const auto name = form.which("v2|v4|v8");
    return name.empty() ? 1 : name[1] - '0';
}

std::uint64_t constant(std::uint64_t value) { return value; }

} // namespace

void drop_cache_policy(const Form& form, Instruction& instruction) {
    if (form.has("L2::cache_hint") && !instruction.sources.empty()) instruction.sources.pop_back();
}

bool describe_access(const Form& form, Instruction& instruction, MemoryAction action,
                     std::size_t values) {
    auto& memory = instruction.memory;
    memory.action = action;
    memory.space = space_of(form);
    memory.in_cluster = form.has("shared::cluster");
    memory.type = form.type();
    memory.width = ptx::size_of(form.type());
    memory.count = count_of(form);
    memory.ordering = ordering_of(form);
    memory.scope = scope_of(form);
    // A vector access has as many registers as elements and at most 32 bytes.
    return values == static_cast<std::size_t>(memory.count) && memory.width * memory.count <= 32;
}

bool load(const Form& form, Instruction& instruction) {
    const bool valid =
        describe_access(form, instruction, MemoryAction::load, instruction.destinations.size());
    instruction.memory.read_only = form.has("nc");
    instruction.sources.clear();
    if (form.row.opcode() == "ldu") {
        instruction.memory.space = form.has("global") ? Space::global : Space::generic;
        instruction.memory.read_only = true;
    }
    return valid;
}
bool store(const Form& form, Instruction& instruction) {
    drop_cache_policy(form, instruction);
    return describe_access(form, instruction, MemoryAction::store, instruction.sources.size());
}
// Sources: how many bytes of each lane, a constant; perhaps how many are read, or whether none are.
bool async_copy(const Form& form, Instruction& instruction) {
    drop_cache_policy(form, instruction);
    const Source& size = instruction.sources.front();
    const bool fits = size.bits == 16 || (form.has("ca") && (size.bits == 4 || size.bits == 8));
    if (size.from != Source::From::constant || !fits) return false;
    auto& memory = instruction.memory;
    memory.action = MemoryAction::copy;
    memory.space = Space::global;
    memory.type = Type::b32;
    memory.width = 4;
    memory.count = static_cast<int>(size.bits / 4);
    instruction.sources.erase(instruction.sources.begin());
    return true;
}
// Source: how many bytes.
bool bulk_copy(const Form& form, Instruction& instruction) {
    drop_cache_policy(form, instruction);
    const bool is_store = form.has("bulk_group");
    auto& memory = instruction.memory;
    memory.action = MemoryAction::bulk_copy;
    memory.space = is_store ? Space::shared : Space::global;
    memory.target_space = is_store ? Space::global : Space::shared;
    memory.type = Type::b32;
    memory.width = 4;
    memory.count = 4;
    return true;
}
// A policy is opaque and only cache hints take one, which change nothing here: any value will do.
bool cache_policy(const Form&, Instruction& instruction) {
    instruction.sources.clear();
    add_constant(instruction, Storage::doubleword, 0x1000000000000000u);
    return use(instruction, lane<constant>);
}
bool prefetch(const Form& form, Instruction& instruction) {
    instruction.memory.action = MemoryAction::prefetch;
    instruction.memory.space = space_of(form);
    instruction.sources.clear();
    return true;
}

} // namespace vgpu::isa::semantics
