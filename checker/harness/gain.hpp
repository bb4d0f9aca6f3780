// What the student gained: two or three plain lines under a pass. A check.cpp says once what they
// are made of:
//
//     WORKBOOK_GAIN(gain) {
//         const std::size_t n = gain.size(65'536, 1 << 24);
//         const auto x = numbers(n);
//         gain.about(n, " numbers");
//         WORKBOOK_GAIN_CALL(gain, square, device_in(x), device_out<int>(n), n);
//         gain.beside("A loop", [&] { for (...) out[i] = x[i] * x[i]; });    // timed on a GPU
//         gain.say("Your warps made ", gain.count("global_load_requests"), " loads.");
//     }
//
// It runs when every case has passed and the lines are asked for (check --gain). No time and no
// count in it decides anything, and what goes wrong in it leaves no line and no finding.
#pragma once

#include "harness/call.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace workbook {

// The parts of a sentence: "32,768", "4.5", text as it is.
std::string gain_text(std::uint64_t number);
std::string gain_text(double number);
std::string gain_text(std::string_view text);
template <std::integral Integer>
std::string gain_text(Integer number) {
    return gain_text(static_cast<std::uint64_t>(number));
}
// "48 bytes", "1 MiB", "1.5 MiB".
std::string in_bytes(std::uint64_t bytes);
// How `other` compares with `own`: "4.5 times as many", "as many", "0.5 times as many".
std::string times_as(std::uint64_t other, std::uint64_t own, std::string_view what = "many");

class Gain {
  public:
    explicit Gain(Session& session) : session_(session) {}

    // Whether a GPU is timed; else the virtual GPU counts.
    bool on_gpu() const;
    // How large the data are: the virtual GPU is slow, and a GPU shows nothing with few.
    std::size_t size(std::size_t counted, std::size_t timed) const;
    // "1,024 x 1,024 floats": what the figures are for, in the heading.
    template <class... Parts>
    void about(const Parts&... parts) {
        subject_ = (gain_text(parts) + ...);
    }

    // The student's function: once on the virtual GPU, some times on a GPU. WORKBOOK_GAIN_CALL.
    void call(const CallSpec& spec);
    // The same work on one core of the CPU, timed on a GPU and left out on the virtual one. `what`
    // begins a sentence: "A loop".
    void beside(std::string_view what, const std::function<void()>& work);

    // The last call, over all launches; 0 on a GPU.
    std::uint64_t count(std::string_view counter) const;
    std::uint64_t launches() const;
    std::uint64_t blocks() const; // of the first launch
    std::uint64_t threads() const;
    std::uint64_t copies() const;
    std::uint64_t copied_bytes() const;
    std::uint64_t calls() const; // of functions of CUDA's runtime, the given code's among them
    // Its copies and kernels, on the virtual GPU's clock (timeline.hpp): microseconds from the
    // first begin to the last end, and those that they take one after the other.
    double elapsed() const;
    double one_after_the_other() const;
    // Adds a line of counts, but not on a GPU, which has no counters.
    template <class... Parts>
    void say(const Parts&... parts) {
        if (!on_gpu()) lines_.push_back((gain_text(parts) + ...));
    }

    // The heading and the lines; nothing if there are no lines.
    std::vector<std::string> text() const;

  private:
    Session& session_;
    std::string subject_;
    std::optional<Run> run_;
    std::optional<double> milliseconds_; // of the student's call
    std::vector<std::string> lines_;
};

// How many sectors of 32 bytes the warps of `threads` threads move when thread t touches element
// index(t), as the virtual GPU counts them: each warp by itself.
template <class Index>
std::uint64_t sectors_of(std::size_t threads, std::size_t element_bytes, Index&& index);

namespace gains {

// WORKBOOK_GAIN calls it at namespace scope, once per check.
bool add(void (*tell)(Gain&));
// What the check's gain says; nothing if it has none, or if a call of it goes wrong.
std::vector<std::string> lines(Session& session);

std::uint64_t sectors_of_warp(std::vector<std::uint64_t>& sectors);

} // namespace gains

template <class Index>
std::uint64_t sectors_of(std::size_t threads, std::size_t element_bytes, Index&& index) {
    constexpr std::size_t warp_size = 32, sector_bytes = 32;
    std::uint64_t total = 0;
    std::vector<std::uint64_t> sectors;
    for (std::size_t first = 0; first < threads; first += warp_size) {
        sectors.clear();
        for (std::size_t t = first; t < threads && t < first + warp_size; ++t) {
            const std::uint64_t byte = static_cast<std::uint64_t>(index(t)) * element_bytes;
            sectors.push_back(byte / sector_bytes);
            sectors.push_back((byte + element_bytes - 1) / sector_bytes);
        }
        total += gains::sectors_of_warp(sectors);
    }
    return total;
}

} // namespace workbook

#define WORKBOOK_GAIN(gain)                                                                        \
    static void workbook_gain(::workbook::Gain& gain);                                             \
    [[maybe_unused]] static const bool workbook_has_gain = ::workbook::gains::add(&workbook_gain); \
    static void workbook_gain([[maybe_unused]] ::workbook::Gain& gain)

#define WORKBOOK_GAIN_CALL_IN(gain, gpu, function, ...)                                            \
    (gain).call(WORKBOOK_CALL_SPEC(gpu, function __VA_OPT__(, ) __VA_ARGS__))

#define WORKBOOK_GAIN_CALL(gain, function, ...)                                                    \
    WORKBOOK_GAIN_CALL_IN(gain, ::workbook::VirtualGpu(), function __VA_OPT__(, ) __VA_ARGS__)
