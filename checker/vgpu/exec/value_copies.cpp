// Structs that are copied, as compilers do it without optimisation: word by word, the padding
// between their members included, which nobody ever wrote.
//
//     ld.u32 %r1, [%SP+0];  ld.u32 %r2, [%SP+4];  ld.u32 %r3, [%SP+8];
//     st.u32 [%SP+32], %r1; st.u32 [%SP+36], %r2; st.u32 [%SP+40], %r3;
//
// One that is larger than 128 bytes is copied in a loop of one block, two words a round, which with
// optimisation are a vector (and then what is not written is mostly the rest of an array):
//
//     add.s64 %rd3, %rd1, %rd9; ld.u32 %r1, [%rd3]; ld.u32 %r2, [%rd3+4]; add.s64 %rd4, %rd2, %rd9;
//     st.u32 [%rd4+4], %r2; st.u32 [%rd4], %r1; ... @%p1 bra back;
//
// A struct that is passed by value is loaded the same way; its padding then goes into the parameter
// as single bytes:  ld.u8 %rs1, [%SP+31]; ... st.param.v4.b8 [param0+28], {..., %rs1};
#include "vgpu/exec/lowering_steps.hpp"
#include "vgpu/isa/table.hpp"

#include <algorithm>
#include <map>
#include <tuple>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::MemoryAction;

constexpr std::size_t fewest_words = 3; // of a struct; scalars beside each other are not meant
constexpr std::size_t fewest_words_of_round = 2;

// An address, as far as the code says it: a register or a name, and how far behind it.
struct Target {
    ptx::Index reg = ptx::no_index;
    std::string_view name;
    std::int64_t offset = 0;
};

class CopySearch {
  public:
    CopySearch(const isa::Function& function, const RegisterCounts& counts)
        : function_(function), counts_(counts), sums_(function.source->registers.size()),
          elements_(sums_.size()) {
        for (const Instruction& instruction : function.code) {
            if (!is_sum(instruction)) continue;
            const bool is_indexed = instruction.sources[1].from == isa::Source::From::reg;
            (is_indexed ? elements_ : sums_)[instruction.destinations[0].reg] = &instruction;
        }
    }

    // By isa pc: the store's, both for it and for the load; 0: no copy.
    std::vector<std::uint32_t> run(const std::vector<bool>& is_target) {
        found_.assign(function_.code.size(), 0);
        std::size_t begin = 0;
        for (std::size_t i = 0; i < function_.code.size(); ++i) {
            const Instruction& instruction = function_.code[i];
            if (is_target[i]) {
                end_segment(false);
                begin = i;
            }
            if (instruction.kind == isa::Kind::control) {
                end_segment(instruction.target == begin);
                begin = i + 1;
            }
            if (loads_values(instruction, counts_))
                loaded_[instruction.destinations[0].reg] = static_cast<std::uint32_t>(i);
            else if (always_does(instruction, MemoryAction::store))
                add_store(static_cast<std::uint32_t>(i));
        }
        end_segment(false);
        return std::move(found_);
    }

    // Of one value, or a vector.
    static bool always_does(const Instruction& instruction, MemoryAction action) {
        return instruction.kind == isa::Kind::memory && instruction.memory.action == action &&
               instruction.guard == ptx::no_index;
    }

    // Each of which goes to one place.
    static bool loads_values(const Instruction& instruction, const RegisterCounts& counts) {
        return always_does(instruction, MemoryAction::load) && !instruction.destinations.empty() &&
               std::ranges::all_of(instruction.destinations, [&](const isa::Destination& value) {
                   return counts.definitions(value.reg) == 1 && counts.uses(value.reg) == 1;
               });
    }

  private:
    // add.s64 %rd2, %rd1, 8   or   add.s64 %rd2, %rd1, %rd9
    bool is_sum(const Instruction& instruction) const {
        return instruction.kind == isa::Kind::lane && instruction.guard == ptx::no_index &&
               instruction.row->mnemonic == "add" && instruction.sources.size() == 2 &&
               instruction.sources[0].from == isa::Source::From::reg &&
               (instruction.sources[1].from == isa::Source::From::constant ||
                instruction.sources[1].from == isa::Source::From::reg) &&
               instruction.sources[1].storage == isa::Storage::doubleword &&
               instruction.destinations[0].reg < sums_.size() &&
               counts_.definitions(instruction.destinations[0].reg) == 1;
    }

