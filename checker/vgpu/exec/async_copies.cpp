#include "vgpu/exec/async_copies.hpp"

#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/shared_moves.hpp"

#include <algorithm>
#include <cstring>

namespace vgpu::exec {

using ptx::Space;

namespace {

// MemoryOp::values says how many bytes are read (the others are zero), or whether any are.
std::uint32_t bytes_to_read(const MemoryOp& access, const Frame& frame, int lane) {
    const auto all = static_cast<std::uint32_t>(access.copy_target->bytes);
    if (access.values.empty()) return all;
    const std::uint32_t* words = frame.words(access.values[0]);
    if (access.value_storage == isa::Storage::predicate)
        return (words[0] >> lane & 1) != 0 ? 0 : all;
    return std::min(words[lane], all);
}

void open_source(Interpreter& interpreter, const MemoryOp& access, const LaneAddresses& addresses,
                 const AsyncCopy& copy) {
    interpreter.tell_open(copy.number, access_event(copy.place, interpreter.warp_place(),
                                                    addresses.mask, Space::global, addresses.at,
                                                    access.bytes, access.operation));
}

// Part of the lanes' sources: `bytes` from `offset` on.
bool read_part(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
               std::uint32_t lanes, int offset, int bytes, AsyncCopy& copy) {
    access.bytes = access.copy_target->bytes; // patterns are of whole copies
    LaneAddresses addresses;
    find_addresses(interpreter, access, frame, lanes, addresses);
    if (bytes != access.bytes) {
        access.bytes = bytes;
        for (std::uint64_t& address : addresses.at) address += static_cast<std::uint64_t>(offset);
        addresses.pattern = 0;
        classify(addresses, static_cast<std::uint64_t>(bytes));
    }
    Linear linear;
    if (!check_linear(interpreter, op, access, Space::global, addresses, linear)) return false;
    if (interpreter.wants_accesses()) {
        announce(interpreter, op, access, frame, Space::global, addresses, linear.distance);
        open_source(interpreter, access, addresses, copy);
    }
    if (is_sampled(interpreter, Space::global)) addresses = folded(interpreter, addresses);
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const auto* host = reinterpret_cast<const std::byte*>(
            addresses.at[lane] + static_cast<std::uint64_t>(linear.distance));
        std::array<std::byte, 4 * AsyncCopy::most_words> read;
        load_bytes(interpreter.machine(), host, read.data(), static_cast<std::size_t>(bytes));
        for (int done = 0; done < bytes; ++done) {
            const int at = offset + done;
            std::uint32_t& word =
                copy.words[static_cast<std::size_t>(at / 4)][static_cast<std::size_t>(lane)];
            word |= static_cast<std::uint32_t>(read[static_cast<std::size_t>(done)]) << at % 4 * 8;
        }
    }
    return true;
}

// Sizes that are no power of 2 are read in parts that are.
bool read(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
          std::uint32_t lanes, std::uint32_t bytes, AsyncCopy& copy) {
    int offset = 0;
    for (int part = access.copy_target->bytes; part > 0; part /= 2) {
        if ((bytes & static_cast<std::uint32_t>(part)) == 0) continue;
        if (!read_part(interpreter, op, access, frame, lanes, offset, part, copy)) return false;
        offset += part;
    }
    return true;
}

const isa::MemoryOperation& arrival(int bytes) {
    static const auto of = [](int words) {
        return plain_operation(isa::MemoryAction::store, Space::shared, ptx::Type::b32, 4, words);
    };
    static const isa::MemoryOperation one = of(1), two = of(2), four = of(4);
    return bytes == 4 ? one : bytes == 8 ? two : four;
}

// The copy's store; `values` has room for the words and must live as long as the event.
AccessEvent store_of(const AsyncCopy& copy, const WarpPlace& warp, std::uint32_t lanes,
                     const std::byte* shared,
                     std::array<const void*, AsyncCopy::most_words>& values) {
    AccessEvent event = access_event(copy.place, warp, lanes, Space::shared, copy.addresses.data(),
                                     copy.bytes, arrival(copy.bytes));
    event.to_host = reinterpret_cast<std::intptr_t>(shared);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = copy.words[i].data();
    event.values = event.words = values.data();
    return event;
}

bool begin_copy(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                std::uint32_t mask) {
    MemoryOp& target = *access.copy_target;
    LaneAddresses to;
    find_addresses(interpreter, target, frame, mask, to);
    Linear linear;
    if (!check_linear(interpreter, op, target, Space::shared, to, linear)) return false;
    AsyncCopy copy;
    copy.number = ++interpreter.machine().async_copies;
    copy.place = interpreter.place(op);
    copy.lanes = mask;
    copy.bytes = target.bytes;
    std::copy_n(to.at, warp_size, copy.addresses.begin());
    for (std::uint32_t rest = mask; rest != 0;) { // lanes that read as much together
        const std::uint32_t bytes = bytes_to_read(access, frame, first_lane(rest));
        std::uint32_t lanes = 0;
        for (std::uint32_t others = rest; others != 0; others &= others - 1)
            if (bytes_to_read(access, frame, first_lane(others)) == bytes)
                lanes |= others & (~others + 1);
        if (!read(interpreter, op, access, frame, lanes, bytes, copy)) return false;
        rest &= ~lanes;
    }
    interpreter.warp().copies.begin(copy);
    if (!interpreter.wants_accesses()) return true;
    std::array<const void*, AsyncCopy::most_words> values{};
    interpreter.tell_open(copy.number, store_of(copy, interpreter.warp_place(), mask,
                                                interpreter.block().shared, values));
    return true;
}

} // namespace

