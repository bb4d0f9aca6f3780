// Finds copies of objects: words that move by one distance and are not used in between. Compilers
// copy word by word, including padding and members that were never written.
//
//     ld.u32 %r1, [%SP+0];  ld.u32 %r2, [%SP+4];  ld.u8 %rs1, [%SP+8];
//     st.u32 [%SP+32], %r1; st.param.b32 [param0+4], %r2; st.param.v2.b8 [param0+8], {%rs1, %rs2};
//
// One that is larger than 128 bytes is copied in a loop of one block, one word or a few a round:
//
//     ld.global.u32 %r5, [%rd12]; st.global.u32 [%rd13], %r5; add.s64 %rd13, %rd13, 4; ...
//     add.s32 %r6, %r6, 1; setp.lt.u32 %p1, %r6, 41; @%p1 bra back;
#include "vgpu/exec/analyse/value_copies.hpp"

#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/exec/analyse/copy_rounds.hpp"
#include "vgpu/isa/table.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <unordered_map>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::MemoryAction;

constexpr std::size_t fewest_words = 2;
constexpr std::uint64_t largest_object = 1 << 16; // bytes
// Beyond it no object is copied, and sums of a few do not overflow.
bool is_far(std::int64_t offset) {
    constexpr std::int64_t most = std::int64_t{1} << 32;
    return offset < -most || offset > most;
}

// An address, as far as the code says it: a register or a name, and how far behind it.
struct Target {
    ptx::Index reg = ptx::no_index;
    std::string_view name;
    std::int64_t offset = 0;
};

// An element of a load, and the element of a store that it goes to.
struct Word {
    std::uint32_t load = 0, store = 0; // pc
    std::uint32_t load_element = 0, store_element = 0;
    std::int64_t from = 0; // its offset in the source
    int bytes = 0;
};

class CopySearch {
  public:
    CopySearch(const isa::Function& function, const RegisterCounts& counts)
        : function_(function), counts_(counts), sums_(function.source->registers.size()) {
        for (const Instruction& instruction : function.code)
            if (is_sum(instruction)) sums_[instruction.destinations[0].reg] = &instruction;
    }

    std::vector<CopiedValues> run(const std::vector<bool>& is_target) {
        found_.assign(function_.code.size(), {});
        std::size_t begin = 0;
        for (std::size_t i = 0; i < function_.code.size(); ++i) {
            const Instruction& instruction = function_.code[i];
            if (is_target[i]) {
                end_segment(begin, i);
                begin = i;
            }
            if (goes_elsewhere(instruction)) {
                end_segment(begin, i);
                begin = i + 1;
            }
            if (always_does(instruction, MemoryAction::load))
                add_load(static_cast<std::uint32_t>(i));
            else if (always_does(instruction, MemoryAction::store))
                add_store(static_cast<std::uint32_t>(i));
        }
        end_segment(begin, function_.code.size());
        return std::move(found_);
    }

  private:
    static bool always_does(const Instruction& instruction, MemoryAction action) {
        return instruction.kind == isa::Kind::memory && instruction.memory.action == action &&
               instruction.memory.matrix == nullptr && instruction.guard == ptx::no_index;
    }

    // Without optimisation there are calls between the loads and the stores.
    static bool goes_elsewhere(const Instruction& instruction) {
        return instruction.kind == isa::Kind::control && !effect_of(instruction).is_plain;
    }

