#include "vgpu/exec/frame.hpp"

#include "vgpu/exec/lane_bytes.hpp"

#include <algorithm>
#include <cstring>
#include <new>

namespace vgpu::exec {

namespace {

std::byte* new_lines(std::size_t bytes) {
    if (bytes == 0) return nullptr;
    auto* memory = static_cast<std::byte*>(::operator new(bytes, vector_alignment));
    std::memset(memory, 0, bytes);
    return memory;
}

} // namespace

void broadcast(std::byte* slot, isa::Storage storage, std::uint64_t bits) {
    switch (storage) {
    case isa::Storage::predicate: {
        const auto value = static_cast<std::uint32_t>(bits);
        std::memcpy(slot, &value, sizeof value);
        break;
    }
    case isa::Storage::word:
        std::fill_n(reinterpret_cast<std::uint32_t*>(slot), warp_size,
                    static_cast<std::uint32_t>(bits));
        break;
    case isa::Storage::quadword:
        std::fill_n(reinterpret_cast<std::uint64_t*>(slot) + warp_size, warp_size, 0);
        [[fallthrough]];
    case isa::Storage::doubleword:
        std::fill_n(reinterpret_cast<std::uint64_t*>(slot), warp_size, bits);
        break;
    case isa::Storage::none:
        break;
    }
}

std::uint64_t passed_value(const Frame& frame, const CallValue& value, int lane,
                           std::uint32_t bytes) {
    if (!value.in_register)
        return load_lane(frame.parameters, static_cast<std::uint64_t>(value.offset), lane,
                         static_cast<int>(std::min(bytes, 8u)));
    const std::uint64_t bits = value.storage == isa::Storage::word
                                   ? frame.words(value.offset)[lane]
                                   : frame.doublewords(value.offset)[lane];
    return bytes >= 8 ? bits : bits & ((1ull << (8 * bytes)) - 1);
}

void set_passed_value(Frame& frame, const CallValue& value, int lane, std::uint64_t bits,
                      std::uint32_t bytes) {
    if (!value.in_register)
        store_lane(frame.parameters, static_cast<std::uint64_t>(value.offset), lane,
                   static_cast<int>(std::min(bytes, 8u)), bits);
    else if (value.storage == isa::Storage::word)
        reinterpret_cast<std::uint32_t*>(frame.slots + value.offset)[lane] =
            static_cast<std::uint32_t>(bits);
    else
        reinterpret_cast<std::uint64_t*>(frame.slots + value.offset)[lane] = bits;
}

std::uint64_t FramePool::size_of(const ExecutableFunction& function) {
    return static_cast<std::uint64_t>(function.frame_bytes) +
           lane_bytes_size(function.parameter_area);
}

void FramePool::discard(Frame* frame) {
    bytes_ -= frame->bytes;
    ::operator delete(frame->slots, vector_alignment);
    ::operator delete(frame->parameters, vector_alignment);
    delete frame;
}

void FramePool::trim() {
    constexpr std::size_t kept = 64;
    for (auto& [function, frames] : idle_) {
        while (frames.size() > kept) {
            discard(frames.back());
            frames.pop_back();
        }
    }
}

FramePool::~FramePool() { clear(); }

void FramePool::clear() {
    for (auto& [function, frames] : idle_)
        for (Frame* frame : frames) discard(frame);
    idle_.clear();
    last_function_ = nullptr;
    last_list_ = nullptr;
}

std::vector<Frame*>& FramePool::list_of(const ExecutableFunction* function) {
    if (function != last_function_) {
        last_function_ = function;
        last_list_ = &idle_[function]; // nodes of a map stay where they are
    }
    return *last_list_;
}

Frame* FramePool::take(ExecutableFunction& function) {
    std::vector<Frame*>& idle = list_of(&function);
    if (!idle.empty()) {
        Frame* frame = idle.back();
        idle.pop_back();
        return frame;
    }
    auto* frame = new Frame;
    frame->function = &function;
    frame->bytes = size_of(function); // the function may be gone when the frame goes
    bytes_ += frame->bytes;
    frame->slots = new_lines(static_cast<std::size_t>(function.frame_bytes));
    frame->parameters = new_lines(lane_bytes_size(function.parameter_area));
    for (const ConstantSlot& constant : function.constants)
        broadcast(frame->slots + constant.offset, constant.storage, constant.bits);
    return frame;
}

void FramePool::give(Frame* frame) { list_of(frame->function).push_back(frame); }

} // namespace vgpu::exec
