#include "vgpu/exec/followed_loads.hpp"

#include <algorithm>

namespace vgpu::exec {

namespace {

// Bit l: lane l's predicate.
std::uint32_t predicate(const std::byte* slots, Offset slot) {
    return *reinterpret_cast<const std::uint32_t*>(slots + slot);
}

} // namespace

ValueRule value_rule(const isa::Function& function, const Op& op) {
    if (op.kind != OpKind::lane) return ValueRule::any_source;
    const isa::Meaning& meaning = function.code[op.source_pc].meaning;
    const bool is_of_predicates = meaning.type == ptx::Type::pred;
    switch (meaning.role) {
    case isa::Role::select:
        return ValueRule::select;
    case isa::Role::bit_and:
        return is_of_predicates ? ValueRule::conjunction : ValueRule::any_source;
    case isa::Role::bit_or:
        return is_of_predicates ? ValueRule::disjunction : ValueRule::any_source;
    case isa::Role::compare:
        if (meaning.combine == isa::Combine::and_) return ValueRule::compare_and;
        if (meaning.combine == isa::Combine::or_) return ValueRule::compare_or;
        return ValueRule::any_source;
    default:
        return ValueRule::any_source;
    }
}

const std::shared_ptr<FollowedLoads::Load>& FollowedLoads::root(const std::shared_ptr<Load>& load) {
    const std::shared_ptr<Load>* at = &load;
    while ((*at)->joined != nullptr) at = &(*at)->joined;
    return *at;
}

void FollowedLoads::join(const std::shared_ptr<Load>& load, const std::shared_ptr<Load>& into) {
    for (std::size_t lane = 0; lane < warp_size; ++lane) {
        if (into->times[lane] == 0) into->addresses[lane] = load->addresses[lane];
        into->times[lane] += load->times[lane];
    }
    load->joined = into;
}

void FollowedLoads::add(const AccessEvent& event, std::uint32_t lanes,
                        std::span<const ElementSlot> elements) {
    const auto load = std::make_shared<Load>();
    load->event.place = event.place;
    load->event.warp = event.warp;
    load->event.space = event.space;
    load->event.bytes = event.bytes;
    load->event.operation = event.operation;
    std::copy_n(event.addresses, warp_size, load->addresses.begin());
    for (std::size_t lane = 0; lane < warp_size; ++lane) load->times[lane] = lanes >> lane & 1;
    for (const ElementSlot& element : elements) enter(element.offset, lanes, load);
}

std::uint32_t FollowedLoads::unwritten(Offset slot) const {
    std::uint32_t lanes = 0;
    for (const Value& value : values_)
        if (value.slot == slot) lanes |= value.lanes;
    return lanes;
}

void FollowedLoads::enter(Offset slot, std::uint32_t lanes, const std::shared_ptr<Load>& load) {
    if (lanes == 0) return;
    const std::shared_ptr<Load>& own = root(load);
    for (Value& value : values_) {
        if (value.slot != slot) continue;
        const std::shared_ptr<Load> there = root(value.load);
        const CodePlace &a = there->event.place, &b = own->event.place;
        if (there != own && (a.pc != b.pc || a.function != b.function || a.resolver != b.resolver))
            continue;
        if (there != own) join(own, there);
        value.lanes |= lanes;
        return;
    }
    values_.push_back({slot, lanes, own});
}

void FollowedLoads::drop_empty() {
    std::erase_if(values_, [](const Value& value) { return value.lanes == 0; });
}

void FollowedLoads::overwrite(Offset slot, std::uint32_t lanes) {
    for (Value& value : values_)
        if (value.slot == slot) value.lanes &= ~lanes;
    drop_empty();
}

void FollowedLoads::compute(const Op& op, ValueRule rule, const std::byte* slots,
                            std::uint32_t lanes) {
    std::array<std::uint32_t, isa::most_sources> counted; // of each source, the lanes that matter
    counted.fill(lanes);
    const Offset* const sources = op.operands + first_source;
    const auto bits = [&](int source) { return predicate(slots, sources[source]); };
    const auto open = [&](int source) { return unwritten(sources[source]); };
    switch (rule) {
    case ValueRule::select:
        counted[0] &= bits(2);
        counted[1] &= ~bits(2);
        break;
    case ValueRule::conjunction:
        counted[0] &= bits(1) | open(1);
        counted[1] &= bits(0) | open(0);
        break;
    case ValueRule::disjunction:
        counted[0] &= ~bits(1) | open(1);
        counted[1] &= ~bits(0) | open(0);
        break;
    case ValueRule::compare_and:
        counted[0] = counted[1] &= bits(2) | open(2);
        break;
    case ValueRule::compare_or:
        counted[0] = counted[1] &= ~bits(2) | open(2);
        break;
    default:
        break;
    }
    std::vector<Value> results;
    for (const Value& value : values_)
        for (std::size_t i = 0; i < isa::most_sources; ++i)
            if (value.slot == sources[i] && (value.lanes & counted[i]) != 0)
                results.push_back({0, value.lanes & counted[i], value.load});
    for (int i = 0; i < isa::most_results; ++i)
        if (op.operands[i] != 0) overwrite(op.operands[i], lanes);
    for (const Value& result : results)
        for (int i = 0; i < isa::most_results; ++i)
            if (op.operands[i] != 0) enter(op.operands[i], result.lanes, result.load);
}

void FollowedLoads::use(Offset slot, std::uint32_t lanes, const Tell& tell) {
    std::vector<Value> used;
    for (const Value& value : values_)
        if (value.slot == slot && (value.lanes & lanes) != 0)
            used.push_back({slot, value.lanes & lanes, root(value.load)});
    for (const Value& value : used) {
        Load& load = *value.load;
        load.event.addresses = load.addresses.data();
        for (std::uint32_t time = 1;; ++time) {
            load.event.mask = 0;
            for (std::uint32_t rest = value.lanes; rest != 0; rest &= rest - 1)
                if (load.times[static_cast<std::size_t>(first_lane(rest))] >= time)
                    load.event.mask |= rest & (~rest + 1);
            if (load.event.mask == 0) break;
            tell(load.event);
        }
        for (std::uint32_t rest = value.lanes; rest != 0; rest &= rest - 1)
            load.times[static_cast<std::size_t>(first_lane(rest))] = 0;
        for (Value& other : values_)
            if (root(other.load) == value.load) other.lanes &= ~value.lanes;
    }
    if (!used.empty()) drop_empty();
}

} // namespace vgpu::exec
