#include "vgpu/ptx/link.hpp"

#include "vgpu/ptx/demangle.hpp"
#include "vgpu/ptx/limits.hpp"
#include "vgpu/ptx/symbol_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace vgpu::ptx {

namespace {

// What a name stands for in the result, and which unit brought it.
struct Entry {
    bool is_function = false;
    Index index = no_index; // into the result's functions or variables
    std::size_t unit = 0;
    Linkage linkage = Linkage::internal;
    bool defined = false;
};

// How strongly a definition insists on its name.
int rank(const Entry& entry) {
    if (!entry.defined) return 0;
    switch (entry.linkage) {
    case Linkage::common:
        return 1;
    case Linkage::weak:
        return 2;
    default:
        return 3;
    }
}

bool is_defined(const Function& function) { return function.has_body; }
bool is_defined(const Variable& variable) { return variable.linkage != Linkage::external; }

// Belongs to its unit alone.
template <class Declared>
bool is_local(const Declared& declared) {
    return declared.linkage == Linkage::internal && is_defined(declared);
}

class Linker {
  public:
    Linker(std::vector<Unit>& units, const std::vector<int>& lines) : units_(units) {
        int first = 0;
        for (std::size_t i = 0; i < units.size(); ++i) {
            result_.first_lines.push_back(first);
            first += i < lines.size() ? lines[i] : 0;
        }
    }

    Expected<Linked> run() {
        take_header();
        for (unit_ = 0; unit_ < units_.size(); ++unit_) {
            append_locations();
            shift_positions();
            note_names();
        }
        for (unit_ = 0; unit_ < units_.size(); ++unit_) tell_apart();
        for (unit_ = 0; unit_ < units_.size(); ++unit_) {
            rename();
            for (Function& function : module().functions)
                if (!add(function, true)) return error_;
            for (Variable& variable : module().variables)
                if (!add(variable, false)) return error_;
        }
        for (const auto& [name, target] : aliases_)
            result_.module.aliases.push_back({name, target});
        std::ranges::sort(result_.module.aliases, {}, &Alias::name);
        keep_debug_strings();
        return std::move(result_);
    }

  private:
    Module& module() { return units_[unit_].module; }

    void take_header() {
        Module& into = result_.module;
        for (const Unit& unit : units_) {
            const Module& from = unit.module;
            if (std::pair(from.version_major, from.version_minor) >
                std::pair(into.version_major, into.version_minor)) {
                into.version_major = from.version_major;
                into.version_minor = from.version_minor;
            }
            if (into.target.empty()) into.target = from.target;
        }
    }

    void append_locations() {
        Module& into = result_.module;
        Module& from = module();
        const auto first_file = static_cast<Index>(into.files.size());
        const auto first_location = static_cast<Index>(into.locations.size());
        std::ranges::move(from.files, std::back_inserter(into.files));
        for (SourceLocation location : from.locations) {
            if (location.file != no_index) location.file += first_file;
            if (location.inlined_at != no_index) location.inlined_at += first_location;
            into.locations.push_back(location);
        }
        for (Function& function : from.functions)
            for (Instruction& instruction : function.body)
                if (instruction.location != no_index) instruction.location += first_location;
    }

    void shift_positions() {
        const int lines = result_.first_lines[unit_];
        const auto shift = [lines](auto& placed) {
            if (placed.position.line != 0) placed.position.line += lines;
        };
        for (Variable& variable : module().variables) shift(variable);
        for (Function& function : module().functions) {
            shift(function);
            for (auto* list : {&function.returns, &function.parameters, &function.variables})
                for (Variable& variable : *list) shift(variable);
            for (Instruction& instruction : function.body) shift(instruction);
        }
    }

    template <class Each>
    void for_symbols(Each each) {
        for (Function& function : module().functions) each(function);
        for (Variable& variable : module().variables) each(variable);
    }

    // Names that all units share, and those of them that one defines.
    void note_names() {
        for_symbols([&](const auto& declared) {
            if (is_local(declared)) return;
            taken_.insert(declared.name);
            if (is_defined(declared)) defined_.insert(declared.name);
        });
    }

    // A unit's own name that is taken gets a number. An alias of one unit is known to all.
    void tell_apart() {
        auto& renames = renames_.emplace_back();
        for_symbols([&](auto& declared) {
            if (!is_local(declared) || taken_.insert(declared.name).second) return;
            int& uses = uses_[declared.name];
            if (uses == 0) uses = 1;
            std::string unique;
            do unique = fmt::format("{}@{}", declared.name, ++uses);
            while (!taken_.insert(unique).second);
            renames[declared.name] = unique;
            declared.name = unique;
        });
        for (const Alias& alias : module().aliases) {
            if (defined_.contains(alias.name)) continue;
            const auto renamed = renames.find(alias.target);
            aliases_.try_emplace(alias.name,
                                 renamed == renames.end() ? alias.target : renamed->second);
        }
    }