    Target target_of(const ptx::AddressOperand& address) const {
        Target target;
        target.offset = address.offset;
        if (const auto* named = std::get_if<ptx::SymbolOperand>(&address.base)) {
            target.name = named->name;
            target.offset += named->offset;
        }
        const auto* base = std::get_if<ptx::RegisterOperand>(&address.base);
        if (base == nullptr) return target;
        target.reg = base->reg;
        constexpr int most_steps = 4;
        for (int step = 0; step < most_steps && sums_[target.reg] != nullptr; ++step) {
            const Instruction& sum = *sums_[target.reg];
            target.offset += static_cast<std::int64_t>(sum.sources[1].bits);
            target.reg = sum.sources[0].reg;
        }
        return target;
    }

    static bool stores_what_is_loaded(const Instruction& store, const Instruction& load) {
        return std::ranges::equal(store.sources, load.destinations,
                                  [](const isa::Source& source, const isa::Destination& value) {
                                      return source.from == isa::Source::From::reg &&
                                             source.reg == value.reg;
                                  });
    }

    void add_store(std::uint32_t pc) {
        const Instruction& store = function_.code[pc];
        if (store.sources.empty() || store.sources[0].from != isa::Source::From::reg) return;
        const auto load = loaded_.find(store.sources[0].reg);
        if (load == loaded_.end()) return;
        const Instruction& from = function_.code[load->second];
        if (from.memory.width != store.memory.width || !stores_what_is_loaded(store, from)) return;
        const Target source = target_of(from.address), to = target_of(store.address);
        copies_[{source.reg, source.name, to.reg, to.name,
                 static_cast<std::uint64_t>(to.offset) - static_cast<std::uint64_t>(source.offset)}]
            .push_back({load->second, pc});
    }

    // Two registers that are sums with the same index.
    bool are_elements(ptx::Index one, ptx::Index other) const {
        if (one >= elements_.size() || other >= elements_.size()) return false;
        const Instruction *a = elements_[one], *b = elements_[other];
        return a != nullptr && b != nullptr && a->sources[1].reg == b->sources[1].reg;
    }

    // Control comes from elsewhere, or goes there; or back to the segment's begin.
    void end_segment(bool goes_back) {
        for (const auto& [key, pairs] : copies_) {
            const bool is_round = goes_back && are_elements(std::get<0>(key), std::get<2>(key));
            std::size_t words = 0; // but for rounds, a vector is a value of its own
            for (const auto& [load, store] : pairs) {
                const std::size_t count = function_.code[load].destinations.size();
                words += is_round || count == 1 ? count : 0;
            }
            if (words < (is_round ? fewest_words_of_round : fewest_words)) continue;
            for (const auto& [load, store] : pairs)
                if (is_round || function_.code[load].destinations.size() == 1)
                    found_[load] = found_[store] = store;
        }
        copies_.clear();
        loaded_.clear();
    }

    const isa::Function& function_;
    const RegisterCounts& counts_;
    std::vector<const Instruction*> sums_, elements_;      // by register
    std::unordered_map<ptx::Index, std::uint32_t> loaded_; // of this segment: by register, the pc
    using Key =
        std::tuple<ptx::Index, std::string_view, ptx::Index, std::string_view, std::uint64_t>;
    std::map<Key, std::vector<std::pair<std::uint32_t, std::uint32_t>>> copies_;
    std::vector<std::uint32_t> found_;
};

} // namespace

std::vector<std::uint32_t> Lowering::struct_copies() const {
    return CopySearch(resolved_, counts_).run(branch_targets());
}

void Lowering::find_padding_of_arguments() {
    std::unordered_set<std::string_view> structs;
    for (const auto* list : {&source_.variables, &source_.returns})
        for (const ptx::Variable& variable : *list)
            if (variable.space == ptx::Space::param && variable.is_array)
                structs.insert(variable.name);
    if (structs.empty()) return;
    std::unordered_set<ptx::Index> passed; // registers whose byte goes into a struct
    for (const Instruction& instruction : resolved_.code) {
        const auto* to = std::get_if<ptx::SymbolOperand>(&instruction.address.base);
        if (instruction.kind != isa::Kind::memory || to == nullptr ||
            instruction.memory.action != MemoryAction::store || instruction.memory.width != 1 ||
            instruction.memory.space != ptx::Space::param || !structs.contains(to->name))
            continue;
        for (const isa::Source& source : instruction.sources)
            if (source.from == isa::Source::From::reg) passed.insert(source.reg);
    }
    for (std::size_t i = 0; i < resolved_.code.size(); ++i) {
        const Instruction& load = resolved_.code[i];
        if (CopySearch::loads_values(load, counts_) && load.destinations.size() == 1 &&
            load.memory.width == 1 && passed.contains(load.destinations[0].reg))
            is_bit_field_load_[i] = true;
    }
}

} // namespace vgpu::exec
