#include "vgpu/exec/texture_run.hpp"

#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"

#include <fmt/format.h>

#include <array>

namespace vgpu::exec {

using isa::TextureForm;

bool TextureRun::fail(std::string detail, int lane, bool misaligned) const {
    const bool writes = what_.form == TextureForm::store || what_.form == TextureForm::reduce;
    const char* message = !is_of_surface() ? "Invalid texture fetch"
                          : writes         ? "Invalid surface write"
                                           : "Invalid surface read";
    return interpreter_.fail(make_fault(misaligned ? FaultKind::misaligned
                                        : writes   ? FaultKind::invalid_write
                                                   : FaultKind::invalid_read,
                                        Tool::memcheck, message, std::move(detail)),
                             op_, lane);
}

bool TextureRun::find() {
    const Textures& textures = *interpreter_.machine().textures;
    const int lane = first_lane(lanes_);
    const char* const wanted = is_of_surface() ? "surface" : "texture";
    texture_ = textures.find(handle_);
    if (texture_ == nullptr)
        return fail(
            textures.was_destroyed(handle_)
                ? fmt::format("{:#x} was a {} object that has been destroyed", handle_, wanted)
                : fmt::format("{:#x} is no {} object", handle_, wanted),
            lane);
    if ((texture_->kind == Texture::Kind::surface) != is_of_surface())
        return fail(fmt::format("{:#x} is a {} object, and the instruction is for a {}", handle_,
                                is_of_surface() ? "texture" : "surface", wanted),
                    lane);
    if (texture_->is_freed)
        return fail(
            fmt::format("The {} object {:#x} is of memory that has been freed", wanted, handle_),
            lane);
    memory_extent_ = memory_.extent(texture_->levels.front().address, true);
    return memory_extent_.end != 0 ||
           fail(fmt::format("The {} object {:#x} is of memory that the device cannot reach", wanted,
                            handle_),
                lane);
}

void TextureRun::tell(LaneAddresses& addresses, const isa::MemoryOperation& operation,
                      const void* const* values) const {
    if (!interpreter_.wants_accesses()) return;
    const int bytes = operation.width * operation.count;
    classify(addresses, static_cast<std::uint64_t>(bytes));
    AccessEvent event =
        access_event(interpreter_.place(op_), interpreter_.warp_place(), addresses.mask,
                     ptx::Space::global, addresses.at, bytes, operation);
    event.to_host = memory_.distance();
    event.values = values;
    for (Observer* observer : interpreter_.machine().listeners.access) observer->on_access(event);
}

const isa::MemoryOperation& plain_operation(std::uint64_t bytes, bool is_store) {
    const auto make = [](int width, int count, bool stores) {
        isa::MemoryOperation operation;
        operation.action = stores ? isa::MemoryAction::store : isa::MemoryAction::load;
        operation.space = ptx::Space::global;
        operation.width = width;
        operation.count = count;
        return operation;
    };
    static const std::array<isa::MemoryOperation, 10> all{
        make(1, 1, false), make(2, 1, false), make(4, 1, false), make(4, 2, false),
        make(4, 4, false), make(1, 1, true),  make(2, 1, true),  make(4, 1, true),
        make(4, 2, true),  make(4, 4, true)};
    return all[static_cast<std::size_t>(std::countr_zero(bytes)) + (is_store ? 5 : 0)];
}

} // namespace vgpu::exec
