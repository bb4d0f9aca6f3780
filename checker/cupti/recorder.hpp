// Turns runtime calls into the trace's JSON (docs/reference/trace.md).
#pragma once

#include "cupti/driver.hpp"
#include "cupti/runtime_call.hpp"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>

namespace workbook::cupti {

class Recorder {
  public:
    void begin();
    // `unavailable`: why nothing could be recorded, or empty.
    const std::string& end(const Driver* driver, const std::string& unavailable);

    // When a call returns. `places` are those of a copy before the call.
    struct Places {
        Place destination = Place::host, source = Place::host;
    };
    void add(const RuntimeCall& call, const char* api, const char* symbol, int error,
             const Places& places, std::uint64_t static_shared_bytes);

  private:
    void add_event(const nlohmann::json& event);
    nlohmann::json allocation(const RuntimeCall& call, int error);
    nlohmann::json release(const RuntimeCall& call, int error);

    std::string events_; // JSON objects, separated by commas
    std::string text_;
    bool truncated_ = false;
    std::unordered_map<std::uint64_t, std::uint64_t>
        allocated_; // address -> bytes, never forgotten
};

} // namespace workbook::cupti
