#include "harness/timeline.hpp"

#include "harness/notes.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace workbook {
namespace {

using Kind = Timeline::Kind;

Kind kind_of(const Copy& copy) {
    if (copy.direction == host_to_device) return Kind::copy_to_device;
    if (copy.direction == device_to_host) return Kind::copy_to_host;
    return Kind::other;
}

char letter_of(Kind kind) {
    switch (kind) {
    case Kind::copy_to_device:
        return '>';
    case Kind::kernel:
        return '#';
    case Kind::copy_to_host:
        return '<';
    case Kind::other:
        break;
    }
    return '-';
}

} // namespace

double Timeline::share() const {
    return static_cast<double>(end - begin) / static_cast<double>(one_after_the_other);
}

std::optional<Timeline> timeline_of(const Run& run) {
    std::vector<std::pair<std::size_t, Timeline::Piece>> ordered;
    for (const Launch& launch : run.launches())
        if (launch.begin && launch.nanoseconds)
            ordered.push_back({launch.order,
                               {Kind::kernel, launch.stream, *launch.begin,
                                *launch.begin + *launch.nanoseconds}});
    for (const Copy& copy : run.copies())
        if (copy.begin && copy.nanoseconds && copy.direction != host_to_host)
            ordered.push_back({copy.order,
                               {kind_of(copy), copy.stream.value_or(0), *copy.begin,
                                *copy.begin + *copy.nanoseconds}});
    if (ordered.empty()) return std::nullopt;
    std::ranges::sort(ordered, {}, [](const auto& piece) { return piece.first; });
    Timeline result;
    result.begin = ordered.front().second.begin;
    for (const auto& [order, piece] : ordered) {
        result.begin = std::min(result.begin, piece.begin);
        result.end = std::max(result.end, piece.end);
        result.one_after_the_other += piece.end - piece.begin;
        result.pieces.push_back(piece);
    }
    return result;
}

std::string drawn(const Timeline& timeline, std::size_t columns) {
    std::vector<std::uint64_t> streams;
    for (const auto& piece : timeline.pieces)
        if (std::ranges::find(streams, piece.stream) == streams.end())
            streams.push_back(piece.stream);
    constexpr std::size_t most_streams = 8;
    const auto column_of = [&](std::uint64_t at) {
        return (at - timeline.begin) * columns /
               std::max<std::uint64_t>(timeline.end - timeline.begin, 1);
    };
    std::string text;
    for (std::size_t i = 0; i < std::min(streams.size(), most_streams); ++i) {
        std::string row(columns, ' ');
        for (const auto& piece : timeline.pieces) {
            if (piece.stream != streams[i]) continue;
            const std::size_t from = std::min<std::size_t>(column_of(piece.begin), columns - 1);
            const std::size_t until =
                std::clamp<std::size_t>(column_of(piece.end), from + 1, columns);
            std::fill(row.begin() + static_cast<std::ptrdiff_t>(from),
                      row.begin() + static_cast<std::ptrdiff_t>(until), letter_of(piece.kind));
        }
        const std::string name =
            streams[i] == 0 ? "default stream" : fmt::format("stream {}", streams[i]);
        text += fmt::format("{:<14} |{}|\n", name, row);
    }
    if (streams.size() > most_streams)
        text += fmt::format("and {} more streams\n", streams.size() - most_streams);
    return text + fmt::format("{:<14}  > copy to the device   # kernel   < copy to the host", "");
}

bool Overlapped::match(const Run& run) const {
    const auto timeline = timeline_of(run);
    if (!timeline) {
        if (!run.record().trace.is_virtual)
            Notes::add("What took place side by side was not measured on this device.");
        else if (!run.launches().empty() || !run.copies().empty())
            return fails(Verdict::requirement,
                         "what took place side by side is not known: the virtual GPU tells it of "
                         "at most 32 streams and 8192 launches and copies. Use fewer");
        return true;
    }
    if (timeline->share() <= bound_.high) return true;
    return fails(Verdict::requirement,
                 fmt::format("the work took {:.2f} of the time that its pieces take one after the "
                             "other; at most {:.2f} is asked for: {}\n{}",
                             timeline->share(), bound_.high, why_, drawn(*timeline)));
}

} // namespace workbook