    void rename() {
        const auto& own = renames_[unit_];
        if (own.empty() && aliases_.empty()) return;
        rename_symbols(module(), [&](std::string& name) {
            if (const auto found = own.find(name); found != own.end())
                name = found->second;
            else if (const auto alias = aliases_.find(name); alias != aliases_.end())
                name = alias->second;
        });
    }

    std::vector<Function>& list_of(const Function&) { return result_.module.functions; }
    std::vector<Variable>& list_of(const Variable&) { return result_.module.variables; }

    template <class Declared>
    bool add(Declared& declared, bool is_function) {
        auto& list = list_of(declared);
        Entry entry{is_function, static_cast<Index>(list.size()), unit_, declared.linkage,
                    is_defined(declared)};
        const auto [place, is_new] = entries_.try_emplace(declared.name, entry);
        if (is_new) {
            list.push_back(std::move(declared));
            return true;
        }
        Entry& known = place->second;
        if (known.is_function != is_function)
            return fail(
                declared,
                fmt::format("'{}' is a {} in '{}' and a {} in '{}'", demangle(declared.name),
                            known.is_function ? "function" : "variable", units_[known.unit].name,
                            is_function ? "function" : "variable", units_[unit_].name));
        Declared& kept = list[known.index];
        if (!agrees(kept, declared, known.unit)) return false;
        if (rank(entry) == 3 && rank(known) == 3)
            return fail(declared,
                        fmt::format("Multiple definition of '{}' in '{}', first defined in '{}'",
                                    demangle(declared.name), units_[unit_].name,
                                    units_[known.unit].name));
        if (rank(entry) > rank(known) ||
            (rank(entry) == 1 && rank(known) == 1 && is_larger(declared, kept))) {
            entry.index = known.index;
            known = entry;
            std::swap(kept, declared);
        }
        keep_strictest(kept, declared);
        return true;
    }

    static bool is_larger(const Variable& a, const Variable& b) { return a.size > b.size; }
    static bool is_larger(const Function&, const Function&) { return false; }

    static void keep_strictest(Variable& kept, const Variable& other) {
        kept.alignment = std::max(kept.alignment, other.alignment);
        kept.managed |= other.managed;
    }
    static void keep_strictest(Function&, const Function&) {}

    bool agrees(const Function& kept, const Function& other, std::size_t unit) {
        if (kept.is_entry == other.is_entry && kept.parameters.size() == other.parameters.size() &&
            kept.returns.size() == other.returns.size())
            return true;
        return fail(other,
                    fmt::format("Prototype doesn't match for '{}' in '{}', first specified "
                                "in '{}'",
                                demangle(other.name), units_[unit_].name, units_[unit].name));
    }

    // `extern int table[]` has no size, and common variables may differ.
    bool agrees(const Variable& kept, const Variable& other, std::size_t unit) {
        const auto differ = [&](std::string_view what) {
            return fail(other, fmt::format("{} doesn't match for '{}' in '{}', first specified in "
                                           "'{}'",
                                           what, demangle(other.name), units_[unit_].name,
                                           units_[unit].name));
        };
        if (kept.space != other.space) return differ("State space");
        if (kept.managed != other.managed && is_defined(kept) && is_defined(other))
            return differ(".attribute(.managed)");
        const bool both_common =
            kept.linkage == Linkage::common && other.linkage == Linkage::common;
        if (kept.size != other.size && kept.size != 0 && other.size != 0 && !both_common)
            return differ("Size");
        return true;
    }

    // Names of locations point into the units' strings: the result keeps all of them alive.
    void keep_debug_strings() {
        using Strings = std::vector<std::shared_ptr<const std::string>>;
        auto all = std::make_shared<Strings>();
        for (const Unit& unit : units_)
            if (unit.module.debug_strings) all->push_back(unit.module.debug_strings);
        if (all->empty()) return;
        const std::string* first = all->front().get();
        result_.module.debug_strings = std::shared_ptr<const std::string>(all, first);
    }

    template <class Declared>
    bool fail(const Declared& declared, std::string message) {
        error_ = result_.locate({std::move(message), declared.position});
        return false;
    }

    std::vector<Unit>& units_;
    std::size_t unit_ = 0;
    Linked result_;
    Diagnostic error_;
    std::unordered_map<std::string, Entry> entries_;
    std::unordered_set<std::string> taken_, defined_;
    std::unordered_map<std::string, int> uses_;
    std::vector<std::unordered_map<std::string, std::string>> renames_; // by unit
    std::unordered_map<std::string, std::string> aliases_;
};

} // namespace

Diagnostic Linked::locate(Diagnostic diagnostic) const {
    std::size_t unit = 0;
    while (unit + 1 < first_lines.size() && first_lines[unit + 1] < diagnostic.position.line)
        ++unit;
    if (diagnostic.position.line != 0 && unit < first_lines.size()) {
        diagnostic.position.line -= first_lines[unit];
        diagnostic.unit = unit;
    }
    return diagnostic;
}

Expected<Linked> link(std::vector<Unit> units, const std::vector<int>& lines) {
    return Linker(units, lines).run();
}

} // namespace vgpu::ptx
