// What kernels do to tensor maps in memory: tensormap.replace (PTX ISA 9.7.9.26) changes a field of
// one, tensormap.cp_fenceproxy (9.7.13.16) copies one from shared to global memory,
// fence.proxy.tensormap (9.7.13.4) orders a change for the copies that read the map.
#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/shared_moves.hpp"
#include "vgpu/exec/tensor_map.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace vgpu::exec {

using isa::MemoryAction;
using ptx::Space;

namespace {

// The 128 bytes that a lane's address leads to.
class MapPlace {
  public:
    MapPlace(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame, int lane)
        : interpreter_(interpreter), op_(op), access_(access), lane_(lane) {
        find_addresses(interpreter, access, frame, 1u << lane, at_);
    }

    // False after a fault: they are not there, or not aligned as a map is.
    bool find() {
        space_ = access_.operation.space;
        if (space_ == Space::generic) {
            std::uint32_t rest = at_.mask;
            LaneAddresses own;
            space_ = next_part(at_, tensor_map_alignment, rest, own);
            at_ = own;
        }
        const std::uint64_t begin = at_.at[lane_];
        if (space_ != Space::shared && space_ != Space::global)
            return report_bad_access(interpreter_, op_, access_, space_, begin, lane_, false);
        for (std::size_t half = 0; half < 2; ++half) {
            for (std::uint64_t& each : at_.at) each = begin + half * tensor_map_alignment;
            classify(at_, tensor_map_alignment);
            Linear linear;
            if (!check_linear(interpreter_, op_, access_, space_, at_, linear)) return false;
            const LaneAddresses there =
                is_sampled(interpreter_, space_) ? folded(interpreter_, at_) : at_;
            halves_[half] = reinterpret_cast<std::byte*>(
                there.at[lane_] + static_cast<std::uint64_t>(linear.distance));
        }
        begin_ = begin;
        return true;
    }
    TensorMapImage read() const {
        tell(MemoryAction::load);
        TensorMapImage image;
        for (std::size_t half = 0; half < 2; ++half)
            load_bytes(interpreter_.machine(), halves_[half], &image[half * tensor_map_alignment],
                       tensor_map_alignment);
        return image;
    }
    void write(const TensorMapImage& image) const {
        tell(MemoryAction::store);
        for (std::size_t half = 0; half < 2; ++half)
            store_bytes(interpreter_.machine(), halves_[half], &image[half * tensor_map_alignment],
                        tensor_map_alignment);
    }
    std::uint64_t address() const { return begin_; }
    bool is_in_global_memory() const { return space_ == Space::global; }

  private:
    void tell(MemoryAction action) const {
        if (!interpreter_.wants_accesses()) return;
        constexpr int piece = 16;
        const isa::MemoryOperation operation =
            plain_operation(action, space_, ptx::Type::b32, 4, piece / 4);
        for (std::uint64_t at = 0; at < tensor_map_bytes; at += piece) {
            std::array<std::uint64_t, warp_size> addresses;
            addresses.fill(begin_ + at);
            const AccessEvent event =
                access_event(interpreter_.place(op_), interpreter_.warp_place(), 1u << lane_,
                             space_, addresses.data(), piece, operation);
            for (Observer* observer : interpreter_.machine().listeners.access)
                observer->on_access(event);
        }
    }

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    int lane_;
    LaneAddresses at_;
    Space space_ = Space::global;
    std::uint64_t begin_ = 0;
    std::array<std::byte*, 2> halves_{};
};

bool replace_fields(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                    std::uint32_t mask) {
    const isa::MapOperation& what = access.operation.map;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        MapPlace place(interpreter, op, access, frame, lane);
        if (!place.find()) return false;
        TensorMapImage image = place.read();
        const std::uint64_t value = access.value_storage == isa::Storage::word
                                        ? frame.words(access.values[0])[lane]
                                        : frame.doublewords(access.values[0])[lane];
        if (!replace_field(image, what.field, what.dimension, value))
            return interpreter.fail(
                make_fault(FaultKind::illegal_instruction, Tool::memcheck, "Invalid tensor map",
                           fmt::format("The 128 bytes at address {:#x} are no tensor map: copy one "
                                       "there that cuTensorMapEncodeTiled has made, and replace "
                                       "its fields",
                                       place.address())),
                op, lane);
        place.write(image);
        if (place.is_in_global_memory())
            tell_map_step(interpreter, op, lane, place.address(), MapStep::changed);
    }
    return true;
}

// All lanes of the warp name the same map; one of them copies it.
bool copy_map(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
              std::uint32_t mask) {
    const int lane = first_lane(mask);
    MapPlace from(interpreter, op, access, frame, lane);
    MapPlace to(interpreter, op, *access.copy_target, frame, lane);
    if (!from.find() || !to.find()) return false;
    to.write(from.read());
    tell_map_step(interpreter, op, lane, to.address(), MapStep::copied);
    return true;
}

bool acquire_maps(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                  std::uint32_t mask) {
    LaneAddresses at;
    find_addresses(interpreter, access, frame, mask, at);
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        tell_map_step(interpreter, op, lane, at.at[lane], MapStep::acquired);
    }
    return true;
}

} // namespace

void tell_map_step(Interpreter& interpreter, const Op& op, int lane, std::uint64_t address,
                   MapStep step) {
    const TensorMapEvent event{interpreter.place(op), interpreter.warp_place(), lane, address,
                               step};
    for (Observer* observer : interpreter.machine().listeners.fence) observer->on_tensor_map(event);
}

MemoryHandler choose_map_handler(const MemoryOp& access) {
    if (access.operation.action == MemoryAction::acquire_map) return acquire_maps;
    return access.operation.action == MemoryAction::copy_map ? copy_map : replace_fields;
}

} // namespace vgpu::exec
