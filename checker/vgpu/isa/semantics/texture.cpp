// Textures and surfaces as descriptors (PTX ISA 9.7.10, 9.7.11).
#include "vgpu/isa/texture.hpp"

#include "vgpu/isa/reduction.hpp"

#include "vgpu/isa/semantics/choose.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

namespace vgpu::isa::semantics {
namespace {

using Detail = TextureAccess::Detail;

Geometry geometry_of(const Form& form) {
    using Row = std::pair<std::string_view, Geometry>;
    static constexpr Row rows[] = {{"1d", Geometry::line},    {"2d", Geometry::plane},
                                   {"3d", Geometry::volume},  {"a1d", Geometry::lines},
                                   {"a2d", Geometry::planes}, {"cube", Geometry::cube},
                                   {"acube", Geometry::cubes}};
    for (const auto& [name, geometry] : rows)
        if (form.has(name)) return geometry;
    return Geometry::none;
}

// Drops the coordinates that only fill the vector up. False: there are too few. What is behind the
// `rest` sources is left as it is.
bool keep_coordinates(Instruction& instruction, Geometry geometry, std::size_t rest) {
    const auto wanted =
        static_cast<std::size_t>(coordinates_of(geometry)) + (has_layers(geometry) ? 1 : 0);
    std::vector<Source>& sources = instruction.sources;
    if (sources.size() < wanted + rest) return false;
    const auto unused = sources.size() - rest - wanted;
    const auto first = sources.begin() + static_cast<std::ptrdiff_t>(wanted);
    sources.erase(first, first + static_cast<std::ptrdiff_t>(unused));
    return unused <= 2;
}

bool describe(const Form& form, Instruction& instruction, const TextureAccess& access, int count) {
    MemoryOperation& memory = instruction.memory;
    memory.action = MemoryAction::texture;
    memory.space = ptx::Space::generic;
    memory.type = form.type();
    memory.width = ptx::size_of(form.type());
    memory.count = count;
    memory.texture = std::make_shared<const TextureAccess>(access);
    return true;
}

int count_of(const Form& form) { return form.has("v4") ? 4 : form.has("v2") ? 2 : 1; }

// The channels, and at most a predicate behind them.
bool has_results(const Form& form, const Instruction& instruction) {
    const auto& all = instruction.destinations;
    const auto count = static_cast<std::size_t>(count_of(form));
    return all.size() == count ||
           (all.size() == count + 1 && all.back().storage == Storage::predicate);
}

// How many sources stand behind the coordinates and the level of detail.
std::size_t note_operands(const Form& form, TextureAccess& access) {
    access.has_offsets = contains_word(form.row.operands, "{o}", ' ');
    access.has_reference = contains_word(form.row.operands, "c", ' ');
    const int offsets = access.has_offsets ? coordinates_of(access.geometry) : 0;
    return static_cast<std::size_t>(offsets) + (access.has_reference ? 1 : 0);
}

// Gradients of three dimensions are vectors whose fourth element means nothing.
bool drop_fourths(Instruction& instruction, std::size_t behind) {
    std::vector<Source>& sources = instruction.sources;
    if (sources.size() < 8 + behind) return false;
    const auto end = sources.end() - static_cast<std::ptrdiff_t>(behind);
    sources.erase(end - 1);
    sources.erase(sources.end() - static_cast<std::ptrdiff_t>(behind) - 4);
    return true;
}

TextureAccess surface_access(const Form& form, TextureForm action) {
    TextureAccess access;
    access.form = action;
    access.geometry = geometry_of(form);
    access.integer_coordinates = true;
    access.outside = form.has("trap")    ? Outside::trap
                     : form.has("clamp") ? Outside::clamp
                                         : Outside::zero;
    return access;
}

bool query(const Form& form, Instruction& instruction, TextureForm action) {
    if (!std::holds_alternative<ptx::RegisterOperand>(instruction.address.base)) return false;
    TextureAccess access;
    access.form = action;
    if (form.has("level")) access.detail = Detail::level;
    access.query = form.has("width")    ? Query::width
                   : form.has("height") ? Query::height
                                        : Query::depth;
    return describe(form, instruction, access, 1);
}

} // namespace

bool texture_fetch(const Form& form, Instruction& instruction) {
    TextureAccess access;
    access.geometry = geometry_of(form);
    access.integer_coordinates = form.types[1] == ptx::Type::s32;
    const auto dimensions = static_cast<std::size_t>(coordinates_of(access.geometry));
    const std::size_t behind = note_operands(form, access);
    std::size_t rest = behind;
    if (form.has("level")) {
        access.detail = Detail::level;
        rest += 1;
    } else if (form.has("grad")) {
        access.detail = Detail::gradient;
        if (dimensions == 3 && !drop_fourths(instruction, behind)) return false;
        rest += 2 * dimensions;
    }
    if (form.type() == ptx::Type::f16) access.result = TextureAccess::Result::halves;
    if (form.type() == ptx::Type::f16x2) access.result = TextureAccess::Result::pairs_of_halves;
    return has_results(form, instruction) && keep_coordinates(instruction, access.geometry, rest) &&
           describe(form, instruction, access, count_of(form));
}

bool texture_gather(const Form& form, Instruction& instruction) {
    TextureAccess access;
    access.form = TextureForm::gather;
    access.geometry = geometry_of(form);
    access.channel = form.has("r") ? 0 : form.has("g") ? 1 : form.has("b") ? 2 : 3;
    return has_results(form, instruction) &&
           keep_coordinates(instruction, access.geometry, note_operands(form, access)) &&
           describe(form, instruction, access, 4);
}

bool surface_load(const Form& form, Instruction& instruction) {
    const int count = count_of(form);
    const TextureAccess access = surface_access(form, TextureForm::load);
    return instruction.destinations.size() == static_cast<std::size_t>(count) &&
           count * ptx::size_of(form.type()) <= 16 &&
           keep_coordinates(instruction, access.geometry, 0) &&
           describe(form, instruction, access, count);
}

bool surface_store(const Form& form, Instruction& instruction) {
    const int count = count_of(form);
    TextureAccess access = surface_access(form, TextureForm::store);
    access.is_formatted = form.has("p");
    return count * ptx::size_of(form.type()) <= 16 &&
           keep_coordinates(instruction, access.geometry, static_cast<std::size_t>(count)) &&
           describe(form, instruction, access, count);
}

// Its elements are as wide as the type.
bool surface_reduction(const Form& form, Instruction& instruction) {
    TextureAccess access = surface_access(form, TextureForm::reduce);
    access.is_formatted = form.has("p");
    if (!keep_coordinates(instruction, access.geometry, 1) ||
        !describe(form, instruction, access, 1))
        return false;
    MemoryOperation& memory = instruction.memory;
    const Reduction reduction = reduction_named(form.which("add|min|max|and|or"));
    memory.ordering = Ordering::relaxed;
    memory.scope = Scope::gpu;
    memory.bulk.reduction = reduction;
    const bool is_order = reduction == Reduction::min || reduction == Reduction::max;
    if (form.type() == ptx::Type::b64 && !is_order) return false;
    ptx::Type type = form.type();
    if (access.is_formatted && (is_order || reduction == Reduction::add))
        type = form.type() == ptx::Type::b64 ? ptx::Type::u64 : ptx::Type::u32;
    memory.atomic = reduction_of(reduction, type, ptx::Space::global);
    return memory.atomic != nullptr;
}

// An H200 answers false for each handle of an object, and there are no other handles here.
namespace {
bool is_named(std::uint64_t /*handle*/) { return false; }
} // namespace
bool is_of_type(const Form&, Instruction& instruction) { return use(instruction, lane<is_named>); }

bool texture_query(const Form& form, Instruction& instruction) {
    return query(form, instruction, TextureForm::query_texture);
}
bool surface_query(const Form& form, Instruction& instruction) {
    return query(form, instruction, TextureForm::query_surface);
}

} // namespace vgpu::isa::semantics
