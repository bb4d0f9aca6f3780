// Values that were loaded from uninitialised memory, followed through a frame's registers until one
// decides something: where a branch goes, what address is accessed, what memory or
// another lane gets. A value that is dropped decides nothing. Compilers move loads above the test
// that guards them:
//
//     ld.local.u32 %r6, [%rd4]; selp.b32 %r7, -1, %r6, %p1; st.global.u32 [%rd6], %r7;
//
// Values are followed lane by lane: a lane's value is unwritten as a whole, or not at all.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/executable.hpp"

#include <array>
#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace vgpu::exec {

// What of a computation's result is unwritten if some of its sources are.
enum class ValueRule : std::uint8_t {
    unknown,     // not looked up yet
    any_source,  // a lane's result is, if one of its sources is
    select,      // selp: the source that is chosen, and the choice
    conjunction, // and: not where the other source is 0
    disjunction, // or of predicates: not where the other source is true
    compare_and, // setp.and: not where the predicate that it is combined with is false
    compare_or,  // setp.or: not where that is true
};
ValueRule value_rule(const isa::Function& function, const Op& op);

class FollowedLoads {
  public:
    // Gets the load again; its mask has the lanes whose values have decided something.
    using Tell = std::function<void(const AccessEvent&)>;

    bool empty() const { return values_.empty(); }
    void add(const AccessEvent& load, std::uint32_t lanes, std::span<const ElementSlot> elements);
    // Registers get other values.
    void overwrite(Offset slot, std::uint32_t lanes);
    // An op of lanes is about to run; `slots`: the frame's.
    void compute(const Op& op, ValueRule rule, const std::byte* slots, std::uint32_t lanes);
    // The value in the slot decides something. This is reported once for each load and lane.
    void use(Offset slot, std::uint32_t lanes, const Tell& tell);

  private:
    // Loads of one instruction that have met in one result are one.
    struct Load {
        AccessEvent event;
        std::array<std::uint64_t, warp_size> addresses{};
        std::array<std::uint32_t, warp_size> times{};
        std::shared_ptr<Load> joined; // the one that counts for it, too
    };
    struct Value {
        Offset slot = 0;
        std::uint32_t lanes = 0;
        std::shared_ptr<Load> load;
    };

    static const std::shared_ptr<Load>& root(const std::shared_ptr<Load>& load);
    static void join(const std::shared_ptr<Load>& load, const std::shared_ptr<Load>& into);
    std::uint32_t unwritten(Offset slot) const;
    void enter(Offset slot, std::uint32_t lanes, const std::shared_ptr<Load>& load);
    void drop_empty();

    std::vector<Value> values_;
};

} // namespace vgpu::exec
