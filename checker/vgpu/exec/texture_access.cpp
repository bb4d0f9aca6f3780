// Instructions on textures and surfaces (PTX ISA 9.7.10, 9.7.11). Lanes with the same handle are
// served together.
#include "vgpu/exec/texture_run.hpp"

namespace vgpu::exec {

namespace {

using isa::TextureForm;

bool carry_out(const TextureRun& found, TextureForm form) {
    switch (form) {
    case TextureForm::fetch:
        return fetch_texels(found);
    case TextureForm::gather:
        return gather_texels(found);
    case TextureForm::load:
    case TextureForm::store:
    case TextureForm::reduce:
        return use_surface(found);
    case TextureForm::query_texture:
    case TextureForm::query_surface:
        return answer_query(found);
    }
    return true;
}

bool access_texture(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                    std::uint32_t mask) {
    const std::uint64_t* base = frame.doublewords(access.base_offset);
    const auto displacement = static_cast<std::uint64_t>(access.displacement);
    for (std::uint32_t rest = mask; rest != 0;) {
        const std::uint64_t handle = base[first_lane(rest)];
        std::uint32_t same = 0;
        for (std::uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1)
            if (base[first_lane(lanes)] == handle) same |= 1u << first_lane(lanes);
        rest &= ~same;
        TextureRun run(interpreter, op, access, frame, same, handle + displacement);
        if (!run.find() || !carry_out(run, access.operation.texture->form)) return false;
    }
    return true;
}

} // namespace

MemoryHandler choose_texture_handler() { return access_texture; }

} // namespace vgpu::exec
