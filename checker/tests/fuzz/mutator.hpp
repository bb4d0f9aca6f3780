// Damage, by chance but repeatable: the same corpus and seed give the same inputs on every machine.
//
// Fits texts and binary files alike; a kind of damage that makes no sense for an input (swapping
// the tokens of an empty file) leaves it as it is.
#pragma once

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace workbook::fuzz {

// SplitMix64: the standard library's distributions differ between implementations.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t next() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15ull;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9ull;
        z = (z ^ z >> 27) * 0x94d049bb133111ebull;
        return z ^ z >> 31;
    }
    // From 0 to count - 1; 0 for a count of 0.
    std::size_t below(std::size_t count) { return count ? next() % count : 0; }
    template <class Container>
    const auto& pick(const Container& from) {
        return from[below(std::size(from))];
    }

  private:
    std::uint64_t state_;
};

class Mutator {
  public:
    // `words`: what the format is made of, to be put where it does not belong.
    Mutator(std::vector<std::string> corpus, std::vector<std::string> words, std::uint64_t seed)
        : corpus_(std::move(corpus)), words_(std::move(words)), random_(seed) {}

    // A file of the corpus after one to eight mutations.
    std::string next() {
        std::string input = random_.pick(corpus_);
        for (std::size_t rounds = 1 + random_.below(8); rounds > 0; --rounds) mutate(input);
        if (input.size() > largest_) input.resize(largest_);
        return input;
    }

  private:
    struct Range {
        std::size_t start, length;
    };

    void mutate(std::string& input) {
        switch (random_.below(12)) {
        case 0:
            return flip_bits(input);
        case 1:
            return set_byte(input);
        case 2:
            return remove(input);
        case 3:
            return duplicate(input);
        case 4:
            return splice(input);
        case 5:
            return cross(input);
        case 6:
            return swap_tokens(input);
        case 7:
            return replace_token(input);
        case 8:
            return replace_number(input);
        case 9:
            return overwrite_integer(input);
        case 10:
            return insert_word(input);
        default:
            return truncate(input);
        }
    }

    // Short ranges are likelier: they leave more of the input meaningful.
    Range range_of(std::string_view input) {
        const std::size_t start = random_.below(input.size() + 1);
        const std::size_t most = random_.below(8) ? 32 : input.size();
        return {start, std::min(random_.below(most + 1), input.size() - start)};
    }

    void flip_bits(std::string& input) {
        if (input.empty()) return;
        for (std::size_t count = 1 + random_.below(4); count > 0; --count)
            input[random_.below(input.size())] ^= static_cast<char>(1 << random_.below(8));
    }

    char telling_byte() {
        static constexpr std::string_view bytes("\0\xff\x7f\x80 \n\"\\{}[]()<>,;:.@|-+0", 25);
        return random_.pick(bytes);
    }

    void set_byte(std::string& input) {
        if (!input.empty()) input[random_.below(input.size())] = telling_byte();
    }

    void remove(std::string& input) {
        const Range range = range_of(input);
        input.erase(range.start, range.length);
    }

    // Sometimes very often: depth and counts are what parsers forget to bound.
    void duplicate(std::string& input) {
        const Range range = range_of(input);
        const std::string part = input.substr(range.start, range.length);
        const std::size_t times = random_.below(16) ? 1 : random_.below(3000);
        std::string copies;
        for (std::size_t i = 0; i < times && copies.size() < largest_; ++i) copies += part;
        input.insert(range.start, copies);
    }

    void splice(std::string& input) {
        const std::string& other = random_.pick(corpus_);
        const Range range = range_of(other);
        input.insert(random_.below(input.size() + 1), other, range.start, range.length);
    }

    void cross(std::string& input) {
        const std::string& other = random_.pick(corpus_);
        input.resize(random_.below(input.size() + 1));
        input += other.substr(random_.below(other.size() + 1));
    }

    // The last bytes are where a reader looks beyond the end.
    void truncate(std::string& input) {
        if (random_.below(4)) return;
        input.resize(random_.below(input.size() + 1));
        for (std::size_t count = random_.below(3); count > 0; --count) input += telling_byte();
    }