    // add.s64 %rd2, %rd1, 8
    bool is_sum(const Instruction& instruction) const {
        return instruction.kind == isa::Kind::lane && instruction.guard == ptx::no_index &&
               instruction.meaning.role == isa::Role::add &&
               instruction.sources[0].from == isa::Source::From::reg &&
               instruction.sources[1].from == isa::Source::From::constant &&
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
            const auto added = static_cast<std::int64_t>(sum.sources[1].bits);
            if (is_far(added) || is_far(target.offset)) break;
            target.offset += added;
            target.reg = sum.sources[0].reg;
        }
        return target;
    }

    // Its elements that go to one place.
    void add_load(std::uint32_t pc) {
        const Instruction& load = function_.code[pc];
        for (std::uint32_t i = 0; i < load.destinations.size(); ++i) {
            const ptx::Index reg = load.destinations[i].reg;
            if (counts_.definitions(reg) == 1 && counts_.uses(reg) == 1) loaded_[reg] = {pc, i};
        }
    }

    void add_store(std::uint32_t pc) {
        const Instruction& store = function_.code[pc];
        const Target to = target_of(store.address);
        for (std::uint32_t i = 0; i < store.sources.size(); ++i) {
            const isa::Source& value = store.sources[i];
            const auto found =
                value.from == isa::Source::From::reg ? loaded_.find(value.reg) : loaded_.end();
            if (found == loaded_.end()) continue;
            const auto [load_pc, element] = found->second;
            const Instruction& load = function_.code[load_pc];
            const int bytes = store.memory.width;
            if (load.memory.width != bytes || bytes > 8) continue;
            const Target source = target_of(load.address);
            if (is_far(source.offset) || is_far(to.offset)) continue;
            const std::int64_t from = source.offset + std::int64_t{bytes} * element;
            const std::int64_t distance = to.offset + std::int64_t{bytes} * i - from;
            copies_[{source.reg, source.name, to.reg, to.name, distance}].push_back(
                {load_pc, pc, element, i, from, bytes});
        }
    }

    // The size of the object that a loop copies, `bytes` bytes per round; 0: it copies no object.
    static std::uint64_t object_of_loop(const CopyRounds& rounds, ptx::Index from, ptx::Index to,
                                        std::int64_t bytes) {
        const auto count = rounds.count();
        if (!count || rounds.step(from) != bytes || rounds.step(to) != bytes) return 0;
        const std::uint64_t object = *count * static_cast<std::uint64_t>(bytes);
        return object <= largest_object ? object : 0;
    }

    // Control comes from elsewhere, or goes there.
    void end_segment(std::size_t begin, std::size_t end) {
        const bool goes_back = end < function_.code.size() && function_.code[end].target == begin;
        std::optional<CopyRounds> rounds; // of a loop
        if (goes_back && !copies_.empty()) rounds.emplace(function_, begin, end);
        for (const auto& [key, words] : copies_) {
            std::int64_t first = words[0].from, last = first, bytes = 0;
            for (const Word& word : words) {
                first = std::min(first, word.from);
                last = std::max(last, word.from + word.bytes);
                bytes += word.bytes;
            }
            const std::uint64_t object =
                rounds ? object_of_loop(*rounds, std::get<0>(key), std::get<2>(key), bytes) : 0;
            if (object == 0 && words.size() < fewest_words) continue;
            // The round is unknown: the rest of the object may be before these words or behind
            // them.
            const auto around = object == 0 ? 0 : static_cast<std::int64_t>(object) - bytes;
            for (const Word& word : words) mark(word, first - around, last + around);
        }
        copies_.clear();
        loaded_.clear();
    }

    void mark(const Word& word, std::int64_t first, std::int64_t last) {
        CopiedValues &load = found_[word.load], &store = found_[word.store];
        const std::int64_t begin = word.from - std::int64_t{word.bytes} * word.load_element;
        const auto before = static_cast<std::uint32_t>(begin > first ? begin - first : 0);
        load.elements |= 1u << word.load_element;
        load.before = std::max(load.before, before);
        load.behind = std::max(load.behind, static_cast<std::uint32_t>(last - begin));
        store.elements |= 1u << word.store_element;
    }

    const isa::Function& function_;
    const RegisterCounts& counts_;
    std::vector<const Instruction*> sums_; // by register
    // By register: the load in this segment that filled it (its pc), and which element.
    std::unordered_map<ptx::Index, std::pair<std::uint32_t, std::uint32_t>> loaded_;
    using Key =
        std::tuple<ptx::Index, std::string_view, ptx::Index, std::string_view, std::int64_t>;
    std::map<Key, std::vector<Word>> copies_;
    std::vector<CopiedValues> found_;
};

} // namespace

std::vector<CopiedValues> copied_values(const isa::Function& function, const RegisterCounts& counts,
                                        const std::vector<bool>& is_target) {
    return CopySearch(function, counts).run(is_target);
}

} // namespace vgpu::exec
