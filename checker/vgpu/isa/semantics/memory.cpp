// Memory instructions as descriptors (PTX ISA 9.7.9).
#include "vgpu/isa/semantics/memory.hpp"

#include "vgpu/isa/reduction.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

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

namespace {

// What all copies in bulk share: between which spaces, and what waits for them.
MemoryOperation& describe_bulk(const Form& form, Instruction& instruction) {
    drop_cache_policy(form, instruction);
    auto& memory = instruction.memory;
    memory.action = MemoryAction::bulk_copy;
    memory.type = Type::b32;
    memory.width = 4;
    memory.count = 4;
    memory.bulk.has_barrier = form.has("mbarrier::complete_tx::bytes");
    const bool to_shared = memory.bulk.has_barrier;
    memory.target_space = to_shared ? Space::shared : Space::global;
    memory.space = to_shared && form.has("global") ? Space::global : Space::shared;
    // st.async and red.async may name places in the cluster by generic addresses.
    memory.in_cluster = to_shared && (form.has("shared::cluster") || !form.has("shared::cta"));
    memory.bulk.is_multicast = form.has("multicast::cluster");
    return memory;
}

} // namespace

// Source: how many bytes.
bool bulk_copy(const Form& form, Instruction& instruction) {
    describe_bulk(form, instruction);
    return true;
}
// The same, of elements of a type.
bool bulk_reduction(const Form& form, Instruction& instruction) {
    auto& memory = describe_bulk(form, instruction);
    memory.bulk.reduction = reduction_named(form.which("add|min|max|inc|dec|and|or|xor"));
    memory.type = form.type();
    memory.width = ptx::size_of(form.type());
    const bool is_half = memory.type == Type::f16 || memory.type == Type::bf16;
    if (form.has("noftz") != (is_half && memory.bulk.reduction == Reduction::add)) return false;
    // Unlike atomics on global memory these do not flush, as an H100 answered.
    const Space like = memory.type == Type::f32 ? Space::shared : memory.target_space;
    if (memory.type == Type::s64 && memory.bulk.reduction == Reduction::add) return false;
    memory.atomic = reduction_of(memory.bulk.reduction, memory.type, like);
    return memory.atomic != nullptr;
}
// Sources: coordinates, and perhaps a mask of ranks.
bool tensor_copy(const Form& form, Instruction& instruction) {
    auto& memory = describe_bulk(form, instruction);
    memory.bulk.rank = static_cast<std::uint8_t>(form.which("1d|2d|3d|4d|5d").front() - '0');
    memory.bulk.is_prefetch = form.has("prefetch");
    memory.bulk.is_im2col = form.has("im2col") || form.has("im2col_no_offs");
    if (!form.has("im2col")) return !memory.bulk.is_im2col || memory.bulk.rank >= 3;
    const auto behind = static_cast<int>(instruction.sources.size()) -
                        (memory.bulk.is_multicast ? 1 : 0) - memory.bulk.rank;
    memory.bulk.offsets = static_cast<std::uint8_t>(std::max(behind, 0));
    return memory.bulk.rank >= 3 && behind == memory.bulk.rank - 2;
}
bool tensor_reduction(const Form& form, Instruction& instruction) {
    if (!tensor_copy(form, instruction)) return false;
    instruction.memory.bulk.reduction =
        reduction_named(form.which("add|min|max|inc|dec|and|or|xor"));
    return true;
}
// Source: the new value. An ordinal names the dimension where the field has one.
bool replace_map_field(const Form& form, Instruction& instruction) {
    using Row = std::pair<std::string_view, MapField>;
    static constexpr Row rows[] = {{"global_address", MapField::address},
                                   {"rank", MapField::rank},
                                   {"box_dim", MapField::box},
                                   {"global_dim", MapField::dim},
                                   {"global_stride", MapField::stride},
                                   {"element_stride", MapField::step},
                                   {"elemtype", MapField::type},
                                   {"interleave_layout", MapField::interleave},
                                   {"swizzle_mode", MapField::swizzle},
                                   {"fill_mode", MapField::fill}};
    auto& memory = instruction.memory;
    memory.action = MemoryAction::replace_field;
    memory.space = space_of(form);
    memory.type = Type::b64;
    memory.width = 8;
    memory.count = 8; // of them are 64 bytes, to which a map is aligned
    for (const auto& [name, field] : rows)
        if (form.has(name)) memory.map.field = field;
    const bool is_wide =
        memory.map.field == MapField::address || memory.map.field == MapField::stride;
    if ((form.type() == Type::b64) != is_wide) return false;
    if (instruction.sources.size() == 1) {
        const bool must_be_known = memory.map.field >= MapField::type;
        return !must_be_known || instruction.sources[0].from == Source::From::constant;
    }
    const Source ordinal = instruction.sources.front();
    instruction.sources.erase(instruction.sources.begin());
    const std::uint64_t dimensions = memory.map.field == MapField::stride ? 4 : 5;
    memory.map.dimension = static_cast<std::uint8_t>(ordinal.bits);
    return ordinal.from == Source::From::constant && ordinal.bits < dimensions;
}
// The bytes of a map, which the manual lets be nothing else.
bool drop_size(Instruction& instruction) {
    const Source bytes = instruction.sources.front();
    instruction.sources.clear();
    return bytes.from == Source::From::constant && bytes.bits == 128;
}
// The whole warp copies a map from shared to global memory, and orders it for the copies that use
// it.
bool copy_map(const Form&, Instruction& instruction) {
    auto& memory = instruction.memory;
    memory.action = MemoryAction::copy_map;
    memory.space = Space::shared;
    memory.target_space = Space::global;
    memory.type = Type::b64;
    memory.width = 8;
    memory.count = 8;
    instruction.is_aligned = true;
    return drop_size(instruction);
}
bool acquire_map(const Form&, Instruction& instruction) {
    auto& memory = instruction.memory;
    memory.action = MemoryAction::acquire_map;
    memory.type = Type::b64;
    memory.width = 8;
    return drop_size(instruction);
}
// Sources: the values.
bool async_store(const Form& form, Instruction& instruction) {
    auto& memory = describe_bulk(form, instruction);
    memory.bulk.from_registers = true;
    memory.type = form.type();
    memory.width = ptx::size_of(form.type());
    memory.count = count_of(form);
    return instruction.sources.size() == static_cast<std::size_t>(memory.count) &&
           memory.width * memory.count <= 16;
}
bool async_reduction(const Form& form, Instruction& instruction) {
    if (!async_store(form, instruction)) return false;
    auto& memory = instruction.memory;
    memory.bulk.reduction = reduction_named(form.which("add|min|max|inc|dec|and|or|xor"));
    memory.atomic = reduction_of(memory.bulk.reduction, memory.type, Space::shared);
    return memory.atomic != nullptr;
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
