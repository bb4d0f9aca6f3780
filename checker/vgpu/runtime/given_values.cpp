#include "vgpu/runtime/given_values.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <utility>

namespace vgpu::runtime {
namespace {

std::uint64_t hash_of(const std::byte* piece) {
    std::uint64_t words[2];
    std::memcpy(words, piece, sizeof words);
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15, other_odd = 0xc2b2ae3d27d4eb4f;
    const std::uint64_t mixed = words[0] * odd + std::rotl(words[1] * other_odd, 32);
    return (mixed ^ mixed >> 29) * odd;
}

std::size_t zeros(std::span<const std::byte> bytes) {
    return static_cast<std::size_t>(
        std::find_if(bytes.begin(), bytes.end(),
                     [](std::byte one) { return one != std::byte{0}; }) -
        bytes.begin());
}

// How many bytes are the same from the beginning on.
std::size_t same(std::span<const std::byte> a, std::span<const std::byte> b) {
    const std::size_t most = std::min(a.size(), b.size());
    constexpr std::size_t block = 256;
    std::size_t done = 0;
    while (most - done >= block && std::memcmp(&a[done], &b[done], block) == 0) done += block;
    while (done < most && a[done] == b[done]) ++done;
    return done;
}

} // namespace

std::uint64_t GivenValues::bytes_unless_zero(std::span<const std::byte> bytes) {
    return zeros(bytes) == bytes.size() ? 0 : bytes.size();
}

void GivenValues::begin(std::vector<Array> arrays) {
    end();
    known_ = true;
    arrays_ = std::move(arrays);
    given_ = arrays_.size();
}

void GivenValues::made_on_device(std::span<const std::byte> bytes, std::uint64_t address) {
    if (!known_ || bytes.size() < least_run) return; // shorter runs are not looked for
    made_[address].assign(bytes.begin(), bytes.end());
    arrays_changed();
}

void GivenValues::forget_made(std::uint64_t address, std::uint64_t bytes) {
    made_.erase(made_.lower_bound(address), made_.lower_bound(address + bytes));
    arrays_changed();
}

void GivenValues::arrays_changed() {
    arrays_.resize(given_);
    index_.clear();
    indexed_ = false;
    next_.reset();
}

std::optional<GivenValues::Position> GivenValues::at_address(std::uint64_t address) const {
    for (std::size_t i = 0; i < given_; ++i)
        if (arrays_[i].address != 0 && address - arrays_[i].address < arrays_[i].content.size())
            return Position{i, address - arrays_[i].address};
    return std::nullopt;
}

std::size_t GivenValues::run(std::span<const std::byte> bytes, const Position& from) const {
    const auto content = arrays_[from.array].content;
    return from.offset >= content.size() ? 0 : same(bytes, content.subspan(from.offset));
}

GivenValues::Position GivenValues::position_of(std::size_t piece) const {
    const auto after = std::ranges::upper_bound(first_piece_, piece);
    const auto array = static_cast<std::size_t>(after - first_piece_.begin()) - 1;
    return {array, (piece - first_piece_[array]) * stride_};
}

std::uint32_t* GivenValues::place_of(const std::byte* piece) {
    constexpr std::size_t most_looked_at = 16; // kernels may write pieces with one hash
    const std::size_t mask = index_.size() - 1;
    const auto home = static_cast<std::size_t>(hash_of(piece) >> 32);
    for (std::size_t i = 0; i < most_looked_at; ++i) {
        std::uint32_t& place = index_[(home + i) & mask];
        if (place == 0) return &place;
        const auto [array, offset] = position_of(place - 1);
        if (std::memcmp(&arrays_[array].content[offset], piece, step) == 0) return &place;
    }
    return nullptr;
}

void GivenValues::make_index() {
    indexed_ = true;
    for (const auto& [address, bytes] : made_) arrays_.push_back({bytes, address});
    std::size_t all = 0, pieces = 0;
    for (const Array& array : arrays_) all += array.content.size();
    stride_ = (all / (step * most_pieces) + 1) * step;
    first_piece_.clear();
    for (const Array& array : arrays_) {
        first_piece_.push_back(pieces);
        if (array.content.size() >= step) pieces += (array.content.size() - step) / stride_ + 1;
    }
    index_.assign(std::bit_ceil(2 * pieces + 1), 0);
    std::uint32_t number = 0;
    for (const auto& [content, address] : arrays_)
        for (std::size_t at = 0; at + step <= content.size(); at += stride_) {
            ++number;
            if (std::uint32_t* const place = place_of(&content[at]);
                place != nullptr && *place == 0)
                *place = number;
        }
}

std::optional<GivenValues::Found> GivenValues::find(std::span<const std::byte> bytes,
                                                    std::size_t at, std::size_t before) {
    if (bytes.size() - at < step || bytes.size() < least_run) return std::nullopt;
    if (!indexed_) make_index();
    const std::uint32_t* const place = place_of(&bytes[at]);
    if (place == nullptr || *place == 0) return std::nullopt;
    const Position known = position_of(*place - 1);
    const auto content = arrays_[known.array].content;
    std::size_t back = 0;
    while (back < std::min(before, known.offset) &&
           bytes[at - back - 1] == content[known.offset - back - 1])
        ++back;
    const Position from{known.array, known.offset - back};
    const Found found{from, at - back, run(bytes.subspan(at - back), from)};
    return found.length < least_run ? std::nullopt : std::optional(found);
}

std::uint64_t GivenValues::own_bytes(std::span<const std::byte> bytes, std::uint64_t address,
                                     std::span<const std::uint8_t> counts) {
    if (!known_) return 0;
    std::optional<Position> source = at_address(address);
    std::uint64_t own = 0;
    std::size_t at = 0, before = 0; // own bytes just before bytes[at]
    const auto counted = [&](std::size_t begin, std::size_t count) {
        if (counts.empty()) return std::uint64_t{count};
        const auto some = counts.subspan(begin, count);
        return static_cast<std::uint64_t>(
            std::count_if(some.begin(), some.end(), [](std::uint8_t one) { return one != 0; }));
    };
    const auto pass = [&](std::size_t length) {
        at += length;
        before = 0;
        if (source) source->offset += length;
    };
    while (at < bytes.size() && counted_ + own < most_counted) {
        const auto rest = bytes.subspan(at);
        if (const std::size_t length = source ? run(rest, *source) : 0; length != 0) {
            pass(length);
        } else if (const std::size_t more = next_ ? run(rest, *next_) : 0;
                   more >= std::min(least_run, rest.size())) {
            next_->offset += more;
            pass(more);
        } else if (const std::size_t none = zeros(rest);
                   none >= std::min(least_zeros, rest.size())) {
            pass(none);
        } else if (const auto found = find(bytes, at, before)) {
            const std::size_t back = at - found->begin;
            own -= counted(found->begin, back);
            next_ = {found->from.array, found->from.offset + found->length};
            pass(found->length - back);
        } else {
            own += counted(at, 1);
            ++before;
            ++at;
            if (source) ++source->offset;
        }
    }
    counted_ += own;
    return own;
}

} // namespace vgpu::runtime
