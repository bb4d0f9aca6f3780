// Fetches and gathers (PTX ISA 9.7.10.3, 9.7.10.4). Observers are told each texel as a load of its
// own.
#include "vgpu/exec/shared_moves.hpp"
#include "vgpu/exec/texture_filter.hpp"
#include "vgpu/exec/texture_gradients.hpp"
#include "vgpu/exec/texture_run.hpp"
#include "vgpu/exec/texture_texel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>

namespace vgpu::exec {

namespace {

using isa::TextureForm;
using Detail = isa::TextureAccess::Detail;
using Result = isa::TextureAccess::Result;

class TextureFetch : public TextureRun {
  public:
    explicit TextureFetch(const TextureRun& found) : TextureRun(found) {}

    bool fetch() {
        std::array<Levels, warp_size> levels{};
        bool has_second = false;
        for (std::uint32_t rest = lanes_; rest != 0 && texture_->levels.size() > 1;
             rest &= rest - 1) {
            const int lane = first_lane(rest);
            Levels& own = levels[static_cast<std::size_t>(lane)];
            own = find_levels(*texture_, detail_of(lane));
            if (what_.integer_coordinates || !gives_floats(texture_->levels.front()))
                own.fraction = 0;
            has_second = has_second || own.fraction != 0;
        }
        Read first, second;
        if (!read_level(levels, false, first)) return false;
        if (has_second && !read_level(levels, true, second)) return false;
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto at = static_cast<std::size_t>(lane);
            put(lane, is_weighed(first.taps[at], levels[at]) ? weighed(first, second, at)
                                                             : first.texels[at][0]);
        }
        return true;
    }

    bool gather() {
        Read square;
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto at = static_cast<std::size_t>(lane);
            square.images[at] = &texture_->levels.front();
            square.taps[at] =
                find_gathered(*square.images[at], *texture_, what_.geometry, place_of(lane));
        }
        if (!read(square, [](std::size_t) { return false; })) return false;
        const auto channel = static_cast<std::size_t>(what_.channel);
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto& texels = square.texels[static_cast<std::size_t>(lane)];
            put(lane,
                {texels[0][channel], texels[1][channel], texels[2][channel], texels[3][channel]});
        }
        return true;
    }

  private:
    // What each lane reads from one level; a lane without taps reads nothing.
    struct Read {
        std::array<const Image*, warp_size> images{};
        std::array<Taps, warp_size> taps{};
        std::array<std::array<Texel, 8>, warp_size> texels{};
    };

    bool gives_floats(const Image& image) const {
        return exec::gives_floats(image, texture_->sampler);
    }

    // The driver has a function for gradients with a depth to compare with; it gives zeros for a
    // line (asked of an H200).
    bool is_compared_line() const {
        return what_.has_reference && what_.detail == Detail::gradient &&
               what_.geometry == isa::Geometry::line;
    }

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
        const Image& image = texture_->levels.front();
        const std::array<std::int64_t, 3> sizes{image.width, image.height, image.slices};
        std::array<Gradient, 2> gradients{};
        for (std::size_t i = 0; i < 2 * dimensions(); ++i)
            gradients[i / dimensions()][i % dimensions()] =
                number(behind + i, lane) * static_cast<double>(sizes[i % dimensions()]);
        return level_of_gradients(gradients[0], gradients[1]);
    }

    static bool is_weighed(const Taps& taps, const Levels& levels) {
        return taps.count > 1 || levels.fraction != 0;
    }

    static Texel weighed(const Read& first, const Read& second, std::size_t lane) {
        std::array<WeighedTexel, 16> all{};
        std::size_t count = 0;
        for (const Read* each : {&first, &second}) {
            if (each->images[lane] == nullptr) continue;
            const Taps& taps = each->taps[lane];
            for (std::size_t i = 0; i < static_cast<std::size_t>(taps.count); ++i)
                if (taps.all[i].counts) all[count++] = {each->texels[lane][i], taps.all[i].weight};
        }
        return weigh({all.data(), count}, first.images[lane]->format);
    }

    bool read_level(const std::array<Levels, warp_size>& levels, bool is_second, Read& level) {
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const auto at = static_cast<std::size_t>(lane);
            if (is_second && levels[at].fraction == 0) continue;
            const std::size_t number = is_second ? levels[at].second : levels[at].first;
            level.images[at] = &texture_->levels[number];
            level.taps[at] = find_taps(*level.images[at], *texture_, what_.geometry, place_of(lane),
                                       levels[at].share(is_second));
            level.taps[at].reads_nothing |= is_compared_line();
        }
        return read(level, [&](std::size_t at) { return is_weighed(level.taps[at], levels[at]); });
    }

    // Tells the observers, and fills the texels. What is weighed stays integers until then.
    template <class IsWeighed>
    bool read(Read& level, const IsWeighed& is_weighed) {
        const Sampler& sampler = texture_->sampler;
        for (std::size_t number = 0; number < 8; ++number) {
            LaneAddresses addresses;
            addresses.mask = 0;
            std::fill(std::begin(addresses.at), std::end(addresses.at), 0);
            std::uint64_t bytes = 1;
            for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::size_t>(first_lane(rest));
                const Taps& taps = level.taps[lane];
                if (level.images[lane] == nullptr || number >= static_cast<std::size_t>(taps.count))
                    continue;
                const Image& image = *level.images[lane];
                const Tap& tap = taps.all[number];
                Texel& texel = level.texels[lane][number];
                if (taps.reads_nothing) continue;
                const bool normalised = sampler.reads_normalised && !is_weighed(lane);
                if (!tap.is_inside) {
                    texel = border_of(sampler, image.format, normalised);
                    continue;
                }
                bytes = image.format.bytes();
                addresses.at[lane] =
                    image.at(tap.x * static_cast<std::int64_t>(bytes), tap.y, tap.slice);
                if (!memory_extent_.contains(addresses.at[lane], bytes))
                    return fail(fmt::format("Texel {}, {} of the texture object {:#x} is not in "
                                            "its memory: it was made for more than there is",
                                            tap.x, tap.y, handle_),
                                static_cast<int>(lane));
                std::array<std::byte, 16> raw; // the largest texels
                load_bytes(interpreter_.machine(), memory_.host_view(addresses.at[lane]),
                           raw.data(), bytes);
                texel = decode(raw.data(), image.format, normalised);
                // What does not count is not looked at.
                if (tap.weight != 0 || what_.form == TextureForm::gather)
                    addresses.mask |= 1u << lane;
            }
            if (addresses.mask != 0) tell(addresses, plain_operation(bytes, false), nullptr);
        }
        return true;
    }

    void put(int lane, const Texel& texel) {
        const auto count = static_cast<std::size_t>(access_.operation.count);
        for (std::size_t i = 0; i < count; ++i) {
            std::uint32_t value = texel[i];
            if (what_.result == Result::halves) value = half_of(value);
            if (what_.result == Result::pairs_of_halves)
                value = half_of(texel[2 * i]) | half_of(texel[2 * i + 1]) << 16;
            put_value(frame_.slots, access_.elements[i], lane, value);
        }
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
};

} // namespace

bool fetch_texels(const TextureRun& found) { return TextureFetch(found).fetch(); }
bool gather_texels(const TextureRun& found) { return TextureFetch(found).gather(); }

} // namespace vgpu::exec
