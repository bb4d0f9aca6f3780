// Textures and surfaces: images in device memory, how a texture reads them, and the handles by
// which kernels name them. Handles are numbers that the device gave out; they are looked up, never
// followed, so that a kernel may hold any number in their place.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

namespace vgpu::exec {

enum class ChannelKind : std::uint8_t { signed_integer, unsigned_integer, floating };

struct TexelFormat {
    ChannelKind kind = ChannelKind::floating;
    int bits = 32;    // of a channel: 8, 16, 32
    int channels = 1; // 1, 2, 4
    std::uint64_t bytes() const {
        return static_cast<std::uint64_t>(bits) / 8 * static_cast<std::uint64_t>(channels);
    }
};

// A box of texels. Slices are what the third coordinate counts, or layers, or faces.
struct Image {
    std::uint64_t address = 0; // of the first texel
    std::int64_t width = 1, height = 1, slices = 1;
    std::uint64_t pitch = 0, slice_pitch = 0;
    TexelFormat format;

    std::uint64_t bytes() const {
        return static_cast<std::uint64_t>(slices - 1) * slice_pitch +
               static_cast<std::uint64_t>(height - 1) * pitch +
               static_cast<std::uint64_t>(width) * format.bytes();
    }
    std::uint64_t at(std::int64_t x_bytes, std::int64_t y, std::int64_t slice) const {
        return address + static_cast<std::uint64_t>(slice) * slice_pitch +
               static_cast<std::uint64_t>(y) * pitch + static_cast<std::uint64_t>(x_bytes);
    }
};

enum class AddressMode : std::uint8_t { wrap, clamp, mirror, border };

struct Sampler {
    std::array<AddressMode, 3> modes{AddressMode::clamp, AddressMode::clamp, AddressMode::clamp};
    bool is_linear = false;        // filters
    bool reads_normalised = false; // integers as floats from -1 or 0 to 1
    bool has_normalised_coordinates = false;
    bool is_linear_between_levels = false;
    std::array<float, 4> border{};
    float bias = 0, least_level = 0, most_level = 0;
};

struct Texture {
    enum class Kind : std::uint8_t { texture, surface } kind = Kind::texture;
    std::vector<Image> levels; // one, or those of a mipmapped array
    Sampler sampler;
    bool is_linear_memory = false; // what is out of range reads as zero
    int dimensions = 2;            // without layers and faces
    bool is_layered = false, is_cube = false;
    bool is_freed = false; // its memory
};

class Textures {
  public:
    std::uint64_t add(Texture texture);
    bool remove(std::uint64_t handle) { return textures_.erase(handle) != 0; }
    // Null if the handle is invalid or was removed.
    const Texture* find(std::uint64_t handle) const;
    // Whether it was one and was destroyed.
    bool was_destroyed(std::uint64_t handle) const;
    // Memory is freed: textures that read it must not be used any more.
    void note_free(std::uint64_t address, std::uint64_t bytes);

  private:
    std::map<std::uint64_t, Texture> textures_;
    std::uint64_t count_ = 0; // given out so far
};

} // namespace vgpu::exec
