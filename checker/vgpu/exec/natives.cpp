#include "vgpu/exec/natives.hpp"

#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/names.hpp"
#include "vgpu/exec/print_format.hpp"
#include "vgpu/exec/shared_moves.hpp"
#include "vgpu/isa/address_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

namespace {

constexpr std::uint64_t longest_string = 64 << 10;
constexpr std::uint64_t longest_output = 1
                                         << 20; // of assertions in a launch, as the device's buffer
constexpr std::string_view heap_origin = "malloc";

template <class Each>
bool for_lanes(std::uint32_t lanes, Each each) {
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1)
        if (!each(first_lane(rest))) return false;
    return true;
}

// Whether malloc has given it out, though it may be free by now.
bool is_of_heap(const DeviceMemory& memory, std::uint64_t address) {
    const auto allocation = memory.find(address);
    return allocation && allocation->address == address && allocation->origin == heap_origin;
}

const isa::MemoryOperation byte_load =
    plain_operation(isa::MemoryAction::load, ptx::Space::generic, ptx::Type::u8, 1);
const isa::MemoryOperation byte_store =
    plain_operation(isa::MemoryAction::store, ptx::Space::generic, ptx::Type::u8, 1);

} // namespace

Natives::Natives(Interpreter& interpreter, const Group& group, const Op& op,
                 const ControlOp& control)
    : interpreter_(interpreter), machine_(interpreter.machine()), launch_(interpreter.launch()),
      group_(group), op_(op), control_(control) {}

std::uint64_t Natives::argument(std::size_t index, int lane) const {
    if (index >= control_.arguments.size()) return 0;
    const CallValue& value = control_.arguments[index];
    return passed_value(*group_.frame, value, lane, value.bytes);
}

void Natives::set_result(int lane, std::uint64_t result) {
    if (control_.returns.empty() || control_.returns.front().bytes == 0) return;
    const CallValue& value = control_.returns.front();
    set_passed_value(*group_.frame, value, lane, result, value.bytes);
}

std::byte* Natives::locate_byte(std::uint64_t address, int lane, isa::MemoryAction action) {
    const auto fail_in = [&](ptx::Space space, std::uint64_t place, std::uint64_t size) {
        interpreter_.fail(bad_access(machine_.context, {.action = action,
                                                        .space = space,
                                                        .address = place,
                                                        .bytes = 1,
                                                        .space_bytes = size}),
                          op_, lane);
        return nullptr;
    };
    if (isa::local_window.contains(address)) {
        const std::uint64_t offset = isa::local_window.from_generic(address);
        const std::uint64_t end = group_.frame->local_end();
        if (offset >= end) return fail_in(ptx::Space::local, offset, end);
        return lane_byte(interpreter_.local_memory(end), offset, lane);
    }
    if (isa::shared_window.contains(address)) {
        const std::uint64_t named = isa::shared_window.from_generic(address);
        const auto place = find_block(interpreter_, op_, action, 1, named, lane);
        if (!place) return nullptr;
        const std::uint64_t offset = named - place->begin;
        if (offset >= launch_.shared_bytes)
            return fail_in(ptx::Space::shared, offset, launch_.shared_bytes);
        const Block& owner = place->owner != nullptr ? *place->owner : interpreter_.block();
        return owner.shared + offset;
    }
    if (!extent_for(action, *machine_.memory, address).contains(address, 1))
        return fail_in(ptx::Space::global, address, 0);
    return machine_.memory->host_view(address);
}

bool Natives::read_byte(std::uint64_t address, int lane, char& byte) {
    const std::byte* at = locate_byte(address, lane, isa::MemoryAction::load);
    if (at == nullptr) return false;
    load_bytes(machine_, at, &byte, 1);
    return true;
}

std::optional<std::string> Natives::read_string(std::uint64_t address, int lane) {
    std::string text;
    while (text.size() < longest_string) {
        char byte = 0;
        if (!read_byte(address + text.size(), lane, byte)) return std::nullopt;
        if (byte == 0) break;
        text += byte;
    }
    return text;
}

