// A number for a text, by which the checker tells whether two texts are the same when one of them
// is chosen by an attacker that does not know the key.
//
// A polynomial over the field of 2^61 - 1 elements, evaluated at the key (Carter and Wegman,
// "Universal classes of hash functions", 1979): two texts of n bytes agree for at most n / 7 of
// 2^61 keys.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace workbook::wire {

inline std::uint64_t text_hash(std::string_view text, std::uint64_t key) {
    constexpr std::uint64_t prime = (std::uint64_t{1} << 61) - 1;
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t point = key % (prime - 2) + 2;
    const auto add = [&](std::uint64_t sum, std::uint64_t term) {
        const Wide product = static_cast<Wide>(sum) * point + term;
        const auto folded =
            static_cast<std::uint64_t>(product & prime) + static_cast<std::uint64_t>(product >> 61);
        return folded >= prime ? folded - prime : folded;
    };
    std::uint64_t sum = add(1, text.size());
    static_assert(std::endian::native == std::endian::little);
    while (text.size() >= sizeof(std::uint64_t)) { // seven of its bytes by one load
        std::uint64_t word = 0;
        std::memcpy(&word, text.data(), sizeof word);
        sum = add(sum, __builtin_bswap64(word) >> 8);
        text.remove_prefix(7);
    }
    while (!text.empty()) {
        std::uint64_t word = 0;
        for (const char character : text.substr(0, 7))
            word = word << 8 | static_cast<unsigned char>(character);
        sum = add(sum, word);
        text.remove_prefix(text.size() < 7 ? text.size() : 7);
    }
    return sum;
}

} // namespace workbook::wire
