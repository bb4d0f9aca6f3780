// What the tools (racecheck, initcheck, the counters, ...) have in common. tools.hpp lists them.
//
// A tool is a class that is made of a Workshop. It has is_wanted(Options), wants, the events that
// it gets (exec::EventKind), and the functions of hooks.def that it needs. It names them:
//
//     using OwnHooks = Hooks<hook::launch_begin, hook::access, ...>;
//
// A name there without its function, or a function without its name, does not compile. The tools
// get events in the order of the list.
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/observe/access.hpp"
#include "vgpu/observe/observe.hpp"
#include "vgpu/observe/place_table.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

namespace vgpu::observe {

struct Workshop {
    exec::FaultSink& sink;
    PlaceTable& places; // of the launch under way
    const Options& options;
};

template <class Hook, class Tool, class... Parameters>
concept CanCall = requires(Tool& tool, Parameters... arguments) {
    Hook::call(tool, arguments...);
};

namespace hook {
#define WORKBOOK_HOOK(name, ...)                                                                   \
    struct name {                                                                                  \
        template <class Tool, class... Arguments>                                                  \
        [[gnu::always_inline]] static auto call(Tool& tool, Arguments&&... arguments)              \
            -> decltype(tool.name(arguments...)) {                                                 \
            return tool.name(arguments...);                                                        \
        }                                                                                          \
        template <class Tool>                                                                      \
        static constexpr bool is_in = CanCall<name, Tool __VA_OPT__(, ) __VA_ARGS__>;              \
    };
#include "vgpu/observe/hooks.def"
#undef WORKBOOK_HOOK

// template <bool is_shared, int bytes> bool quick_row(Shape, first, WarpPlace): `repeated` for a
// row of 32 lanes of 4, 8 or 16 bytes that begins at a multiple of 64: inline and without a call.
struct quick_row {
    template <class Tool>
    static constexpr bool is_in = requires(Tool& tool, const Shape& shape,
                                           const exec::WarpPlace& warp) {
        { tool.template quick_row<true, 4>(shape, std::uint64_t{}, warp) } -> std::same_as<bool>;
    };
};
} // namespace hook

template <class... Named>
struct Hooks {
    template <class Hook>
    static constexpr bool name = (std::same_as<Hook, Named> || ...);
};

// A tool whose functions are those that it names.
template <class Tool>
class Checked {
    template <class Hook>
    static constexpr bool holds() {
        constexpr bool is_named = Tool::OwnHooks::template name<Hook>;
        constexpr bool is_in = Hook::template is_in<Tool>;
        static_assert(is_in || !is_named, "the tool has no such function with such parameters");
        static_assert(is_named || !is_in, "the tool does not name this function in OwnHooks");
        return is_in == is_named;
    }
    static_assert(holds<hook::quick_row>());
#define WORKBOOK_HOOK(name, ...) static_assert(holds<hook::name>());
#include "vgpu/observe/hooks.def"
#undef WORKBOOK_HOOK
    static_assert(hook::launch_begin::is_in<Tool>, "each tool is told of launches");
    static_assert(requires(const Workshop& workshop) {
        { Tool::is_wanted(workshop.options) } -> std::same_as<bool>;
        { Tool::wants } -> std::convertible_to<std::uint32_t>;
        Tool(workshop);
    });
};

// The tools that are in use.
template <class... Tools>
class ToolSet : Checked<Tools>... {
  public:
    explicit ToolSet(const Workshop& workshop) { (add<Tools>(workshop), ...); }

    template <class Tool>
    const std::optional<Tool>& get() const {
        return std::get<std::optional<Tool>>(tools_);
    }
    // Calls body(tool) for each.
    template <class Body>
    void each(const Body& body) {
        (call<Tools>(body), ...);
    }
    template <class Body>
    void each(const Body& body) const {
        (call<Tools>(body), ...);
    }
    // Calls the function of those that have it.
    template <class Hook, class... Arguments>
    void tell(Arguments&&... arguments) {
        each([&]<class Tool>(Tool& tool) {
            if constexpr (Hook::template is_in<Tool>) Hook::call(tool, arguments...);
        });
    }
    // Whether it is true of all that have it; asks no more once it is not.
    template <class Hook, class... Arguments>
    [[gnu::always_inline]] bool all_say(Arguments&&... arguments) {
        return all_of([&]<class Tool>(Tool& tool) {
            if constexpr (Hook::template is_in<Tool>) return Hook::call(tool, arguments...);
            return true;
        });
    }
    // Whether body(tool) is true for all; asks no more once it is not.
    template <class Body>
    [[gnu::always_inline]] bool all_of(const Body& body) {
        return (holds<Tools>(body) && ...);
    }

  private:
    template <class Tool>
    void add(const Workshop& workshop) {
        if (Tool::is_wanted(workshop.options))
            std::get<std::optional<Tool>>(tools_).emplace(workshop);
    }
    template <class Tool, class Body>
    void call(const Body& body) {
        if (auto& tool = std::get<std::optional<Tool>>(tools_)) body(*tool);
    }
    template <class Tool, class Body>
    void call(const Body& body) const {
        if (const auto& tool = std::get<std::optional<Tool>>(tools_)) body(*tool);
    }
    template <class Tool, class Body>
    [[gnu::always_inline]] bool holds(const Body& body) {
        auto& tool = std::get<std::optional<Tool>>(tools_);
        return !tool || body(*tool);
    }

    std::tuple<std::optional<Tools>...> tools_;
};

} // namespace vgpu::observe
