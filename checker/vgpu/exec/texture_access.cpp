// Instructions on textures and surfaces (PTX ISA 9.7.10, 9.7.11). Lanes with the same handle are
// served together; observers are told each texel of a fetch as a load of its own.
#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/texture_filter.hpp"
#include "vgpu/isa/reduction.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

namespace vgpu::exec {

namespace {

using isa::TextureForm;
using Detail = isa::TextureAccess::Detail;

const isa::MemoryOperation& operation_of(std::uint64_t bytes, bool is_store) {
    const auto make = [](int width, int count, bool stores) {
        isa::MemoryOperation operation;
        operation.action = stores ? isa::MemoryAction::store : isa::MemoryAction::load;
        operation.space = ptx::Space::global;
        operation.width = width;
        operation.count = count;
        return operation;
    };
    static const std::array<isa::MemoryOperation, 10> all{
        make(1, 1, false), make(2, 1, false), make(4, 1, false), make(4, 2, false),
        make(4, 4, false), make(1, 1, true),  make(2, 1, true),  make(4, 1, true),
        make(4, 2, true),  make(4, 4, true)};
    return all[static_cast<std::size_t>(std::countr_zero(bytes)) + (is_store ? 5 : 0)];
}

// The lanes of a warp whose handles are the same.
class TextureRun {
  public:
    TextureRun(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
               std::uint32_t lanes, std::uint64_t handle)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame),
          what_(*access.operation.texture), memory_(*interpreter.machine().memory), lanes_(lanes),
          handle_(handle) {}

    bool run() {
        if (!find()) return false;
        switch (what_.form) {
        case TextureForm::fetch:
            return fetch();
        case TextureForm::gather:
            return gather();
        case TextureForm::load:
        case TextureForm::store:
        case TextureForm::reduce:
            return use_surface();
        case TextureForm::query_texture:
        case TextureForm::query_surface:
            return answer();
        }
        return true;
    }

  private:
    bool is_of_surface() const {
        return what_.form == TextureForm::load || what_.form == TextureForm::store ||
               what_.form == TextureForm::reduce || what_.form == TextureForm::query_surface;
    }
    bool fail(std::string detail, int lane, bool misaligned = false) {
        const bool writes = what_.form == TextureForm::store || what_.form == TextureForm::reduce;
        const char* message = !is_of_surface() ? "Invalid texture fetch"
                              : writes         ? "Invalid surface write"
                                               : "Invalid surface read";
        return interpreter_.fail(make_fault(misaligned ? FaultKind::misaligned
                                            : writes   ? FaultKind::invalid_write
                                                       : FaultKind::invalid_read,
                                            Tool::memcheck, message, std::move(detail)),
                                 op_, lane);
    }

    // The texture or surface, if its memory is there and in reach.
    bool find() {
        const Textures& textures = *interpreter_.machine().textures;
        const int lane = first_lane(lanes_);
        const char* const wanted = is_of_surface() ? "surface" : "texture";
        texture_ = textures.find(handle_);
        if (texture_ == nullptr)
            return fail(
                textures.was_destroyed(handle_)
                    ? fmt::format("{:#x} was a {} object that has been destroyed", handle_, wanted)
                    : fmt::format("{:#x} is no {} object", handle_, wanted),
                lane);
        if ((texture_->kind == Texture::Kind::surface) != is_of_surface())
            return fail(fmt::format("{:#x} is a {} object, and the instruction is for a {}",
                                    handle_, is_of_surface() ? "texture" : "surface", wanted),
                        lane);
        if (texture_->is_freed)
            return fail(fmt::format("The {} object {:#x} is of memory that has been freed", wanted,
                                    handle_),
                        lane);
        memory_extent_ = memory_.extent(texture_->levels.front().address, true);
        return memory_extent_.end != 0 ||
               fail(fmt::format("The {} object {:#x} is of memory that the device cannot reach",
                                wanted, handle_),
                    lane);
    }

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

    FetchPlace place_of(int lane) const {
        FetchPlace place;
        place.is_integer = what_.integer_coordinates;
        if (first_coordinate() != 0) place.layer = static_cast<std::int32_t>(word(0, lane));
        for (std::size_t i = 0; i < dimensions(); ++i) {
            place.at[i] = number(first_coordinate() + i, lane);
            place.index[i] = static_cast<std::int32_t>(word(first_coordinate() + i, lane));
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
            if (addresses.mask != 0) tell(addresses, operation_of(bytes, false), nullptr);
        }
        return true;
    }

    void tell(LaneAddresses& addresses, const isa::MemoryOperation& operation,
              const void* const* values) {
        if (!interpreter_.wants_accesses()) return;
        const int bytes = operation.width * operation.count;
        classify(addresses, static_cast<std::uint64_t>(bytes));
        AccessEvent event =
            access_event(interpreter_.place(op_), interpreter_.warp_place(), addresses.mask,
                         ptx::Space::global, addresses.at, bytes, operation);
        event.to_host = memory_.distance();
        event.values = values;
        for (Observer* observer : interpreter_.machine().listeners.access)
            observer->on_access(event);
    }

