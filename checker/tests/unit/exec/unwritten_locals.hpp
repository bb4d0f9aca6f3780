// An observer that takes all local memory for unwritten, and notes whose values decided something.
#pragma once

#include "body.hpp"

#include "vgpu/exec/events.hpp"

#include <bit>

namespace vgpu::exec::test {

// To it no local variable is ever written.
class Unwritten final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent& event) override {
        if (event.space != vgpu::ptx::Space::local || event.unwritten == nullptr) return;
        *event.unwritten |= event.mask;
        loaded += std::popcount(event.mask);
    }
    void on_use(const AccessEvent& load) override {
        used |= load.mask;
        uses += std::popcount(load.mask);
    }
    std::uint32_t used = 0;   // lanes
    int loaded = 0, uses = 0; // of lanes together
};

} // namespace vgpu::exec::test
