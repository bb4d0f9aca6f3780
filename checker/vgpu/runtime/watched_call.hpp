// What a checker asks of the runtime while it watches a call of the program: which functions of the
// API were called, what is left of it afterwards, and that one of its calls is refused.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"

#include <nlohmann/json_fwd.hpp>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace vgpu::runtime {

class Runtime;

// What a program makes by calls of the API and has to give back: the addresses or handles.
struct Inventory {
    std::set<std::uint64_t> memory, streams, events, pools, libraries, graphs, execs;
    std::array<std::uint32_t, 8> peers{};

    static Inventory of(const Runtime& runtime);
};

class WatchedCall {
  public:
    // `refuse`: which of the calls that can be refused is refused, counted from 1; 0: no call.
    void begin(const Runtime& runtime, std::uint32_t refuse);
    // A call of the API begins: the error that it is refused with, or cudaSuccess.
    cudaError_t next(const char* api);
    // The program's function has returned, in the calling thread: only there its lines are known.
    void ended(const Runtime& runtime);
    // Members of the trace (docs/reference/trace.md): "calls", "refusable", "refused", "left",
    // "reach".
    nlohmann::json to_json(Runtime& runtime) const;

  private:
    struct Refused {
        const char* api = "";
        cudaError_t error = cudaSuccess;
        std::string place;
    };
    std::map<std::string, std::uint32_t, std::less<>> calls_;
    std::uint32_t refuse_ = 0, refusable_ = 0;
    std::optional<Refused> refused_;
    Inventory before_;
    std::optional<int> device_;                   // that was current at the end
    std::map<std::uint64_t, std::string> places_; // where the program made what is left
};

// What a GPU could answer instead of doing what the function is asked for; cudaSuccess for
// functions that a program does not have to count on failing: those that give something back, or
// ask for the last error.
cudaError_t refusal_of(std::string_view api);

} // namespace vgpu::runtime