bool Natives::call(const ExecutableFunction& callee, std::uint32_t lanes) {
    const Native native = callee.native;
    switch (native) {
    case Native::vprintf:
        return print(lanes);
    case Native::assertfail:
        return fail_assertion(lanes);
    case Native::malloc:
        return allocate(lanes);
    case Native::free:
        return free(lanes);
    case Native::memcpy:
    case Native::memset:
        return fill(native, lanes);
    case Native::set_condition:
        return set_condition(lanes);
    case Native::device_runtime:
        return call_device_runtime(callee.device_call, lanes);
    case Native::none:
        break;
    }
    return true;
}

// int vprintf(const char* format, void* arguments)
bool Natives::print(std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        const std::uint64_t format_address = argument(0, lane);
        if (format_address == 0) { // CUDA Programming Guide, "Formatted Output"
            set_result(lane, static_cast<std::uint32_t>(-1));
            return true;
        }
        const auto format = read_string(format_address, lane);
        if (!format) return false;
        const std::uint64_t buffer = argument(1, lane);
        PrintSource source;
        source.argument = [&](std::uint64_t offset, int bytes) -> std::optional<std::uint64_t> {
            std::uint64_t value = 0;
            char raw[8];
            for (int i = 0; i < bytes; ++i)
                if (!read_byte(buffer + offset + static_cast<std::uint64_t>(i), lane, raw[i]))
                    return std::nullopt;
            std::memcpy(&value, raw, static_cast<std::size_t>(bytes));
            return value;
        };
        source.string = [&](std::uint64_t address) { return read_string(address, lane); };
        const auto printed = format_print(*format, source);
        if (!printed) return false;
        if (machine_.print) machine_.print(printed->text);
        set_result(lane, static_cast<std::uint64_t>(printed->arguments));
        return true;
    });
}

// void __assertfail(const char* message, const char* file, unsigned line, const char* function,
//                   size_t char_size)
// Each thread that fails says so and ends. CUDA Programming Guide, "Assertion".
bool Natives::fail_assertion(std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        const auto text = [&](std::size_t index) {
            return read_string(argument(index, lane), lane);
        };
        if (launch_.assertion) {
            ++launch_.assertion->count;
            if (launch_.assertion_text > longest_output) return true;
        }
        const auto message = text(0), file = text(1), function = text(3);
        if (!message || !file || !function) return false;
        Fault fault = make_fault(FaultKind::assertion, Tool::program, "");
        fault.site = machine_.sites_of(*group_.frame)
                         .site_in(*group_.frame, op_, interpreter_.warp_place(), lane);
        const Dim3& block = fault.site.block;
        const Dim3& thread = fault.site.thread;
        fault.message =
            fmt::format("{}:{}: {}: block: [{},{},{}], thread: [{},{},{}] Assertion `{}` failed.",
                        *file, argument(2, lane), *function, block.x, block.y, block.z, thread.x,
                        thread.y, thread.z, *message);
        launch_.assertion_text += fault.message.size();
        if (machine_.print_error) machine_.print_error(fault.message + "\n");
        if (!launch_.assertion) launch_.assertion = std::move(fault);
        return true;
    });
}

// Null when the heap (cudaLimitMallocHeapSize) is full, as on a real device.
bool Natives::allocate(std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        set_result(lane, take_memory(argument(0, lane)));
        return true;
    });
}

std::uint64_t Natives::take_memory(std::uint64_t bytes) {
    if (bytes == 0 ||
        bytes > machine_.heap_limit - std::min(machine_.heap_limit, machine_.heap_used))
        return 0;
    const std::uint64_t address =
        machine_.memory->allocate(bytes, std::string(heap_origin), launch_.config.device)
            .value_or(0);
    if (address != 0) machine_.heap_used += bytes;
    return address;
}

bool Natives::free(std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        const std::uint64_t address = argument(0, lane);
        if (address == 0 || give_memory_back(address)) return true;
        return interpreter_.fail(bad_free(address, is_of_heap(*machine_.memory, address)), op_,
                                 lane);
    });
}

bool Natives::give_memory_back(std::uint64_t address) {
    const auto allocation = machine_.memory->find(address);
    if (!is_of_heap(*machine_.memory, address) || allocation->freed) return false;
    machine_.heap_used -= allocation->bytes;
    machine_.memory->free(address);
    for (const auto& program : *machine_.programs)
        if (program != nullptr) program->forget_extents();
    return true;
}