MemoryHandler choose_copy_handler() { return begin_copy; }

void Interpreter::settle(const Block& block, const Warp& warp, const AsyncCopy& copy,
                         std::uint32_t lanes, bool closes) {
    if (!wants_accesses_) return;
    std::array<const void*, AsyncCopy::most_words> values{};
    const AccessEvent store =
        store_of(copy, {block.linear, warp.index}, lanes, block.shared, values);
    for (Observer* observer : machine_.listeners.access)
        observer->on_settle(copy.number, lanes, &store, closes);
}

static void write(const Block& block, const AsyncCopy& copy, std::uint32_t lanes) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<std::size_t>(first_lane(rest));
        std::byte* host = block.shared + copy.addresses[lane];
        for (int i = 0; i < copy.bytes; i += 4)
            std::memcpy(host + i, &copy.words[static_cast<std::size_t>(i / 4)][lane], 4);
    }
}

void Interpreter::wait_for_copies(const std::array<std::uint32_t, warp_size>& open,
                                  std::uint32_t lanes) {
    warp_->copies.wait(lanes, open, [&](const AsyncCopy& copy, std::uint32_t due) {
        // Those that an mbarrier waits for have been released there.
        if ((due & ~copy.given) != 0) settle(*block_, *warp_, copy, due & ~copy.given, true);
        write(*block_, copy, due);
        if ((due & copy.given) == 0) return;
        for (Observer* observer : machine_.listeners.access) observer->on_close(copy.number, due);
    });
}

std::uint64_t Interpreter::give_copies(std::uint32_t lanes) {
    std::uint64_t last = 0;
    warp_->copies.each(lanes, [&](AsyncCopy& copy, std::uint32_t due) {
        if ((due & ~copy.given) != 0) settle(*block_, *warp_, copy, due & ~copy.given, false);
        copy.given |= due;
        last = copy.number;
    });
    return last;
}

void Interpreter::take_copies(const MBarrier::Copies& copies, Block& block) {
    Warp& warp = block.warps[copies.warp];
    warp.copies.finish(copies.lanes, copies.last, [&](const AsyncCopy& copy, std::uint32_t due) {
        write(block, copy, due);
        for (Observer* observer : machine_.listeners.access) observer->on_close(copy.number, due);
    });
}

} // namespace vgpu::exec