    // The word, or the single other character, at or behind a random place.
    Range token_of(std::string_view input) {
        const auto is_blank = [&](std::size_t i) {
            return std::isspace(static_cast<unsigned char>(input[i]));
        };
        const auto is_word = [&](std::size_t i) {
            return std::isalnum(static_cast<unsigned char>(input[i])) || input[i] == '_' ||
                   input[i] == '$' || input[i] == '%' || input[i] == '.';
        };
        std::size_t start = random_.below(input.size());
        while (start < input.size() && is_blank(start)) ++start;
        while (start > 0 && start < input.size() && is_word(start) && is_word(start - 1)) --start;
        std::size_t end = start;
        while (end < input.size() && is_word(end)) ++end;
        if (end == start && end < input.size()) ++end;
        return {start, end - start};
    }

    void swap_tokens(std::string& input) {
        Range a = token_of(input), b = token_of(input);
        if (a.start > b.start) std::swap(a, b);
        if (a.start + a.length > b.start) return;
        const std::string first = input.substr(a.start, a.length),
                          second = input.substr(b.start, b.length);
        input.replace(b.start, b.length, first);
        input.replace(a.start, a.length, second);
    }

    void replace_token(std::string& input) {
        const Range target = token_of(input);
        const std::string& other = random_.pick(corpus_);
        const Range source = token_of(other);
        input.replace(target.start, target.length, other, source.start, source.length);
    }

    void insert_word(std::string& input) {
        if (words_.empty()) return;
        const Range target = token_of(input);
        const std::string& word = random_.pick(words_);
        if (random_.below(2))
            input.replace(target.start, target.length, word);
        else
            input.insert(target.start, " " + word + " ");
    }

    // A number that is written out, replaced by one at the edge of some type.
    void replace_number(std::string& input) {
        static constexpr std::string_view extremes[] = {"0",
                                                        "1",
                                                        "-1",
                                                        "7",
                                                        "255",
                                                        "256",
                                                        "65536",
                                                        "2147483647",
                                                        "2147483648",
                                                        "4294967295",
                                                        "4294967296",
                                                        "999999",
                                                        "1000000",
                                                        "1099511627776",
                                                        "9223372036854775807",
                                                        "9223372036854775808",
                                                        "18446744073709551615",
                                                        "18446744073709551616",
                                                        "99999999999999999999999",
                                                        "0x7fffffffffffffff",
                                                        "0xffffffffffffffff",
                                                        "0x10000000000000000",
                                                        "0f7fffffff",
                                                        "0dfff0000000000000",
                                                        "1e400",
                                                        "0b1",
                                                        "08"};
        const auto is_digit = [&](char c) {
            return std::isdigit(static_cast<unsigned char>(c)) != 0;
        };
        const auto from =
            input.begin() + static_cast<std::ptrdiff_t>(random_.below(input.size() + 1));
        const auto start = std::find_if(from, input.end(), is_digit);
        const auto end = std::find_if_not(start, input.end(), is_digit);
        if (start != input.end()) input.replace(start, end, std::string(random_.pick(extremes)));
    }

    // A little-endian field of a binary file, replaced likewise or moved a little.
    void overwrite_integer(std::string& input) {
        static constexpr std::uint64_t extremes[] = {0,          1,          0x7f,       0x80,
                                                     0xff,       0x7fff,     0xffff,     0x7fffffff,
                                                     0x80000000, 0xffffffff, 1ull << 32, 1ull << 62,
                                                     1ull << 63, ~0ull,      ~0ull - 7};
        const std::size_t width = std::size_t{1} << random_.below(4);
        if (input.size() < width) return;
        const std::size_t at = random_.below((input.size() - width) / width + 1) * width;
        std::uint64_t value = 0;
        for (std::size_t i = 0; i < width; ++i)
            value |= static_cast<std::uint64_t>(static_cast<unsigned char>(input[at + i]))
                     << (8 * i);
        if (random_.below(2))
            value = random_.pick(extremes);
        else
            value += random_.below(33) - 16;
        for (std::size_t i = 0; i < width; ++i) input[at + i] = static_cast<char>(value >> (8 * i));
    }

    static constexpr std::size_t largest_ = 1u << 20;

    std::vector<std::string> corpus_;
    std::vector<std::string> words_;
    Random random_;
};

} // namespace workbook::fuzz