    void put(int lane, const Texel& texel) {
        for (std::size_t i = 0; i < access_.elements.size(); ++i)
            put_value(frame_.slots, access_.elements[i], lane, texel[i]);
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

    struct SurfacePlace {
        std::int64_t x = 0, y = 0, slice = 0; // x in bytes
        bool is_inside = true, is_aligned = true;
    };
    SurfacePlace surface_place(int lane) const {
        const Image& image = texture_->levels.front();
        const auto bytes = static_cast<std::int64_t>(bytes_moved());
        std::array<std::int64_t, 3> at{0, 0, 0};
        for (std::size_t i = 0; i < dimensions(); ++i)
            at[i] = static_cast<std::int32_t>(word(first_coordinate() + i, lane));
        if (what_.is_formatted) at[0] *= bytes;
        if (first_coordinate() != 0) at[2] = static_cast<std::int32_t>(word(0, lane));
        const std::array<std::int64_t, 3> room{
            image.width * static_cast<std::int64_t>(image.format.bytes()) - bytes, image.height - 1,
            image.slices - 1};
        SurfacePlace place;
        for (std::size_t i = 0; i < 3; ++i) {
            place.is_inside = place.is_inside && at[i] >= 0 && at[i] <= room[i];
            if (what_.outside == isa::Outside::clamp)
                at[i] = std::clamp<std::int64_t>(at[i], 0, std::max<std::int64_t>(room[i], 0));
        }
        // An access that is wider than a row has no place in it.
        if (what_.outside == isa::Outside::clamp) place.is_inside = room[0] >= 0;
        place.is_aligned = at[0] % bytes == 0;
        place.x = at[0];
        place.y = at[1];
        place.slice = at[2];
        return place;
    }

    bool use_surface() {
        const Image& image = texture_->levels.front();
        LaneAddresses addresses;
        addresses.mask = 0;
        std::fill(std::begin(addresses.at), std::end(addresses.at), 0);
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const SurfacePlace place = surface_place(lane);
            if (!place.is_inside && what_.outside == isa::Outside::trap)
                return fail(
                    fmt::format("Byte {} of row {} of slice {} is outside of the surface, "
                                "which has {} bytes a row, {} rows and {} slices: x counts "
                                "bytes",
                                place.x, place.y, place.slice,
                                image.width * static_cast<std::int64_t>(image.format.bytes()),
                                image.height, image.slices),
                    lane);
            if (place.is_inside && !place.is_aligned)
                return fail(fmt::format("Byte {} of a row is no multiple of the {} bytes of the "
                                        "access: x counts bytes",
                                        place.x, bytes_moved()),
                            lane, true);
            if (!place.is_inside) continue;
            addresses.at[lane] = image.at(place.x, place.y, place.slice);
            addresses.mask |= 1u << lane;
        }
        const std::uint32_t inside = addresses.mask;
        if (what_.form == TextureForm::load)
            load(addresses, inside);
        else if (what_.form == TextureForm::store)
            what_.is_formatted ? store_formatted(addresses, inside) : store(addresses, inside);
        else
            reduce(addresses, inside);
        return true;
    }

    void load(LaneAddresses& addresses, std::uint32_t inside) {
        const LaneAddresses at = addresses;
        if (inside != 0)
            tell(addresses, operation_of(static_cast<std::uint64_t>(access_.bytes), false),
                 nullptr);
        const auto width = static_cast<std::size_t>(access_.operation.width);
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            for (std::size_t i = 0; i < access_.elements.size(); ++i) {
                std::uint64_t value = 0;
                if ((inside >> lane & 1) != 0)
                    std::memcpy(&value, memory_.host_view(at.at[lane] + i * width), width);
                put_value(frame_.slots, access_.elements[i], lane, value);
            }
        }
    }

    void store(LaneAddresses& addresses, std::uint32_t inside) {
        if (inside == 0) return;
        const LaneAddresses at = addresses;
        const auto width = static_cast<std::size_t>(access_.operation.width);
        const std::size_t first = first_coordinate() + dimensions();
        std::array<const void*, 4> values{};
        for (std::size_t i = 0; i < static_cast<std::size_t>(access_.operation.count); ++i)
            values[i] = frame_.slots + access_.values[first + i];
        tell(addresses, store_operation(), values.data());
        for (std::uint32_t rest = inside; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            for (std::size_t i = 0; i < static_cast<std::size_t>(access_.operation.count); ++i) {
                const auto* slot = static_cast<const std::byte*>(values[i]) +
                                   static_cast<std::size_t>(lane) * (width == 8 ? 8 : 4);
                std::memcpy(memory_.host_view(at.at[lane] + i * width), slot, width);
            }
        }
    }

    // Those of an element of the surface, or as many as the instruction says.
    std::uint64_t bytes_moved() const {
        return what_.is_formatted && what_.form == TextureForm::store
                   ? texture_->levels.front().format.bytes()
                   : static_cast<std::uint64_t>(access_.bytes);
    }

