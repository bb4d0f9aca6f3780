// Fetches and gathers (PTX ISA 9.7.10.3, 9.7.10.4). Observers are told each texel as a load of its
// own.
#include "vgpu/exec/texture_filter.hpp"
#include "vgpu/exec/texture_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace vgpu::exec {

namespace {

using isa::TextureForm;
using Detail = isa::TextureAccess::Detail;

class TextureFetch : public TextureRun {
  public:
    explicit TextureFetch(const TextureRun& found) : TextureRun(found) {}

    bool fetch() {
        std::array<std::size_t, warp_size> first{}, second{};
        std::array<std::uint32_t, warp_size> fractions{};
        bool has_second = false;
        for (std::uint32_t rest = lanes_; rest != 0 && texture_->levels.size() > 1;
             rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto at = static_cast<std::size_t>(lane);
            const Levels levels = find_levels(*texture_, detail_of(lane));
            first[at] = levels.first;
            second[at] = levels.second;
            fractions[at] = levels.fraction;
            has_second = has_second || levels.fraction != 0;
        }
        std::array<Texel, warp_size> results{};
        if (!fetch_level(first, results)) return false;
        if (has_second) {
            std::array<Texel, warp_size> others{};
            if (!fetch_level(second, others)) return false;
            for (std::size_t lane = 0; lane < warp_size; ++lane)
                if (fractions[lane] != 0)
                    results[lane] = between(results[lane], others[lane], fractions[lane]);
        }
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            put(lane, results[static_cast<std::size_t>(lane)]);
        }
        return true;
    }

