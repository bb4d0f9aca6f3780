#include "vgpu/exec/warp.hpp"

#include "vgpu/exec/schedule.hpp"

namespace vgpu::exec {

namespace {

// How long a group runs out of order: long enough to leave a critical section, short enough not to
// run far ahead of the lanes it could rejoin.
constexpr std::uint64_t preferred_instructions = 128;

// With a seed: one of surprise_rate choices is random, and a group runs at most 2^longest_run_bits
// ops at a time.
constexpr std::uint64_t surprise_rate = 4;
constexpr int longest_run_bits = 7;

} // namespace

bool comes_before(const Group& a, const Group& b) {
    const Frame* frame_a = a.frame;
    const Frame* frame_b = b.frame;
    Pc pc_a = a.pc, pc_b = b.pc;
    const auto leave = [](const Frame*& frame, Pc& pc) {
        pc = frame->call_pc;
        frame = frame->caller;
    };
    while (frame_a->depth > frame_b->depth) leave(frame_a, pc_a);
    while (frame_b->depth > frame_a->depth) leave(frame_b, pc_b);
    const Frame* inner_a = frame_a;
    const Frame* inner_b = frame_b;
    while (frame_a != frame_b) {
        inner_a = frame_a;
        inner_b = frame_b;
        leave(frame_a, pc_a);
        leave(frame_b, pc_b);
    }
    if (pc_a != pc_b) return pc_a < pc_b;
    if (a.frame->depth != b.frame->depth) return a.frame->depth > b.frame->depth;
    if (inner_a->serial != inner_b->serial) return inner_a->serial < inner_b->serial;
    return a.lanes < b.lanes;
}

void Warp::split(Group& group, std::uint32_t lanes, Pc pc) {
    group.lanes &= ~lanes;
    if (lanes == 0) return;
    add_group({.frame = group.frame, .pc = pc, .lanes = lanes});
}

void Warp::merge() {
    for (int i = 0; i < group_count; ++i) {
        Group& group = groups[i];
        if (group.lanes == 0) {
            remove_group(group);
            --i;
            continue;
        }
        if (group.state != Group::State::ready) continue;
        for (int k = i + 1; k < group_count; ++k) {
            Group& other = groups[k];
            if (other.state != Group::State::ready || other.frame != group.frame ||
                other.pc != group.pc)
                continue;
            group.lanes |= other.lanes;
            remove_group(other);
            --k;
        }
    }
}

Group* Warp::choose(std::uint64_t now) {
    if (group_count == 1 && groups[0].lanes != 0)
        return groups[0].state == Group::State::ready ? &groups[0] : nullptr;
    merge();
    if (now >= preferred_until) preferred = 0;
    if (random_state != 0 && preferred == 0 && group_count > 1 &&
        split_mix(random_state) % surprise_rate == 0)
        if (Group* group = choose_any()) {
            preferred = group->lanes;
            preferred_until = now + 1 + split_mix(random_state) % preferred_instructions;
            return group;
        }
    Group* first = nullptr;
    for (int i = 0; i < group_count; ++i) {
        Group& group = groups[i];
        if (group.state != Group::State::ready) continue;
        if ((group.lanes & preferred) != 0) return &group;
        if (first == nullptr || comes_before(group, *first)) first = &group;
    }
    return first;
}

Group* Warp::choose_any() {
    int ready = 0;
    for (int i = 0; i < group_count; ++i) ready += groups[i].state == Group::State::ready;
    if (ready == 0) return nullptr;
    auto skip = static_cast<int>(split_mix(random_state) % static_cast<unsigned>(ready));
    for (int i = 0; i < group_count; ++i)
        if (groups[i].state == Group::State::ready && skip-- == 0) return &groups[i];
    return nullptr;
}

std::uint64_t Warp::run_length() { return some_length(random_state, longest_run_bits); }

bool Warp::yields() { return split_mix(random_state) % surprise_rate == 0; }

Pc Warp::next_meeting(const Group& group) const {
    Pc next = no_pc;
    for (int i = 0; i < group_count; ++i) {
        const Group& other = groups[i];
        if (&other != &group && other.frame == group.frame && other.pc > group.pc &&
            other.pc < next)
            next = other.pc;
    }
    return next;
}

bool Warp::rotate(const Group& spinning, std::uint64_t now) {
    Group* next = nullptr;
    for (int i = 0; i < group_count; ++i) {
        Group& group = groups[i];
        if (&group == &spinning || group.state != Group::State::ready || group.lanes == 0) continue;
        if (next == nullptr || group.last_run < next->last_run) next = &group;
    }
    if (next == nullptr) return false;
    next->last_run = now;
    preferred = next->lanes;
    preferred_until = now + preferred_instructions;
    return true;
}

void Warp::wake_waiting() {
    for (int i = 0; i < group_count; ++i) groups[i].state = Group::State::ready;
}

} // namespace vgpu::exec
