// How far kernels come in large allocations: for launches of which a part runs (exec/sampling.hpp).
#pragma once

#include "vgpu/exec/device.hpp"

#include <cstdint>
#include <vector>

namespace vgpu::observe {

class Reach final : public exec::Observer {
  public:
    struct Row {
        std::uint64_t address = 0, bytes = 0; // of the allocation
        std::uint64_t end = 0;                // behind the last byte that was read or written
        bool live = true;                     // where it was, other memory may be by now
    };

    std::uint32_t wants() const override { return exec::event_access; }
    void on_allocate(std::uint64_t address, std::uint64_t bytes, bool initialised) override;
    void on_free(std::uint64_t address, std::uint64_t bytes) override;
    void on_access(const exec::AccessEvent& event) override;

    void begin_call();
    // A launch was ended before all of its blocks were through.
    void note_cut() { cut_ = true; }
    bool was_cut() const { return cut_; }
    // The large allocations since the call began, freed ones, too, and those of before.
    const std::vector<Row>& rows() const { return rows_; }

  private:
    std::vector<Row> rows_;
    bool cut_ = false;
};

} // namespace vgpu::observe