    // What becomes of 32 bits in a channel, as an H200 has it: integers end at the type's limits,
    // floats are cut off to f16.
    static std::uint32_t as_channel(std::uint32_t value, const TexelFormat& format) {
        if (format.bits == 32) return value;
        const std::uint32_t ones = (1u << format.bits) - 1;
        switch (format.kind) {
        case ChannelKind::unsigned_integer:
            return std::min(value, ones);
        case ChannelKind::signed_integer: {
            const auto most = static_cast<std::int32_t>(ones / 2);
            return static_cast<std::uint32_t>(
                       std::clamp(static_cast<std::int32_t>(value), -most - 1, most)) &
                   ones;
        }
        case ChannelKind::floating:
            break;
        }
        const float number = std::bit_cast<float>(value);
        if (std::isnan(number)) return (value >> 16 & 0x8000u) | 0x7c00u | (value >> 13 & 0x3ffu);
        if (std::isinf(number)) return (value >> 16 & 0x8000u) | 0x7c00u;
        return static_cast<std::uint32_t>(
            isa::encode(isa::exact(double{number}), isa::format_f16, isa::Mode::rz));
    }
    // Channels that the instruction does not have become zero.
    void store_formatted(LaneAddresses& addresses, std::uint32_t inside) {
        if (inside == 0) return;
        const LaneAddresses at = addresses;
        const TexelFormat& format = texture_->levels.front().format;
        tell(addresses, operation_of(format.bytes(), true), nullptr);
        const std::size_t first = first_coordinate() + dimensions();
        for (std::uint32_t rest = inside; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            std::byte* host = memory_.host_view(at.at[lane]);
            for (int i = 0; i < format.channels; ++i, host += format.bits / 8) {
                const std::uint32_t value =
                    i < access_.operation.count
                        ? as_channel(word(first + static_cast<std::size_t>(i), lane), format)
                        : 0;
                std::memcpy(host, &value, static_cast<std::size_t>(format.bits) / 8);
            }
        }
    }

    // Lane after lane, each as one.
    void reduce(LaneAddresses& addresses, std::uint32_t inside) {
        if (inside == 0) return;
        const LaneAddresses at = addresses;
        const auto width = static_cast<std::size_t>(access_.operation.width);
        const std::byte* operand = frame_.slots + access_.values[first_coordinate() + dimensions()];
        tell(addresses, reduction_operation(), nullptr);
        const isa::AtomicFunction function = reduction();
        for (std::uint32_t rest = inside; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            std::uint64_t old = 0, value = 0;
            std::byte* const host = memory_.host_view(at.at[lane]);
            std::memcpy(&old, host, width);
            std::memcpy(&value, operand + static_cast<std::size_t>(lane) * (width == 8 ? 8 : 4),
                        width);
            const std::uint64_t now = function(old, value, 0);
            std::memcpy(host, &now, width);
        }
    }

    isa::AtomicFunction reduction() const {
        const bool is_signed = texture_->levels.front().format.kind == ChannelKind::signed_integer;
        if (!what_.is_formatted || !is_signed) return access_.operation.atomic;
        const auto type = access_.operation.width == 8 ? ptx::Type::s64 : ptx::Type::s32;
        const isa::AtomicFunction own =
            isa::reduction_of(access_.operation.bulk.reduction, type, ptx::Space::global);
        return own != nullptr ? own : access_.operation.atomic;
    }

    const isa::MemoryOperation& reduction_operation() {
        store_operation_ = access_.operation;
        store_operation_.action = isa::MemoryAction::reduction;
        store_operation_.space = ptx::Space::global;
        store_operation_.texture = nullptr;
        return store_operation_;
    }

    // As wide as its elements are in registers.
    const isa::MemoryOperation& store_operation() {
        store_operation_ = operation_of(static_cast<std::uint64_t>(access_.bytes), true);
        store_operation_.width = access_.operation.width;
        store_operation_.count = access_.operation.count;
        return store_operation_;
    }

    bool answer() {
        const Image& image = texture_->levels.front();
        std::int64_t value = 0;
        switch (what_.query) {
        case isa::Query::width:
            value = image.width;
            break;
        case isa::Query::height:
            value = image.height;
            break;
        case isa::Query::depth:
        case isa::Query::layers:
            value = image.slices;
            break;
        case isa::Query::levels:
            value = static_cast<std::int64_t>(texture_->levels.size());
            break;
        case isa::Query::is_normalised:
            value = texture_->sampler.has_normalised_coordinates ? 1 : 0;
            break;
        }
        for (std::uint32_t rest = lanes_; rest != 0; rest &= rest - 1)
            put_value(frame_.slots, access_.elements[0], first_lane(rest),
                      static_cast<std::uint64_t>(value));
        return true;
    }

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
    isa::MemoryOperation store_operation_;
    std::array<std::array<Texel, 8>, warp_size> texels_{};
};

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
        if (!run.run()) return false;
    }
    return true;
}

} // namespace

MemoryHandler choose_texture_handler() { return access_texture; }

} // namespace vgpu::exec