    bool gather() {
        std::array<const Image*, warp_size> images{};
        std::array<Taps, warp_size> taps{};
        images.fill(&texture_->levels.front());
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            taps[static_cast<std::size_t>(lane)] =
                find_gathered(texture_->levels.front(), *texture_, what_.geometry, place_of(lane));
        }
        if (!read(images, taps)) return false;
        const auto channel = static_cast<std::size_t>(what_.channel);
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto& texels = texels_[static_cast<std::size_t>(lane)];
            put(lane,
                {texels[0][channel], texels[1][channel], texels[2][channel], texels[3][channel]});
        }
        return true;
    }

  private:
    std::size_t first_offset() const {
        const std::size_t level = what_.detail == Detail::level      ? 1
                                  : what_.detail == Detail::gradient ? 2 * dimensions()
                                                                     : 0;
        return first_coordinate() + dimensions() + level;
    }

    // Hardware has a field of four bits for it, of six in a gather; the rest is lost (asked of an
    // H200).
    std::int32_t offset_in(std::uint32_t word) const {
        const int lost = what_.form == TextureForm::gather ? 26 : 28;
        return static_cast<std::int32_t>(word << lost) >> lost;
    }

    FetchPlace place_of(int lane) const {
        FetchPlace place;
        place.is_integer = what_.integer_coordinates;
        place.has_level = what_.detail == Detail::level;
        if (place.is_integer && place.has_level)
            place.is_of_level =
                word(first_coordinate() + dimensions(), lane) < texture_->levels.size();
        if (first_coordinate() != 0) place.layer = static_cast<std::int32_t>(word(0, lane));
        for (std::size_t i = 0; i < dimensions(); ++i) {
            place.at[i] = number(first_coordinate() + i, lane);
            place.index[i] = static_cast<std::int32_t>(word(first_coordinate() + i, lane));
            if (what_.has_offsets) place.offset[i] = offset_in(word(first_offset() + i, lane));
        }
        return place;
    }

    // The level of detail that a lane asks for.
    float detail_of(int lane) const {
        const std::size_t behind = first_coordinate() + dimensions();
        if (what_.detail == Detail::level)
            return what_.integer_coordinates
                       ? static_cast<float>(static_cast<std::int32_t>(word(behind, lane)))
                       : number(behind, lane);
        if (what_.detail == Detail::base) return 0;
        // The longer one of both gradients, in texels.
        const Image& image = texture_->levels.front();
        const std::array<std::int64_t, 3> sizes{image.width, image.height, image.slices};
        double longest = 0;
        for (std::size_t gradient = 0; gradient < 2; ++gradient) {
            double square = 0;
            for (std::size_t i = 0; i < dimensions(); ++i) {
                const double step = number(behind + gradient * dimensions() + i, lane);
                const double texels = step * static_cast<double>(sizes[i]);
                square += texels * texels;
            }
            longest = std::max(longest, std::sqrt(square));
        }
        return longest > 0 ? static_cast<float>(std::log2(longest)) : -126.f;
    }

    // Tells the observers, and fills texels_.
    bool read(const std::array<const Image*, warp_size>& images,
              const std::array<Taps, warp_size>& taps) {
        const Sampler& sampler = texture_->sampler;
        for (std::size_t tap = 0; tap < 8; ++tap) {
            LaneAddresses addresses;
            addresses.mask = 0;
            std::fill(std::begin(addresses.at), std::end(addresses.at), 0);
            std::uint64_t bytes = 1;
            for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(first_lane(rest));
                if (tap >= static_cast<std::size_t>(taps[lane].count)) continue;
                const Image& image = *images[lane];
                const Tap& at = taps[lane].all[tap];
                Texel& texel = texels_[lane][tap];
                texel = {};
                if (taps[lane].reads_nothing) continue;
                // What is weighed stays integers until then.
                const bool normalised =
                    sampler.reads_normalised &&
                    (taps[lane].count == 1 || what_.form == TextureForm::gather);
                if (!at.is_inside) {
                    texel = border_of(sampler, image.format, normalised);
                    continue;
                }
                bytes = image.format.bytes();
                addresses.at[lane] =
                    image.at(at.x * static_cast<std::int64_t>(bytes), at.y, at.slice);
                if (!memory_extent_.contains(addresses.at[lane], bytes))
                    return fail(fmt::format("Texel {}, {} of the texture object {:#x} is not in "
                                            "its memory: it was made for more than there is",
                                            at.x, at.y, handle_),
                                static_cast<int>(lane));
                texel = decode(memory_.host_view(addresses.at[lane]), image.format, normalised);
                // What does not count is not looked at.
                if (at.weight != 0 || what_.form == TextureForm::gather)
                    addresses.mask |= 1u << lane;
            }
            if (addresses.mask != 0) tell(addresses, plain_operation(bytes, false), nullptr);
        }
        return true;
    }

    void put(int lane, const Texel& texel) {
        const auto count = static_cast<std::size_t>(access_.operation.count);
        for (std::size_t i = 0; i < count; ++i)
            put_value(frame_.slots, access_.elements[i], lane, texel[i]);
        if (access_.elements.size() > count) put_residency(access_.elements[count], lane);
    }

    // There is no memory that is not there.
    void put_residency(const ElementSlot& element, int lane) {
        std::byte* slot = frame_.slots + element.offset;
        std::uint32_t all = 0;
        std::memcpy(&all, slot, sizeof all);
        all |= 1u << lane;
        std::memcpy(slot, &all, sizeof all);
    }

    // All lanes' results of one level.
    bool fetch_level(const std::array<std::size_t, warp_size>& levels,
                     std::array<Texel, warp_size>& results) {
        std::array<const Image*, warp_size> images{};
        std::array<Taps, warp_size> taps{};
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto at = static_cast<std::size_t>(lane);
            images[at] = &texture_->levels[levels[at]];
            taps[at] = find_taps(*images[at], *texture_, what_.geometry, place_of(lane));
        }
        if (!read(images, taps)) return false;
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::size_t>(first_lane(rest));
            results[lane] = taps[lane].count == 1
                                ? texels_[lane][0]
                                : weigh(texels_[lane], taps[lane], images[lane]->format);
        }
        return true;
    }

    std::array<std::array<Texel, 8>, warp_size> texels_{};
};

} // namespace

bool fetch_texels(const TextureRun& found) { return TextureFetch(found).fetch(); }
bool gather_texels(const TextureRun& found) { return TextureFetch(found).gather(); }

} // namespace vgpu::exec
