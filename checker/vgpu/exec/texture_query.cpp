// What txq and suq say of the sizes of textures and surfaces (PTX ISA 9.7.10.5, 9.7.11.4), as an
// H200 answers (api_fetch_queries.txt).
#include "vgpu/exec/texture_run.hpp"

namespace vgpu::exec {

namespace {

using isa::Query;

class TextureQuery : public TextureRun {
  public:
    explicit TextureQuery(const TextureRun& found) : TextureRun(found) {}

    bool answer() {
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const bool is_of_level = what_.detail == isa::TextureAccess::Detail::level;
            const std::uint32_t level = is_of_level ? word(0, lane) : 0;
            const bool is_there = level < texture_->levels.size();
            const std::int64_t size = is_there ? size_of(texture_->levels[level]) : 0;
            put_value(frame_.slots, access_.elements[0], lane, static_cast<std::uint64_t>(size));
        }
        return true;
    }

  private:
    std::int64_t size_of(const Image& image) const {
        switch (what_.query) {
        case Query::width:
            return image.width;
        case Query::height:
            return height_of(image);
        case Query::depth:
            return depth_of(image);
        }
        return 0;
    }

    bool is_surface() const { return texture_->kind == Texture::Kind::surface; }

    // Layers of lines are their height; a line has none, or one row as a texture.
    std::int64_t height_of(const Image& image) const {
        if (texture_->dimensions > 1) return image.height;
        if (texture_->is_layered) return image.slices;
        return is_surface() || texture_->is_linear_memory ? 0 : 1;
    }

    // Faces are counted by a surface only.
    std::int64_t depth_of(const Image& image) const {
        if (texture_->dimensions == 3) return image.slices;
        if (texture_->dimensions == 1) return 0;
        if (texture_->is_cube && is_surface()) return image.slices;
        if (!texture_->is_layered) return 0;
        return texture_->is_cube ? image.slices / 6 : image.slices;
    }
};

} // namespace

bool answer_query(const TextureRun& found) { return TextureQuery(found).answer(); }

} // namespace vgpu::exec
