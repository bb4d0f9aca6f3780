// Texture and surface objects: made, asked about, destroyed.
#include "vgpu/runtime/texture_objects.hpp"

#include "vgpu/exec/textures.hpp"
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/runtime.hpp"

#include <fmt/core.h>

using namespace vgpu::runtime;

namespace {

cudaError_t find(Call& call, std::uint64_t handle, bool is_surface, const TextureObject*& object) {
    object = call.runtime.textures.find(handle, is_surface);
    if (object != nullptr) return cudaSuccess;
    return call.fail(
        cudaErrorInvalidValue,
        fmt::format("{} was given {:#x}, which is no {} object{}", call.api, handle,
                    is_surface ? "surface" : "texture",
                    call.device().textures().was_destroyed(handle) ? " any more" : ""));
}

template <class Answer, class Member>
cudaError_t tell(Call& call, Answer* answer, std::uint64_t handle, bool is_surface, Member member) {
    if (answer == nullptr) return null_answer(call);
    const TextureObject* object = nullptr;
    if (const cudaError_t error = find(call, handle, is_surface, object); error != cudaSuccess)
        return error;
    *answer = object->*member;
    return cudaSuccess;
}

// Kernels that were launched before may still use it: they run first.
cudaError_t destroy(Call& call, std::uint64_t handle, bool is_surface) {
    // A GPU reports no error if there is no such object, or no longer (api_textures.txt).
    if (call.runtime.textures.find(handle, is_surface) == nullptr) return cudaSuccess;
    const cudaError_t error = call.runtime.wait_for_all();
    call.device().textures().remove(handle);
    call.runtime.textures.remove(handle);
    return error;
}

} // namespace

extern "C" {

cudaError_t cudaCreateTextureObject(cudaTextureObject_t* handle, const cudaResourceDesc* resource,
                                    const cudaTextureDesc* texture,
                                    const cudaResourceViewDesc* view) {
    return api_call(__func__, [&](Call& call) {
        return create_texture(call, handle, resource, texture, view);
    });
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle) {
    return api_call(__func__, [&](Call& call) { return destroy(call, handle, false); });
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaTextureObject_t handle) {
    return api_call(__func__, [&](Call& call) {
        return tell(call, resource, handle, false, &TextureObject::resource);
    });
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc* texture, cudaTextureObject_t handle) {
    return api_call(__func__, [&](Call& call) {
        return tell(call, texture, handle, false, &TextureObject::texture);
    });
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t* handle, const cudaResourceDesc* resource) {
    return api_call(__func__, [&](Call& call) { return create_surface(call, handle, resource); });
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle) {
    return api_call(__func__, [&](Call& call) { return destroy(call, handle, true); });
}

cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc* resource,
                                             cudaSurfaceObject_t handle) {
    return api_call(__func__, [&](Call& call) {
        return tell(call, resource, handle, true, &TextureObject::resource);
    });
}

} // extern "C"
