// Texture and surface objects: what cudaCreateTextureObject and cudaCreateSurfaceObject were given,
// checked, and made into what the device reads with (exec/textures.hpp).
#pragma once

#include "vgpu/runtime/cuda_api.hpp"

#include <cstdint>
#include <map>

namespace vgpu::runtime {

struct Call;

// A texture or surface as the program described it. A surface has only a resource.
struct TextureObject {
    cudaResourceDesc resource{};
    cudaTextureDesc texture{};
    int device = 0;
    bool is_surface = false;
};

class TextureObjects {
  public:
    void add(std::uint64_t handle, const TextureObject& object) { objects_[handle] = object; }
    // Null if there is no such object.
    const TextureObject* find(std::uint64_t handle, bool is_surface) const {
        const auto found = objects_.find(handle);
        return found == objects_.end() || found->second.is_surface != is_surface ? nullptr
                                                                                 : &found->second;
    }
    void remove(std::uint64_t handle) { objects_.erase(handle); }
    // cudaDeviceReset: calls `gone` with each handle.
    template <class Body>
    void clear(int device, Body&& gone) {
        std::erase_if(objects_, [&](const auto& entry) {
            if (entry.second.device != device) return false;
            gone(entry.first);
            return true;
        });
    }

  private:
    std::map<std::uint64_t, TextureObject> objects_;
};

cudaError_t create_texture(Call& call, cudaTextureObject_t* handle,
                           const cudaResourceDesc* resource, const cudaTextureDesc* texture,
                           const cudaResourceViewDesc* view);
cudaError_t create_surface(Call& call, cudaSurfaceObject_t* handle,
                           const cudaResourceDesc* resource);

} // namespace vgpu::runtime
