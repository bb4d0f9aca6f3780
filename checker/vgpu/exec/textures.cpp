#include "vgpu/exec/textures.hpp"

#include <utility>

namespace vgpu::exec {

namespace {

// No address of memory is as high; small numbers, which programs make up, are no handles either.
constexpr std::uint64_t first_handle = 0x7e00'0000'0000'0000u;

} // namespace

std::uint64_t Textures::add(Texture texture) {
    const std::uint64_t handle = first_handle + ++count_;
    textures_.emplace(handle, std::move(texture));
    return handle;
}

const Texture* Textures::find(std::uint64_t handle) const {
    const auto found = textures_.find(handle);
    return found == textures_.end() ? nullptr : &found->second;
}

bool Textures::was_destroyed(std::uint64_t handle) const {
    return handle > first_handle && handle - first_handle <= count_ && find(handle) == nullptr;
}

void Textures::note_free(std::uint64_t address, std::uint64_t bytes) {
    for (auto& [handle, texture] : textures_)
        if (texture.levels.front().address - address < bytes) texture.is_freed = true;
}

} // namespace vgpu::exec
