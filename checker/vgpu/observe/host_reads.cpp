#include "vgpu/observe/host_reads.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace vgpu::observe {

namespace {

using Page = BytePages::Page;

// The most bytes that are reported at once: no more memory than that is taken for it.
constexpr std::uint64_t most_told = 1 << 20;

struct Run {
    std::uint64_t begin = 0, end = 0;
};

// The ranges of known bytes, with `around` more on both sides, as far as there are so many.
std::vector<Run> runs_of(const BytePages& bytes, std::uint64_t around, std::uint64_t end) {
    std::vector<Run> runs;
    const auto add = [&](std::uint64_t begin, std::uint64_t behind) {
        begin -= std::min(begin, around);
        behind = std::min(behind + around, end);
        if (!runs.empty() && runs.back().end >= begin)
            runs.back().end = behind;
        else
            runs.push_back({begin, behind});
    };
    for (const auto& [first, page] : bytes.pages())
        for (std::uint64_t word = 0; word < page.known.size(); ++word) {
            const std::uint64_t known = page.known[word], at = first + 64 * word;
            if (known == ~0ull) add(at, at + 64);
            for (std::uint64_t bit = 0; known != ~0ull && known != 0 && bit < 64; ++bit)
                if ((known >> bit & 1) != 0) add(at + bit, at + bit + 1);
        }
    return runs;
}

} // namespace

void HostReads::on_launch_begin(const exec::LaunchInfo& /*info*/) {
    is_on_ = is_wanted_();
    gone_.clear();
    for (auto& [address, range] : ranges_) {
        range.read.clear();
        range.changed_too_often = 0;
    }
}

void HostReads::show(std::uint64_t address, std::uint64_t bytes) {
    hide(address);
    ranges_[address] = Range{bytes};
}

// A call can end that in the middle of a launch which waits for the host.
void HostReads::hide(std::uint64_t address) {
    const auto found = ranges_.find(address);
    if (found == ranges_.end()) return;
    if (!found->second.read.empty()) gone_.emplace_back(address, std::move(found->second));
    ranges_.erase(found);
}

void HostReads::begin_call() {
    is_on_ = is_wanted_();
    for (auto& [address, range] : ranges_) range = Range{range.bytes};
}

bool HostReads::meets(std::uint64_t begin, std::uint64_t end) const {
    if (!is_on_) return false;
    const auto behind = ranges_.lower_bound(end);
    if (behind == ranges_.begin()) return false;
    const auto& [address, range] = *std::prev(behind);
    return begin < address + range.bytes;
}

// An instruction's bytes lie in one range: allocations have gaps between them.
template <class Body>
void HostReads::within(std::uint64_t address, Bytes bytes, const Body& body) {
    if (!is_on_) return;
    const auto behind = ranges_.upper_bound(address);
    if (behind == ranges_.begin()) return;
    auto& [begin, range] = *std::prev(behind);
    const std::uint64_t offset = address - begin;
    if (offset < range.bytes)
        body(begin, range, offset,
             bytes.first(std::min<std::uint64_t>(bytes.size(), range.bytes - offset)));
}

void HostReads::on_write(std::uint64_t address, Bytes bytes) {
    within(address, bytes, [](std::uint64_t, Range& range, std::uint64_t offset, Bytes inside) {
        range.is_told = false;
        BytePages::each_part(offset, inside, [&](std::uint64_t page, std::uint64_t at, Bytes part) {
            range.written.at(page).set(at, part);
            range.last.at(page).set(at, part);
        });
    });
}

void HostReads::on_read(std::uint64_t address, Bytes bytes) {
    within(address, bytes,
           [&](std::uint64_t begin, Range& range, std::uint64_t offset, Bytes inside) {
               BytePages::each_part(offset, inside,
                                    [&](std::uint64_t page, std::uint64_t at, Bytes part) {
                                        note_read(begin, range, page + at, part);
                                    });
           });
}