bool Natives::store_bytes(std::uint64_t address, const void* bytes, std::size_t count, int lane) {
    for (std::size_t i = 0; i < count; ++i) {
        std::byte* target = locate_byte(address + i, lane, isa::MemoryAction::store);
        if (target == nullptr) return false;
        announce_byte(byte_store, address + i, lane, target, i, 0);
        exec::store_bytes(machine_, target, static_cast<const std::byte*>(bytes) + i, 1);
    }
    return true;
}

// void* memcpy(void* to, const void* from, size_t bytes), memmove and memset(void* to, int value,
// size_t bytes): byte after byte, as a loop in the program would.
bool Natives::fill(Native native, std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        const std::uint64_t to = argument(0, lane);
        const std::uint64_t from = argument(1, lane);
        const std::uint64_t bytes = argument(2, lane);
        const bool copies = native == Native::memcpy;
        const bool backwards = copies && to > from && to - from < bytes; // memmove
        for (std::uint64_t i = 0; i < bytes; ++i) {
            const std::uint64_t at = backwards ? bytes - 1 - i : i;
            auto value = static_cast<std::byte>(from);
            if (copies) {
                const std::byte* source = locate_byte(from + at, lane, isa::MemoryAction::load);
                if (source == nullptr) return false;
                announce_byte(byte_load, from + at, lane, source, at, bytes);
                load_bytes(machine_, source, &value, 1);
            }
            std::byte* target = locate_byte(to + at, lane, isa::MemoryAction::store);
            if (target == nullptr) return false;
            announce_byte(byte_store, to + at, lane, target, at, copies ? bytes : 0);
            exec::store_bytes(machine_, target, &value, 1);
        }
        set_result(lane, to);
        return true;
    });
}

// void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value)
bool Natives::set_condition(std::uint32_t lanes) {
    return for_lanes(lanes, [&](int lane) {
        const std::uint64_t handle = argument(0, lane);
        const auto answer =
            machine_.set_condition
                ? machine_.set_condition(handle, static_cast<std::uint32_t>(argument(1, lane)))
                : ConditionAnswer::unknown;
        return answer == ConditionAnswer::set ||
               interpreter_.fail(bad_condition(handle, answer == ConditionAnswer::ended), op_,
                                 lane);
    });
}

void Natives::announce_byte(const isa::MemoryOperation& operation, std::uint64_t generic, int lane,
                            const std::byte* host, std::uint64_t at, std::uint64_t object) {
    if (!interpreter_.wants_accesses()) return;
    std::uint64_t addresses[warp_size];
    const ptx::Space space = isa::shared_window.contains(generic)  ? ptx::Space::shared
                             : isa::local_window.contains(generic) ? ptx::Space::local
                                                                   : ptx::Space::global;
    std::uint64_t address = isa::window_of(space).from_generic(generic);
    std::uint64_t other_block = AccessEvent::own_block;
    if (space == ptx::Space::shared) { // it is there: locate_byte has looked
        const auto place = find_block(interpreter_, op_, operation.action, 1, address, lane);
        address -= place->begin;
        if (place->owner != nullptr) other_block = place->owner->linear;
    }
    std::fill_n(addresses, warp_size, address);
    AccessEvent event = access_event(interpreter_.place(op_), interpreter_.warp_place(), 1u << lane,
                                     space, addresses, 1, operation);
    event.other_block = other_block;
    const void* words[] = {&byte_load}; // the byte that is under way
    if (object != 0) {
        constexpr std::uint64_t most = UINT32_MAX;
        event.copied = 1;
        event.object_before = static_cast<std::uint32_t>(std::min(at, most));
        event.object_behind = static_cast<std::uint32_t>(std::min(object - at, most));
        event.words = words;
    }
    if (space != ptx::Space::local)
        event.to_host = reinterpret_cast<std::intptr_t>(host) - static_cast<std::intptr_t>(address);
    for (Observer* observer : machine_.listeners.access) observer->on_access(event);
}

} // namespace vgpu::exec
