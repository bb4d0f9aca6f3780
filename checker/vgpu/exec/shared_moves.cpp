#include "vgpu/exec/shared_moves.hpp"

#include <algorithm>

namespace vgpu::exec {

SharedLanes::SharedLanes(const Machine& machine, const LaneAddresses& addresses, int bytes)
    : machine_(machine), addresses_(addresses), bytes_(static_cast<std::size_t>(bytes)),
      places_(addresses) {
    places_.pattern = 0;
    places_.lowest = ~0ull;
    places_.highest = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        places_.at[lane] =
            reinterpret_cast<std::uint64_t>(&copy_[static_cast<std::size_t>(lane) * bytes_]);
        if ((addresses.mask >> lane & 1) == 0) continue;
        int first = first_lane(addresses.mask);
        while (addresses.at[first] != addresses.at[lane]) ++first; // others' are the first one's
        places_.at[lane] = places_.at[first];
        if (first == lane) firsts_ |= 1u << lane;
        places_.lowest = std::min(places_.lowest, places_.at[lane]);
        places_.highest = std::max(places_.highest, places_.at[lane]);
    }
}

template <class Move>
void SharedLanes::each(const Move& move) {
    if (places_.contiguous) { // whole rows at once
        const int first = first_lane(addresses_.mask);
        const auto lanes =
            static_cast<std::size_t>(warp_size - std::countl_zero(addresses_.mask) - first);
        if (addresses_.mask == 0xffffffffu >> (warp_size - lanes) << first)
            return move(reinterpret_cast<std::byte*>(places_.at[first]),
                        machine_.memory->host_view(addresses_.at[first]), lanes * bytes_);
    }
    for (std::uint32_t rest = firsts_; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        move(reinterpret_cast<std::byte*>(places_.at[lane]),
             machine_.memory->host_view(addresses_.at[lane]), bytes_);
    }
}

void SharedLanes::load() {
    each([&](std::byte* place, const std::byte* host, std::size_t bytes) {
        load_bytes(machine_, host, place, bytes);
    });
}

void SharedLanes::store() {
    each([&](const std::byte* place, std::byte* host, std::size_t bytes) {
        store_bytes(machine_, host, place, bytes);
    });
}

} // namespace vgpu::exec