// Notes bytes of one page. A byte that is as at its last read says nothing new; one that has
// changed in between does, even if it is known: the host may send values one by one.
void HostReads::note_read(std::uint64_t begin, Range& range, std::uint64_t offset, Bytes bytes) {
    const std::uint64_t at = offset % BytePages::page_bytes, first = offset - at;
    Page& last = range.last.at(first);
    if (last.holds(at, bytes)) return;
    const Page* const written = range.written.find(first);
    const auto is_new = [&](std::uint64_t i) {
        return !last.holds(at + i, bytes[i]) &&
               (written == nullptr || !written->holds(at + i, bytes[i]));
    };
    const auto has_room = [&](const Page* page) {
        for (std::uint64_t i = 0; page != nullptr && i < bytes.size(); ++i)
            if (page->knows(at + i) && is_new(i)) return false;
        return true;
    };
    std::uint64_t i = 0;
    while (i < bytes.size() && !is_new(i)) ++i;
    if (i == bytes.size()) return last.set(at, bytes);
    std::size_t which = 0;
    while (which < range.read.size() && !has_room(range.read[which].find(first))) ++which;
    if (which == range.read.size() && which < most_values) range.read.emplace_back();
    Page* page = which == most_values ? nullptr : range.read[which].find(first);
    if (page == nullptr && which != most_values) {
        page = &range.read[which].at(first);
        std::memcpy(page->content.data(), view_(begin + first),
                    std::min(BytePages::page_bytes, range.bytes - first));
    }
    for (; i < bytes.size(); ++i) {
        if (!is_new(i)) continue;
        if (page != nullptr)
            page->set(at + i, bytes[i]);
        else
            ++range.changed_too_often;
    }
    last.set(at, bytes);
}

std::uint64_t HostReads::changed_too_often() const {
    std::uint64_t all = 0;
    for (const auto& [address, range] : ranges_) all += range.changed_too_often;
    for (const auto& [address, range] : gone_) all += range.changed_too_often;
    return all;
}

void HostReads::each_read(std::uint64_t begin, const Range& range, const BytePages& read,
                          const std::byte* now,
                          const std::function<void(std::uint64_t, Bytes, Marks)>& body) const {
    std::vector<std::byte> bytes;
    std::vector<std::uint8_t> marks;
    for (const Run& whole : runs_of(read, margin, range.bytes))
        for (std::uint64_t first = whole.begin; first < whole.end; first += most_told) {
            const std::uint64_t count = std::min(whole.end - first, most_told);
            bytes.assign(count, {});
            if (now != nullptr) std::copy_n(now + first, count, bytes.data());
            marks.assign(count, 0);
            BytePages::each_part(first, bytes,
                                 [&](std::uint64_t page, std::uint64_t at, Bytes part) {
                                     const Page* const known = read.find(page);
                                     if (known == nullptr) return;
                                     const std::uint64_t to = page + at - first;
                                     std::copy_n(&known->content[at], part.size(), &bytes[to]);
                                     for (std::uint64_t i = 0; i < part.size(); ++i)
                                         marks[to + i] = known->knows(at + i) ? 1 : 0;
                                 });
            body(begin + first, bytes, marks);
        }
}

void HostReads::each_read(const std::function<void(std::uint64_t, Bytes, Marks)>& body) const {
    for (const auto& [address, range] : ranges_)
        for (const BytePages& read : range.read)
            each_read(address, range, read, view_(address), body);
    for (const auto& [address, range] : gone_)
        for (const BytePages& read : range.read) each_read(address, range, read, nullptr, body);
}

std::vector<std::uint8_t> HostReads::not_written(std::uint64_t address, Bytes bytes) const {
    std::vector<std::uint8_t> marks(bytes.size(), 1);
    const auto behind = ranges_.upper_bound(address);
    if (behind == ranges_.begin()) return marks;
    const auto& [begin, range] = *std::prev(behind);
    const std::uint64_t offset = address - begin;
    BytePages::each_part(offset, bytes, [&](std::uint64_t page, std::uint64_t at, Bytes part) {
        const Page* const written = range.written.find(page);
        for (std::uint64_t i = 0; written != nullptr && i < part.size(); ++i)
            if (written->holds(at + i, part[i])) marks[page + at + i - offset] = 0;
    });
    return marks;
}

void HostReads::each_written_range(const std::function<void(std::uint64_t, std::uint64_t)>& body) {
    for (auto& [address, range] : ranges_)
        if (!std::exchange(range.is_told, true)) body(address, range.bytes);
}

void HostReads::each_written(std::uint64_t address,
                             const std::function<void(std::uint64_t, Bytes)>& body) const {
    const auto found = ranges_.find(address);
    if (found == ranges_.end()) return;
    const Range& range = found->second;
    std::vector<std::byte> bytes;
    for (const Run& run : runs_of(range.written, 0, range.bytes)) {
        bytes.resize(run.end - run.begin);
        BytePages::each_part(run.begin, bytes,
                             [&](std::uint64_t page, std::uint64_t at, Bytes part) {
                                 std::copy_n(&range.written.find(page)->content[at], part.size(),
                                             &bytes[page + at - run.begin]);
                             });
        body(address + run.begin, bytes);
    }
}

} // namespace vgpu::observe
