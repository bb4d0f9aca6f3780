#include "harness/gain.hpp"

#include "harness/random.hpp"
#include "harness/timeline.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fmt/format.h>

namespace workbook {
namespace {

constexpr int timed_calls = 7; // after a first one, which loads the kernels

double median(std::vector<double> values) {
    std::ranges::sort(values);
    return values[values.size() / 2];
}

// Two digits are enough for a time; a number from 100 on keeps all digits before the point.
std::string short_number(double number) {
    if (number >= 100) return gain_text(static_cast<std::uint64_t>(std::llround(number)));
    const int digits = number >= 10 ? 0 : number >= 1 ? 1 : number >= 0.1 ? 2 : 3;
    std::string text = fmt::format("{:.{}f}", number, digits);
    if (digits > 0) text.resize(text.find_last_not_of('0') + 1); // 0.50 is 0.5, and 4.0 is 4
    if (text.ends_with('.')) text.pop_back();
    return text;
}

// A launch or a copy that was refused did nothing.
template <class Event>
bool is_good(const Event& event) {
    return event.error == 0;
}

} // namespace

std::string gain_text(std::uint64_t number) {
    std::string text = std::to_string(number);
    for (std::ptrdiff_t at = static_cast<std::ptrdiff_t>(text.size()) - 3; at > 0; at -= 3)
        text.insert(static_cast<std::size_t>(at), ",");
    return text;
}

std::string gain_text(double number) { return short_number(number); }

std::string gain_text(std::string_view text) { return std::string(text); }

std::string in_bytes(std::uint64_t bytes) {
    const auto amount = static_cast<double>(bytes);
    if (bytes >= 1 << 20) return short_number(amount / (1 << 20)) + " MiB";
    if (bytes >= 1 << 10) return short_number(amount / (1 << 10)) + " KiB";
    return gain_text(bytes) + (bytes == 1 ? " byte" : " bytes");
}

std::string times_as(std::uint64_t other, std::uint64_t own, std::string_view what) {
    if (other == own || own == 0) return fmt::format("as {}", what);
    const double ratio = static_cast<double>(other) / static_cast<double>(own);
    return fmt::format("{} times as {}", short_number(ratio), what);
}

bool Gain::on_gpu() const { return !session_.options().device.is_virtual; }

std::size_t Gain::size(std::size_t counted, std::size_t timed) const {
    return on_gpu() ? timed : counted;
}

void Gain::call(const CallSpec& spec) {
    std::vector<double> times;
    for (int i = 0; i < (on_gpu() ? 1 + timed_calls : 1); ++i) {
        CallSpec again = spec;
        again.aside = true; // neither profiled nor recorded, and no promise is tried with it
        again.timed = on_gpu();
        run_ = session_.call(std::move(again));
        if (!run_->ended_well()) throw std::runtime_error("a call of the gain did not end well");
        if (i > 0) times.push_back(static_cast<double>(run_->record().nanoseconds) * 1e-6);
    }
    if (times.empty()) return;
    milliseconds_ = median(times);
    const bool copies = std::ranges::any_of(spec.arguments, [](const ArgumentSpec& argument) {
        return argument.kind == wire::ArgumentKind::host_array && argument.is_output();
    });
    lines_.push_back(
        fmt::format("Your {}() took {} ms from the call until its kernels were done, with {} "
                    "(median of {} calls).",
                    spec.function, short_number(*milliseconds_),
                    copies ? "its copies" : "the data on the GPU already", timed_calls));
}

void Gain::beside(std::string_view what, const std::function<void()>& work) {
    using Clock = std::chrono::steady_clock;
    if (!on_gpu() || !milliseconds_ || *milliseconds_ <= 0) return;
    constexpr int timed_runs = 3;
    std::vector<double> times;
    for (int i = 0; i < 1 + timed_runs; ++i) { // the first one brings the pages
        const auto begin = Clock::now();
        work();
        if (i > 0)
            times.push_back(
                std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
    }
    const double ratio = median(times) / *milliseconds_;
    lines_.push_back(fmt::format(
        "{} on one core of the CPU took {} ms: {}.", what, short_number(median(times)),
        ratio >= 1 ? short_number(ratio) + " times as long"
                   : "your call took " + short_number(1 / ratio) + " times as long as that"));
}

std::uint64_t Gain::count(std::string_view counter) const {
    std::uint64_t total = 0;
    if (run_)
        for (const Launch& launch : run_->launches())
            if (is_good(launch)) total += launch.counter(counter);
    return total;
}

std::uint64_t Gain::launches() const {
    if (!run_) return 0;
    return static_cast<std::uint64_t>(std::ranges::count_if(run_->launches(), is_good<Launch>));
}

std::uint64_t Gain::blocks() const {
    return launches() == 0 ? 0 : run_->launches().front().grid.count();
}

std::uint64_t Gain::threads() const {
    return launches() == 0 ? 0 : blocks() * run_->launches().front().block.count();
}

std::uint64_t Gain::copies() const {
    if (!run_) return 0;
    return static_cast<std::uint64_t>(std::ranges::count_if(run_->copies(), is_good<Copy>));
}

std::uint64_t Gain::copied_bytes() const {
    std::uint64_t total = 0;
    if (run_)
        for (const Copy& copy : run_->copies())
            if (is_good(copy)) total += copy.bytes;
    return total;
}

std::uint64_t Gain::calls() const {
    std::uint64_t total = 0;
    if (run_)
        for (const auto& [api, count] : run_->trace().calls) total += count;
    return total;
}

double Gain::elapsed() const {
    const auto timeline = run_ ? timeline_of(*run_) : std::nullopt;
    return timeline ? static_cast<double>(timeline->end - timeline->begin) / 1000 : 0;
}

double Gain::one_after_the_other() const {
    const auto timeline = run_ ? timeline_of(*run_) : std::nullopt;
    return timeline ? static_cast<double>(timeline->one_after_the_other) / 1000 : 0;
}

std::vector<std::string> Gain::text() const {
    if (lines_.empty()) return {};
    std::vector<std::string> text{
        fmt::format("What you gained, {}{}{}:", on_gpu() ? "timed" : "counted by the virtual GPU",
                    subject_.empty() ? "" : " for ", subject_)};
    text.insert(text.end(), lines_.begin(), lines_.end());
    return text;
}

namespace gains {
namespace {

void (*tell_gain)(Gain&) = nullptr;

} // namespace

bool add(void (*tell)(Gain&)) {
    if (tell_gain) throw std::logic_error("a check has one gain");
    tell_gain = tell;
    return true;
}

std::vector<std::string> lines(Session& session) {
    if (!tell_gain) return {};
    Gain gain(session);
    random_source::begin_case("what you gained");
    try {
        tell_gain(gain);
        return gain.text();
    } catch (const std::exception&) { // an extra call must not spoil a pass
        return {};
    }
}

std::uint64_t sectors_of_warp(std::vector<std::uint64_t>& sectors) {
    std::ranges::sort(sectors);
    return static_cast<std::uint64_t>(std::unique(sectors.begin(), sectors.end()) -
                                      sectors.begin());
}

} // namespace gains
} // namespace workbook
