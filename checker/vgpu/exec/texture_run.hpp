// What instructions on textures and on surfaces have in common: one instruction, for those lanes of
// a warp that have the same handle.
#pragma once

#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/textures.hpp"
#include "vgpu/isa/texture.hpp"

#include <bit>
#include <string>

namespace vgpu::exec {

class TextureRun {
  public:
    TextureRun(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
               std::uint32_t lanes, std::uint64_t handle)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame),
          what_(*access.operation.texture), memory_(*interpreter.machine().memory), lanes_(lanes),
          handle_(handle) {}

    // The texture or surface, if its memory is there and in reach; false after a fault.
    bool find();
    bool is_of_surface() const {
        return what_.form == isa::TextureForm::load || what_.form == isa::TextureForm::store ||
               what_.form == isa::TextureForm::reduce ||
               what_.form == isa::TextureForm::query_surface;
    }

  protected:
    // Reports a fault; false.
    bool fail(std::string detail, int lane, bool misaligned = false) const;
    std::uint32_t word(std::size_t value, int lane) const {
        return frame_.words(access_.values[value])[lane];
    }
    float number(std::size_t value, int lane) const {
        return std::bit_cast<float>(word(value, lane));
    }
    std::size_t first_coordinate() const { return isa::has_layers(what_.geometry) ? 1 : 0; }
    std::size_t dimensions() const {
        return static_cast<std::size_t>(isa::coordinates_of(what_.geometry));
    }

    // Tells the observers of an access by the lanes of the mask.
    void tell(LaneAddresses& addresses, const isa::MemoryOperation& operation,
              const void* const* values) const;

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    Frame& frame_;
    const isa::TextureAccess& what_;
    DeviceMemory& memory_;
    std::uint32_t lanes_;
    std::uint64_t handle_;
    const Texture* texture_ = nullptr;
    Extent memory_extent_;
};

// A plain load or store of so many bytes for each lane, as observers are told of it.
const isa::MemoryOperation& plain_operation(std::uint64_t bytes, bool is_store);

// Fetches and gathers (texture_fetch.cpp), once the texture is found.
bool fetch_texels(const TextureRun& found);
bool gather_texels(const TextureRun& found);

// What a query says (texture_query.cpp), once the texture or surface is found.
bool answer_query(const TextureRun& found);

// Loads from a surface, stores to it and reduces in it (surface_access.cpp), once it is found.
bool use_surface(const TextureRun& found);

} // namespace vgpu::exec
