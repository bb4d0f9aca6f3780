#include "vgpu/exec/lower/frame_layout.hpp"

#include <algorithm>

namespace vgpu::exec {

using isa::SpecialRegister;
using isa::Storage;

namespace {
constexpr int line_bytes = 64;
constexpr int predicate_bytes = 4;
} // namespace

int bytes_of(Storage storage) {
    switch (storage) {
    case Storage::predicate:
        return predicate_bytes;
    case Storage::word:
        return 4 * warp_size;
    case Storage::doubleword:
        return 8 * warp_size;
    case Storage::quadword:
        return 16 * warp_size;
    case Storage::none:
        break;
    }
    return 0;
}

Storage FrameLayout::storage_of(ptx::Type type) {
    if (type == ptx::Type::pred) return Storage::predicate;
    const int bytes = ptx::size_of(type);
    return bytes <= 4 ? Storage::word : (bytes == 8 ? Storage::doubleword : Storage::quadword);
}

Storage FrameLayout::register_storage(ptx::Index reg) const {
    if (reg == isa::carry_register) return Storage::predicate;
    return storage_of(function_.registers[reg].type);
}

int FrameLayout::register_bits(ptx::Index reg) const {
    return 8 * ptx::size_of(function_.registers[reg].type);
}

Offset FrameLayout::take(Storage storage) {
    if (storage == Storage::predicate) {
        if (predicates_left_ == 0) {
            predicate_line_ = bytes_;
            bytes_ += line_bytes;
            predicates_left_ = line_bytes / predicate_bytes;
        }
        return predicate_line_ + line_bytes - predicate_bytes * predicates_left_--;
    }
    const Offset place = bytes_;
    bytes_ += bytes_of(storage);
    return place;
}

Offset FrameLayout::reg(ptx::Index reg) {
    const auto [place, is_new] = registers_.try_emplace(reg);
    if (is_new) place->second = take(register_storage(reg));
    return place->second;
}

Offset FrameLayout::constant(Storage storage, std::uint64_t bits) {
    const auto [place, is_new] = constants_.try_emplace({storage, bits});
    if (is_new) place->second = take(storage);
    return place->second;
}

Offset FrameLayout::special(Storage storage, SpecialRegister special) {
    const auto [place, is_new] = specials_.try_emplace({storage, special});
    if (is_new) place->second = take(storage);
    return place->second;
}

Offset FrameLayout::parameter(ParameterSlot slot) {
    constexpr std::size_t most_looked_at = 256; // a hostile text may have any number
    for (std::size_t i = 0; i < std::min(parameters_.size(), most_looked_at); ++i) {
        const ParameterSlot& known = parameters_[i];
        slot.offset = known.offset;
        if (known == slot) return known.offset;
    }
    slot.offset = take(slot.storage);
    parameters_.push_back(slot);
    return slot.offset;
}

Offset FrameLayout::symbol(Storage storage, bool shared, std::uint32_t variable,
                           std::uint64_t displacement) {
    const auto [place, is_new] = symbols_.try_emplace({storage, shared, variable, displacement});
    if (is_new) place->second = take(storage);
    return place->second;
}

Offset FrameLayout::extra(std::size_t bytes) {
    extra_begin_ = bytes_;
    bytes_ += (static_cast<Offset>(bytes) + line_bytes - 1) / line_bytes * line_bytes;
    extra_end_ = bytes_;
    return extra_begin_;
}

Offset FrameLayout::scratch(int index) {
    const auto wanted = static_cast<std::size_t>(index) + 1;
    while (scratch_.size() < wanted) scratch_.push_back(take(Storage::quadword));
    return scratch_[static_cast<std::size_t>(index)];
}

bool FrameLayout::is_clock(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::clock:
    case SpecialRegister::clock_hi:
    case SpecialRegister::clock64:
    case SpecialRegister::globaltimer:
    case SpecialRegister::globaltimer_lo:
    case SpecialRegister::globaltimer_hi:
        return true;
    default:
        return false;
    }
}

// The same for all warps of a launch.
bool FrameLayout::is_launch_wide(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::tid_x:
    case SpecialRegister::tid_y:
    case SpecialRegister::tid_z:
    case SpecialRegister::ctaid_x:
    case SpecialRegister::ctaid_y:
    case SpecialRegister::ctaid_z:
    case SpecialRegister::clusterid_x:
    case SpecialRegister::clusterid_y:
    case SpecialRegister::clusterid_z:
    case SpecialRegister::cluster_ctaid_x:
    case SpecialRegister::cluster_ctaid_y:
    case SpecialRegister::cluster_ctaid_z:
    case SpecialRegister::cluster_ctarank:
    case SpecialRegister::warpid:
    case SpecialRegister::smid:
        return false;
    default:
        return true;
    }
}

void FrameLayout::finish(ExecutableFunction& function) {
    for (const auto& [key, offset] : constants_)
        function.constants.push_back({offset, key.first, key.second});
    for (const auto& [key, offset] : specials_) {
        auto& list = is_clock(key.second)         ? function.clocks
                     : is_launch_wide(key.second) ? function.launch_specials
                                                  : function.specials;
        list.push_back({offset, key.first, key.second});
    }
    function.parameter_slots = std::move(parameters_);
    for (const auto& [key, offset] : symbols_) {
        const auto& [storage, shared, variable, displacement] = key;
        function.symbols.push_back({offset, storage, shared, variable, displacement});
    }
    function.extra_begin = extra_begin_;
    function.extra_end = extra_end_;
    function.frame_bytes = (bytes_ + line_bytes - 1) / line_bytes * line_bytes;
}

} // namespace vgpu::exec
