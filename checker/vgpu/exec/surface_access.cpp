// Instructions that load from surfaces, store to them and reduce in them (PTX ISA 9.7.11).
#include "vgpu/exec/texture_run.hpp"
#include "vgpu/isa/reduction.hpp"
#include "vgpu/isa/semantics/rounding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>

namespace vgpu::exec {

namespace {

using isa::TextureForm;

// What becomes of 32 bits in a channel, as an H200 has it: integers end at the type's limits,
// floats are cut off to f16.
std::uint32_t as_channel(std::uint32_t value, const TexelFormat& format) {
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

class SurfaceUse : public TextureRun {
  public:
    explicit SurfaceUse(const TextureRun& found) : TextureRun(found) {}

    bool run() {
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

  private:
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

    void load(LaneAddresses& addresses, std::uint32_t inside) {
        const LaneAddresses at = addresses;
        if (inside != 0)
            tell(addresses, plain_operation(static_cast<std::uint64_t>(access_.bytes), false),
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

    // Channels that the instruction does not have become zero.
    void store_formatted(LaneAddresses& addresses, std::uint32_t inside) {
        if (inside == 0) return;
        const LaneAddresses at = addresses;
        const TexelFormat& format = texture_->levels.front().format;
        tell(addresses, plain_operation(format.bytes(), true), nullptr);
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

    // A plain store, as wide as its elements are in registers.
    const isa::MemoryOperation& store_operation() {
        store_operation_ = plain_operation(static_cast<std::uint64_t>(access_.bytes), true);
        store_operation_.width = access_.operation.width;
        store_operation_.count = access_.operation.count;
        return store_operation_;
    }

    isa::MemoryOperation store_operation_;
};

} // namespace

bool use_surface(const TextureRun& found) { return SurfaceUse(found).run(); }

} // namespace vgpu::exec
