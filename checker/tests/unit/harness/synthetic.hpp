// Calls that never happened, for tests of what is said about calls.
#pragma once

#include "harness/matchers.hpp"
#include "harness/run.hpp"

#include <cstdint>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace workbook::synthetic {

inline constexpr std::byte poison_byte{0xd7};

template <class T>
std::vector<std::byte> bytes_of(const std::vector<T>& values) {
    std::vector<std::byte> bytes(values.size() * sizeof(T));
    if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

// What an element looks like that was never written.
template <class T>
T never() {
    T value;
    std::memset(&value, static_cast<int>(poison_byte), sizeof value);
    return value;
}

// A call of add(x, y, ..., out) on the virtual GPU that returned.
class CallBuilder {
  public:
    CallBuilder() {
        record_.function = "add";
        record_.on_virtual_gpu = true;
        record_.returned_normally = true;
        record_.inventory_known = true;
        record_.trace.present = true;
        record_.trace.is_virtual = true;
    }

    template <class T>
    CallBuilder& input(const std::vector<T>& values, const char* name = nullptr) {
        const char* usual = record_.arguments.empty() ? "x" : "y";
        return add(device_in(values).spec, values, name ? name : usual);
    }
    template <class T>
    CallBuilder& output(const std::vector<T>& values, bool on_host = false,
                        const char* name = "out") {
        return add(on_host ? out<T>(values.size()).spec : device_out<T>(values.size()).spec, values,
                   name);
    }
    template <class T>
    CallBuilder& inout(const std::vector<T>& before, const std::vector<T>& after) {
        return add(device_inout(before).spec, after, "data");
    }
    CallBuilder& launch(Dim3 grid, Dim3 block,
                        std::map<std::string, std::uint64_t, std::less<>> counters = {}) {
        Launch launch;
        launch.kernel = "add_kernel(const int *, int *, int)";
        launch.grid = grid;
        launch.block = block;
        launch.counters = std::move(counters);
        launch.order = record_.trace.event_count;
        record_.trace.launches.push_back(launch);
        ++record_.trace.event_count;
        return *this;
    }
    CallBuilder& copy(CopyDirection direction, std::uint64_t bytes) {
        record_.trace.copies.push_back({"cudaMemcpy", std::string(constant_of(direction)),
                                        direction, 0, 0, bytes, 0, record_.trace.event_count});
        ++record_.trace.event_count;
        return *this;
    }
    CallBuilder& wait(const char* api) {
        record_.trace.waits.push_back({api, 0, record_.trace.event_count++});
        return *this;
    }

    CallRecord& record() { return record_; }
    Run run() const { return Run(std::make_shared<CallRecord>(record_)); }

  private:
    template <class T>
    CallBuilder& add(ArgumentSpec spec, const std::vector<T>& after, const char* name) {
        ArgumentRecord argument;
        argument.spec = std::move(spec);
        argument.name = name;
        argument.address = 0x2800'0010'0000 + 0x10'0000 * record_.arguments.size();
        if (argument.spec.direction == wire::Direction::out)
            argument.poison.assign(argument.spec.bytes(), poison_byte);
        argument.after = bytes_of(after);
        record_.arguments.push_back(std::move(argument));
        return *this;
    }

    CallRecord record_;
};

// The findings that a matcher leaves, joined; "" if it matches.
inline std::string finding_text(const Catch::Matchers::MatcherBase<Run>& matcher, const Run& run) {
    Findings::take();
    const bool matches = matcher.match(run);
    std::string text;
    for (const Finding& finding : Findings::take())
        text += (text.empty() ? "" : "\n") + finding.text;
    return matches ? "" : text;
}

} // namespace workbook::synthetic
