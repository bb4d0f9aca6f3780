#include "vgpu/ptx/scopes.hpp"

namespace vgpu::ptx {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

constexpr std::size_t most_digits = 7; // of a number below limits::registers

} // namespace

void Scopes::open() {
    marks_.push_back(hidden_.size());
    ++depth_;
}

void Scopes::close(std::vector<Index>& ended) {
    ended.clear();
    while (hidden_.size() > marks_.back()) {
        Hidden& hidden = hidden_.back();
        if (hidden.is_range) {
            if (hidden.range)
                ranges_[hidden.name] = std::move(*hidden.range);
            else
                ranges_.erase(hidden.name);
        } else {
            const auto current = bindings_.find(hidden.name);
            if (current->second.entry.kind == Binding::Kind::variable)
                ended.push_back(current->second.entry.index);
            if (hidden.binding)
                current->second = *hidden.binding;
            else
                bindings_.erase(current);
        }
        hidden_.pop_back();
    }
    marks_.pop_back();
    --depth_;
}

bool Scopes::declare(std::string_view name, Binding binding) {
    const auto [place, is_new] = bindings_.try_emplace(name);
    if (!is_new && place->second.depth == depth_) return false;
    if (depth_ > 0) {
        Hidden hidden;
        hidden.name = name;
        if (!is_new) hidden.binding = place->second;
        hidden_.push_back(std::move(hidden));
    }
    place->second = {depth_, binding};
    return true;
}

bool Scopes::declare_range(std::string_view prefix, std::uint32_t count, Type type) {
    const auto [place, is_new] = ranges_.try_emplace(prefix);
    if (!is_new && place->second.depth == depth_) return false;
    if (depth_ > 0) {
        Hidden hidden;
        hidden.name = prefix;
        hidden.is_range = true;
        if (!is_new) hidden.range = std::move(place->second);
        hidden_.push_back(std::move(hidden));
    }
    place->second = {depth_, Range{type, count, {}}};
    return true;
}

// A prefix may itself end in digits (`.reg .b32 x1<3>` declares x10), so every split of the
// trailing digits is tried, the longest number first.
Scopes::Scoped<Scopes::Range>* Scopes::find_range(std::string_view name, std::uint32_t& number) {
    std::size_t start = name.size();
    while (start > 1 && is_digit(name[start - 1]) && name.size() - start < most_digits) --start;
    for (; start < name.size(); ++start) {
        const bool leading_zero = name[start] == '0' && start + 1 < name.size();
        if (leading_zero) continue;
        const auto range = ranges_.find(name.substr(0, start));
        if (range == ranges_.end()) continue;
        number = 0;
        for (char digit : name.substr(start))
            number = number * 10 + static_cast<std::uint32_t>(digit - '0');
        if (number < range->second.entry.count) return &range->second;
    }
    return nullptr;
}

Index Scopes::add_register(std::string_view name, Type type) {
    registers_.push_back({std::string(name), type});
    return static_cast<Index>(registers_.size() - 1);
}

std::optional<Binding> Scopes::find(std::string_view name) {
    std::uint32_t number = 0;
    Scoped<Range>* range = find_range(name, number);
    const auto named = bindings_.find(name);
    if (named != bindings_.end() && (!range || named->second.depth >= range->depth)) {
        Binding& binding = named->second.entry;
        if (binding.kind == Binding::Kind::reg && binding.index == no_index)
            binding.index = add_register(name, binding.type);
        return binding;
    }
    if (!range) return std::nullopt;
    std::vector<Index>& used = range->entry.used;
    if (number >= used.size()) used.resize(number + 1, no_index);
    if (used[number] == no_index) used[number] = add_register(name, range->entry.type);
    return Binding{Binding::Kind::reg, used[number], range->entry.type, 1};
}

} // namespace vgpu::ptx
