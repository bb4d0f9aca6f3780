// The generators' source of chance: the same numbers from a seed on every machine and with every
// compiler, which std's distributions do not promise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace differential {

// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014).
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ull);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebull;
        return z ^ (z >> 31);
    }

    // 0 to end - 1.
    unsigned below(std::size_t end) { return static_cast<unsigned>((next() >> 16) % end); }
    unsigned from_to(unsigned first, unsigned last) { return first + below(last - first + 1); }
    bool chance(unsigned percent) { return below(100) < percent; }

    template <class List>
    const auto& pick(const List& list) {
        return list[below(std::size(list))];
    }

  private:
    std::uint64_t state_;
};

} // namespace differential
