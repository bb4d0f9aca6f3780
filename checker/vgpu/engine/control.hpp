// The checker's side of the engine: settings, a call's device arrays, its trace.
#pragma once

#include "vgpu/runtime/settings.hpp"
#include "wire/engine.hpp"

#include <cstddef>
#include <vector>

namespace vgpu::runtime {
struct Call;
}

namespace vgpu::engine {

class Control {
  public:
    // Waits for the checker's settings. Throws std::runtime_error when none come.
    Control();

    const runtime::Settings& settings() const { return settings_; }
    std::uint64_t text_key() const { return text_key_; }

    // Writes on the board how much memory is shared with the program. From time to time.
    void tell_memory() const;

    // Serves one request; false when the checker has hung up.
    bool serve();

  private:
    // An array of the checker's, behind `lead` bytes of an allocation; address 0: none.
    struct Array {
        std::uint64_t address = 0, bytes = 0, lead = 0;
    };

    void begin(const workbook::wire::EngineRequest& request, workbook::wire::EngineReply& reply);
    void end(const workbook::wire::EngineRequest& request, workbook::wire::EngineReply& reply);
    void release_arrays(runtime::Call& call, const workbook::wire::EngineRequest& request);
    // Registers the call's arrays, so that bytes that the program copies from them do not count as
    // its own.
    void tell_given_values(const workbook::wire::EngineRequest& request);
    std::uint64_t bytes_of_program(runtime::Call& call,
                                   const workbook::wire::EngineRequest& request) const;
    bool place(runtime::Call& call, const workbook::wire::EngineRequest& request,
               std::size_t number, workbook::wire::EngineReply& reply);
    std::byte* at(std::uint64_t offset, std::uint64_t bytes) const;

    runtime::Settings settings_;
    std::uint64_t text_key_ = 0;
    std::byte* exchange_ = nullptr;
    std::uint64_t exchange_bytes_ = 0;
    std::vector<Array> arrays_; // of the last call
};

} // namespace vgpu::engine
