// What txq and suq say of textures and surfaces (PTX ISA 9.7.10.5, 9.7.11.4).
#include "vgpu/exec/texture_run.hpp"

#include <fmt/format.h>

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
            if (level >= texture_->levels.size())
                return fail(
                    fmt::format("Level {} is asked for, and the texture object {:#x} has {}",
                                static_cast<std::int32_t>(level), handle_, texture_->levels.size()),
                    lane);
            put_value(frame_.slots, access_.elements[0], lane,
                      static_cast<std::uint64_t>(value_of(texture_->levels[level])));
        }
        return true;
    }

  private:
    std::int64_t value_of(const Image& image) const {
        const Sampler& sampler = texture_->sampler;
        switch (what_.query) {
        case Query::width:
            return image.width;
        case Query::height:
            return image.height;
        case Query::depth:
        case Query::layers:
            return image.slices;
        case Query::levels:
            return static_cast<std::int64_t>(texture_->levels.size());
        case Query::is_normalised:
            return sampler.has_normalised_coordinates ? 1 : 0;
        }
        return 0;
    }
};

} // namespace

bool answer_query(const TextureRun& found) { return TextureQuery(found).answer(); }

} // namespace vgpu::exec
