// Patterns in what was never written: the shape of the launch, or a copy that moved too little.
#include "harness/comparison.hpp"
#include "harness/describe.hpp"

#include <algorithm>
#include <fmt/format.h>

namespace workbook {
namespace {

// Elements that a random filling leaves to chance: with one byte per element, one in 256 of those
// that were written looks unwritten, with two bytes one in 65536. Three times as many are rare.
std::size_t fewest_that_count(const ArgumentRecord& output) {
    const std::uint64_t bits = 8 * std::uint64_t{output.spec.element_bytes};
    if (bits > 16 || output.spec.count < (std::size_t{1} << bits) / 16) return 1;
    return 4 + 3 * (output.spec.count >> bits);
}

std::string grid_text(const Launch& launch, std::size_t count) {
    return fmt::format("the grid had {} x {} = {} for {}",
                       launch.grid.count() == launch.grid.x ? std::to_string(launch.grid.x)
                                                            : "(" + to_text(launch.grid) + ")",
                       launch.block.count() == launch.block.x ? std::to_string(launch.block.x)
                                                              : "(" + to_text(launch.block) + ")",
                       plural(launch.grid.count() * launch.block.count(), "thread", "threads"),
                       plural(count, "element", "elements"));
}

std::uint64_t bytes_copied_back(const CallRecord& record) {
    std::uint64_t bytes = 0;
    for (const Copy& copy : record.trace.copies)
        if (copy.error == 0 && copy.direction == device_to_host) bytes += copy.bytes;
    return bytes;
}

std::string nothing_written(const Coverage& coverage) {
    const CallRecord& record = coverage.record;
    const std::string text = "no element was ever written";
    if (!record.inventory_known) return text;
    if (record.trace.event_count == 0 && record.trace.launches.empty())
        return text + ", and no kernel was launched";
    for (const Launch& launch : record.trace.launches)
        if (launch.error != 0)
            return fmt::format("{}: the launch of {} was refused", text, launch.short_name());
    const bool on_host =
        record.arguments[coverage.argument].spec.kind == wire::ArgumentKind::host_array;
    const bool nothing_came = on_host && bytes_copied_back(record) == 0;
    if (record.trace.launches.empty())
        return text + ": no kernel was launched" +
               (nothing_came ? ", and nothing was copied from device to host" : "");
    if (nothing_came) return text + ": nothing was copied from device to host";
    const std::size_t first_launch = record.trace.launches.front().order;
    const bool fetched_after =
        std::any_of(record.trace.copies.begin(), record.trace.copies.end(), [&](const Copy& copy) {
            return copy.direction == device_to_host && copy.order > first_launch;
        });
    if (on_host && !fetched_after)
        return text + ": the copy from device to host was made before the kernel was launched";
    return fmt::format("{}, although {} was launched: what does it write to?", text,
                       record.trace.launches.front().short_name());
}

// Everything from `k` on.
std::string tail_unwritten(const Coverage& coverage, std::size_t k) {
    const std::size_t count = coverage.unwritten.size();
    std::string text = fmt::format("every element from {} on was never written", k);
    const ArgumentSpec& spec = coverage.record.arguments[coverage.argument].spec;
    const std::uint64_t copied = bytes_copied_back(coverage.record);
    if (spec.kind == wire::ArgumentKind::host_array && copied > 0 && copied < spec.bytes() &&
        (copied + spec.element_bytes - 1) / spec.element_bytes == k)
        return text + fmt::format(": {} copied from device to host, and {} of {} "
                                  "are {} bytes (sizes are counted in bytes: sizeof)",
                                  plural(copied, "byte was", "bytes were"),
                                  plural(count, "element", "elements"),
                                  plural(spec.element_bytes, "byte", "bytes"), spec.bytes());
    if (!coverage.launch) return text;
    const std::uint64_t threads = coverage.launch->grid.count() * coverage.launch->block.count();
    if (threads < count) return text + ": " + grid_text(*coverage.launch, count);
    if (k == coverage.launch->block.count())
        return text +
               (k == 1 ? ": this is the only thread of one block"
                       : fmt::format(": these are the {} threads of one block", k)) +
               "; is blockIdx part of the index?";
    // The largest blockIdx.x * gridDim.x + threadIdx.x.
    const Launch& launch = *coverage.launch;
    if (launch.grid.x > 1 && k == (launch.grid.x - 1) * std::size_t{launch.grid.x} + launch.block.x)
        return text + fmt::format(": several threads have the same element ({}); is blockIdx "
                                  "multiplied by blockDim?",
                                  grid_text(launch, count));
    if (k == coverage.launch->grid.count())
        return text + fmt::format(": the grid had {}; is threadIdx part of the index?",
                                  plural(k, "block", "blocks"));
    return text + fmt::format(" ({})", grid_text(*coverage.launch, count));
}

// The written elements are exactly the multiples of `step`, or the unwritten ones are.
std::optional<std::string> every_kth(const Coverage& coverage) {
    const std::vector<bool>& unwritten = coverage.unwritten;
    for (const bool looked_for : {false, true}) {
        const auto first = std::find(unwritten.begin(), unwritten.end(), looked_for);
        if (first == unwritten.end()) continue;
        const auto second = std::find(first + 1, unwritten.end(), looked_for);
        if (second == unwritten.end()) continue;
        const auto start = static_cast<std::size_t>(first - unwritten.begin());
        const auto step = static_cast<std::size_t>(second - first);
        if (step < 2 || unwritten.size() < 3 * step || start >= step) continue;
        bool fits = true;
        for (std::size_t i = 0; i < unwritten.size() && fits; ++i)
            fits = (unwritten[i] == looked_for) == (i % step == start);
        if (!fits) continue;
        if (looked_for)
            return fmt::format("every {} element, from {} on, was never written",
                               step == 2 ? "second" : fmt::format("{}th", step), start);
        std::string text = fmt::format("only every {} element, from {} on, was written",
                                       step == 2 ? "second" : fmt::format("{}th", step), start);
        if (coverage.launch && step == coverage.launch->block.x)
            text += fmt::format(
                ": {} is the number of threads of a block; is threadIdx part of the index?", step);
        if (coverage.launch && step == coverage.launch->grid.x && step != coverage.launch->block.x)
            text += fmt::format(": {} is the number of blocks", step);
        return text;
    }
    return std::nullopt;
}

// Finds out whether each block has written only the first `m` elements of its part.
std::optional<std::string> part_of_each_block(const Coverage& coverage) {
    if (!coverage.launch) return std::nullopt;
    const std::size_t block = coverage.launch->block.count();
    const std::vector<bool>& unwritten = coverage.unwritten;
    if (block < 2 || unwritten.size() < 2 * block) return std::nullopt;
    std::size_t m = 0;
    while (m < block && !unwritten[m]) ++m;
    if (m == 0 || m == block) return std::nullopt;
    for (std::size_t i = 0; i < unwritten.size(); ++i)
        if (unwritten[i] != (i % block >= m)) return std::nullopt;
    return fmt::format("in the part of each block, only the first {} of {} elements {} written", m,
                       block, m == 1 ? "was" : "were");
}

} // namespace

std::optional<std::string> find_coverage_pattern(const Coverage& coverage) {
    const std::vector<bool>& unwritten = coverage.unwritten;
    const auto missing =
        static_cast<std::size_t>(std::count(unwritten.begin(), unwritten.end(), true));
    const std::size_t fewest = fewest_that_count(coverage.record.arguments[coverage.argument]);
    if (missing < fewest) return std::nullopt;
    if (missing == unwritten.size()) return nothing_written(coverage);
    const auto first = static_cast<std::size_t>(
        std::find(unwritten.begin(), unwritten.end(), true) - unwritten.begin());
    // The tail is all there is, but for those before it that look unwritten by chance.
    const auto tail = static_cast<std::size_t>(
        std::find(unwritten.rbegin(), unwritten.rend(), false) - unwritten.rbegin());
    if (tail > 0 && missing - tail < fewest)
        return tail_unwritten(coverage, unwritten.size() - tail);
    if (first == 0 && std::find(unwritten.begin(), unwritten.end(), false) ==
                          unwritten.begin() + static_cast<std::ptrdiff_t>(missing))
        return missing == 1 ? "the first element was never written"
                            : fmt::format("the first {} elements were never written", missing);
    if (auto text = every_kth(coverage)) return text;
    if (auto text = part_of_each_block(coverage)) return text;
    const auto last = static_cast<std::size_t>(
        unwritten.size() - 1 -
        static_cast<std::size_t>(std::find(unwritten.rbegin(), unwritten.rend(), true) -
                                 unwritten.rbegin()));
    if (last - first + 1 == missing && missing > 1)
        return fmt::format("elements {} to {} were never written", first, last);
    std::size_t surely = 0, first_of_them = unwritten.size();
    for (std::size_t i = unwritten.size(); i-- > 0;)
        if (unwritten[i] && coverage.wrong[i]) {
            ++surely;
            first_of_them = i;
        }
    if (surely == 0) return std::nullopt;
    if (surely == 1) return fmt::format("element {} was never written", first_of_them);
    return fmt::format("{} elements were never written, the first is element {}", surely,
                       first_of_them);
}

} // namespace workbook
