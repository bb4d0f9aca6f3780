#include "vgpu/exec/bulk_copies.hpp"

#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/memory_access.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>

namespace vgpu::exec {

using ptx::Space;

namespace {

const isa::MemoryOperation& operation_of(isa::MemoryAction action) {
    static const auto of = [](isa::MemoryAction its_action) {
        return plain_operation(its_action, Space::generic, ptx::Type::b32, 4, BulkCopy::piece / 4);
    };
    static const isa::MemoryOperation load = of(isa::MemoryAction::load),
                                      store = of(isa::MemoryAction::store);
    return action == isa::MemoryAction::load ? load : store;
}

// Many bytes of one lane, as an access.
struct Range {
    const BulkCopy& copy;
    isa::MemoryAction action;
    Space space;
    std::uint64_t begin;

    // Calls body(event) for parts that lie within so many aligned bytes.
    template <class Body>
    void each_part(std::uint64_t most, const Body& body) const {
        const std::uint64_t end = begin + copy.bytes.size();
        for (std::uint64_t at = begin; at < end;) {
            const std::uint64_t next = std::min(end, at / most * most + most);
            std::array<std::uint64_t, warp_size> addresses;
            addresses.fill(at);
            body(access_event(copy.place, copy.warp, copy.lanes(), space, addresses.data(),
                              static_cast<int>(next - at), operation_of(action)));
            at = next;
        }
    }
};

constexpr std::uint64_t open_part = 1 << 16; // what observers keep of memory lies in such pages

void tell_range(const Machine& machine, const Range& range) {
    range.each_part(BulkCopy::piece, [&](const AccessEvent& event) {
        for (Observer* observer : machine.listeners.access) observer->on_access(event);
    });
}
void open_range(const Machine& machine, std::uint64_t number, const Range& range) {
    range.each_part(open_part, [&](const AccessEvent& event) {
        for (Observer* observer : machine.listeners.access) observer->on_open(number, event);
    });
}

Range target_of(const BulkCopy& copy) {
    return {copy, isa::MemoryAction::store, copy.space, copy.address};
}

class BulkCopyAccess {
  public:
    BulkCopyAccess(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame, int lane)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame), lane_(lane) {}

    bool run() {
        const std::uint32_t size = frame_.words(access_.values[0])[lane_];
        if (size % BulkCopy::piece != 0)
            return interpreter_.fail(
                make_fault(FaultKind::misaligned, Tool::memcheck, "Invalid size of a bulk copy",
                           fmt::format("{} bytes are not a multiple of {}", size, BulkCopy::piece)),
                op_, lane_);
        copy_.take_numbers(interpreter_.machine().async_copies);
        copy_.place = interpreter_.place(op_);
        copy_.warp = interpreter_.warp_place();
        copy_.lane = lane_;
        copy_.space = access_.copy_target->operation.space;
        copy_.bytes.resize(size);
        std::uint64_t source = 0;
        const auto read = [&](std::uint32_t at, std::byte* host) {
            std::memcpy(&copy_.bytes[at], host, BulkCopy::piece);
        };
        const auto note = [&](std::uint32_t, std::byte* host) { copy_.pieces.push_back(host); };
        if (!visit(access_, source, read) || !visit(*access_.copy_target, copy_.address, note))
            return false;
        if (interpreter_.wants_accesses()) tell(source);
        if (access_.copy_barrier != nullptr)
            return complete_by_copy(interpreter_, op_, *access_.copy_barrier, frame_,
                                    std::move(copy_));
        interpreter_.warp().bulk.begin(std::move(copy_));
        return true;
    }

  private:
    // Calls body(offset, host address) for each piece there.
    template <class Body>
    bool visit(MemoryOp& access, std::uint64_t& first, const Body& body) {
        LaneAddresses at;
        const std::uint32_t lanes = 1u << lane_;
        find_addresses(interpreter_, access, frame_, lanes, at);
        first = at.at[lane_];
        const auto size = static_cast<std::uint32_t>(copy_.bytes.size());
        for (std::uint32_t offset = 0; offset < size; offset += BulkCopy::piece) {
            for (std::uint64_t& address : at.at) address = first + offset;
            at.mask = lanes;
            at.pattern = 0;
            classify(at, BulkCopy::piece);
            Linear linear;
            const Space space = access.operation.space;
            if (!check_linear(interpreter_, op_, access, space, at, linear)) return false;
            const std::uint64_t address =
                is_sampled(interpreter_, space) ? folded(interpreter_, at).at[lane_] : at.at[lane_];
            body(offset, reinterpret_cast<std::byte*>(address +
                                                      static_cast<std::uint64_t>(linear.distance)));
        }
        return true;
    }

    void tell(std::uint64_t source) {
        const Machine& machine = interpreter_.machine();
        const Range from{copy_, isa::MemoryAction::load, access_.operation.space, source};
        tell_range(machine, from);
        // For the mbarrier's others it is written where its thread is now.
        if (access_.copy_barrier != nullptr) tell_range(machine, target_of(copy_));
        open_range(machine, copy_.read_number, from);
        open_range(machine, copy_.write_number, target_of(copy_));
    }

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    Frame& frame_;
    int lane_;
    BulkCopy copy_;
};

bool begin_bulk_copy(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                     std::uint32_t mask) {
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        if (!BulkCopyAccess(interpreter, op, access, frame, first_lane(rest)).run()) return false;
    return true;
}

} // namespace

void BulkCopy::write() const {
    for (std::size_t i = 0; i < pieces.size(); ++i)
        std::memcpy(pieces[i], &bytes[i * piece], piece);
}

MemoryHandler choose_bulk_copy_handler() { return begin_bulk_copy; }

// Of one that a group has waited for.
void Interpreter::arrive(BulkCopy& copy, bool only_read) {
    const auto each = [&](const auto& tell) {
        for (Observer* observer : machine_.listeners.access) tell(*observer);
    };
    if (!copy.has_arrived) {
        each([&](Observer& it) { it.on_settle(copy.read_number, copy.lanes(), nullptr, true); });
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
        if (wants_accesses_) tell_range(machine_, target_of(copy));
        copy.write();
        copy.has_arrived = true;
        if (only_read && wants_accesses_) open_range(machine_, copy.write_number, target_of(copy));
    } else if (!only_read) {
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
        if (wants_accesses_)
            open_range(machine_, copy.write_number, target_of(copy)); // it is written now
        each([&](Observer& it) { it.on_close(copy.write_number, copy.lanes()); });
    }
}

void Interpreter::wait_for_bulk_copies(const std::array<std::uint32_t, warp_size>& open,
                                       std::uint32_t lanes, bool only_read) {
    warp_->bulk.wait(lanes, open, [&](BulkCopy& copy) {
        arrive(copy, only_read);
        return !only_read;
    });
}

} // namespace vgpu::exec
