#include "vgpu/exec/analyse/store_ranges.hpp"

#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/exec/analyse/intervals.hpp"
#include "vgpu/exec/analyse/memory_effects.hpp"
#include "vgpu/exec/analyse/store_plan.hpp"
#include "vgpu/exec/launch.hpp"

#include <cstring>
#include <set>

namespace vgpu::exec {

namespace {

using isa::Instruction;
using isa::Source;
using isa::SpecialRegister;
using Values = std::vector<Interval>; // by register

constexpr std::size_t most_evaluations = 1 << 18; // instructions
constexpr int exact_visits = 3;                   // of a piece, before its values are widened

// Follows all threads of a launch at once.
class Follower {
  public:
    Follower(const StorePlan& plan, const Launch& launch) : plan_(plan), launch_(launch) {}

    StoreRanges run() {
        before_.resize(plan_.pieces.size());
        visits_.resize(plan_.pieces.size());
        Values values;
        for (ptx::Index reg = 0; reg < plan_.source.registers.size(); ++reg)
            values.push_back(Interval::any(plan_.bits_of(reg)));
        if (plan_.pieces.empty()) return {};
        enter(0, values);
        while (!open_.empty()) {
            const std::size_t piece = *open_.begin();
            open_.erase(open_.begin());
            if (!follow(plan_.pieces[piece])) return unknown();
        }
        StoreRanges ranges; // once nothing changes any more
        for (std::size_t i = 0; i < plan_.pieces.size(); ++i)
            if (visits_[i] != 0 && !note_stores(plan_.pieces[i], ranges)) return unknown();
        return ranges;
    }

  private:
    static StoreRanges unknown() {
        StoreRanges ranges;
        ranges.set_unknown();
        return ranges;
    }

    Interval special(SpecialRegister special) const {
        const Dim3 &grid = launch_.config.grid, &block = launch_.config.block;
        const auto below = [](std::uint32_t count) { return Interval{0, std::int64_t{count} - 1}; };
        switch (special) {
        case SpecialRegister::tid_x:
            return below(block.x);
        case SpecialRegister::tid_y:
            return below(block.y);
        case SpecialRegister::tid_z:
            return below(block.z);
        case SpecialRegister::ntid_x:
            return Interval::just(block.x);
        case SpecialRegister::ntid_y:
            return Interval::just(block.y);
        case SpecialRegister::ntid_z:
            return Interval::just(block.z);
        case SpecialRegister::ctaid_x:
            return below(grid.x);
        case SpecialRegister::ctaid_y:
            return below(grid.y);
        case SpecialRegister::ctaid_z:
            return below(grid.z);
        case SpecialRegister::nctaid_x:
            return Interval::just(grid.x);
        case SpecialRegister::nctaid_y:
            return Interval::just(grid.y);
        case SpecialRegister::nctaid_z:
            return Interval::just(grid.z);
        case SpecialRegister::laneid:
            return {0, warp_size - 1};
        default:
            return Interval::any(64); // clocks have 64 bits
        }
    }

    bool is_own_name(const std::string& name) const {
        return std::ranges::find(plan_.source.variables, name, &ptx::Variable::name) !=
                   plan_.source.variables.end() ||
               std::ranges::find(plan_.source.parameters, name, &ptx::Variable::name) !=
                   plan_.source.parameters.end();
    }
    std::optional<std::int64_t> address_of(const std::string& name) const {
        const auto symbol = is_own_name(name) ? std::nullopt : plan_.program.find_symbol(name);
        if (!symbol || symbol->kind != Symbol::Kind::address) return std::nullopt;
        return static_cast<std::int64_t>(symbol->value);
    }

    Interval read(const Source& source, int bits, const Values& values) const {
        const Interval any = Interval::any(bits);
        if (source.negated) return any;
        switch (source.from) {
        case Source::From::reg:
            if (source.reg >= values.size() || plan_.bits_of(source.reg) != bits) return any;
            return values[source.reg];
        case Source::From::constant:
            return Interval::just(bits == 32 ? static_cast<std::int32_t>(source.bits)
                                             : static_cast<std::int64_t>(source.bits));
        case Source::From::special:
            return meet(special(source.special), any);
        case Source::From::symbol:
            if (const auto address = address_of(source.symbol.name); address && bits == 64)
                return Interval::just(*address + source.symbol.offset);
            return any;
        }
        return any;
    }

    Interval parameter(const RangeStep& step) const {
        const auto bytes = static_cast<std::size_t>(step.bits / 8);
        if (step.parameter + bytes > launch_.parameters.size()) return Interval::any(step.bits);
        std::int64_t value = 0;
        std::memcpy(&value, launch_.parameters.data() + step.parameter, bytes);
        return Interval::just(bytes == 4 ? static_cast<std::int32_t>(value) : value);
    }

    Interval compute(const RangeStep& step, const Instruction& instruction,
                     const Values& values) const {
        const int bits = step.bits;
        const Interval any = Interval::any(step.result_bits);
        if (step.is_parameter) return parameter(step);
        if (step.is_of_predicates) return any;
        const auto as_read = [&](std::size_t i) { // of the type that the instruction names
            const Interval value = read(instruction.sources[i], bits, values);
            return step.is_signed ? value : without_sign(value, bits);
        };
        const auto plain = [&](std::size_t i, int width) {
            return read(instruction.sources[i], width, values);
        };
        switch (step.role) {
        case isa::Role::copy:
            return plain(0, bits);
        case isa::Role::add:
            return sum(plain(0, bits), plain(1, bits), bits);
        case isa::Role::subtract:
            return difference(plain(0, bits), plain(1, bits), bits);
        case isa::Role::multiply:
            return product(plain(0, bits), plain(1, bits), bits);
        case isa::Role::multiply_add:
            return sum(product(plain(0, bits), plain(1, bits), bits), plain(2, bits), bits);
        case isa::Role::multiply_wide:
            return product(as_read(0), as_read(1), step.result_bits);
        case isa::Role::multiply_wide_add:
            return sum(product(as_read(0), as_read(1), step.result_bits),
                       plain(2, step.result_bits), step.result_bits);
        case isa::Role::shift_left:
            return shifted_left(plain(0, bits), plain(1, 32), bits);
        case isa::Role::shift_right:
            return shifted_right(as_read(0), plain(1, 32), step.is_signed, bits);
        case isa::Role::bit_and:
            return common_bits(plain(0, bits), plain(1, bits), bits);
        case isa::Role::bit_or:
            return all_bits(plain(0, bits), plain(1, bits), bits);
        case isa::Role::least:
            return lesser(as_read(0), as_read(1), step.is_signed, bits);
        case isa::Role::most:
            return greater(as_read(0), as_read(1), step.is_signed, bits);
        case isa::Role::select:
            return join(plain(0, bits), plain(1, bits));
        case isa::Role::remainder:
            return remainder(as_read(0), as_read(1), bits);
        case isa::Role::divide:
            return quotient(as_read(0), as_read(1), bits);
        case isa::Role::convert: {
            const Interval value = as_read(0);
            return wrapped(value.low, value.high, step.result_bits);
        }
        default:
            return any;
        }
    }

    void execute(std::size_t pc, Values& values) {
        const Instruction& instruction = plan_.code[pc];
        const RangeStep& step = plan_.steps[pc];
        if (step.role == isa::Role::compare) note_thresholds(instruction, step, values);
        for (const isa::Destination& destination : instruction.destinations) {
            if (destination.reg >= values.size()) continue;
            const int bits = plan_.bits_of(destination.reg);
            Interval result = Interval::any(bits);
            if (step.is_known() && step.result_bits == bits)
                result = compute(step, instruction, values);
            Interval& value = values[destination.reg];
            value = instruction.guard == ptx::no_index ? result : join(value, result);
        }
        if (effect_of(instruction).calls)
            for (ptx::Index reg = 0; reg < values.size(); ++reg)
                values[reg] = Interval::any(plan_.bits_of(reg));
    }

    // Values that loops are compared with are likely bounds.
    void note_thresholds(const Instruction& instruction, const RangeStep& step,
                         const Values& values) {
        for (const Source& source : instruction.sources) {
            const Interval value = read(source, step.bits, values);
            for (std::int64_t near = -1; value.is_single() && near <= 1; ++near)
                thresholds_.insert(sum(value, Interval::just(near), 64).low);
        }
    }

    // A call may write any register that it names.
    static bool is_written(const Instruction& instruction, ptx::Index reg) {
        return effect_of(instruction).calls ||
               std::ranges::find(instruction.destinations, reg, &isa::Destination::reg) !=
                   instruction.destinations.end();
    }

    // Narrows the values in front of `pc`, where the predicate is `wanted`. False: it cannot be.
    bool refine(ptx::Index predicate, bool wanted, const CodePiece& piece, std::size_t pc,
                Values& values) const {
        return refine(predicate, wanted, piece, pc, pc, values);
    }
    // The same for the predicate as it is in front of `at`.
    bool refine(ptx::Index predicate, bool wanted, const CodePiece& piece, std::size_t at,
                std::size_t pc, Values& values) const {
        while (at > piece.begin && !is_written(plan_.code[at - 1], predicate)) --at;
        if (at == piece.begin) return true;
        const Instruction& instruction = plan_.code[--at];
        const RangeStep& step = plan_.steps[at];
        if (instruction.guard != ptx::no_index) return true;
        const bool tells_of_both = step.role == (wanted ? isa::Role::bit_and : isa::Role::bit_or);
        if (step.is_of_predicates && tells_of_both)
            return std::ranges::all_of(instruction.sources, [&](const Source& part) {
                return part.from != Source::From::reg ||
                       refine(part.reg, wanted != part.negated, piece, at, pc, values);
            });
        if (step.role != isa::Role::compare) return true;
        for (std::size_t between = at + 1; between < pc; ++between)
            for (const Source& source : instruction.sources)
                if (source.from == Source::From::reg && is_written(plan_.code[between], source.reg))
                    return true;
        Interval a = read(instruction.sources[0], step.bits, values);
        Interval b = read(instruction.sources[1], step.bits, values);
        if (!narrow(a, b, step, wanted)) return false;
        const auto put = [&](const Source& source, const Interval& value) {
            if (source.from == Source::From::reg && !source.negated && source.reg < values.size() &&
                plan_.bits_of(source.reg) == step.bits)
                values[source.reg] = meet(values[source.reg], value);
        };
        put(instruction.sources[0], a);
        put(instruction.sources[1], b);
        return true;
    }

    // Narrows both sides of a comparison whose result is `wanted`; false: no values fit.
    static bool narrow(Interval& a, Interval& b, const RangeStep& step, bool wanted) {
        const isa::Relation relation = step.relation;
        if (relation == isa::Relation::equal || relation == isa::Relation::not_equal) {
            if ((relation == isa::Relation::equal) == wanted) {
                a = b = meet(a, b);
                return !a.is_empty();
            }
            return !(a.is_single() && a == b);
        }
        const bool is_strict = (relation == isa::Relation::less) == wanted;
        Interval &small = wanted ? a : b, &large = wanted ? b : a;
        if (!step.is_signed) {
            if (large.low < 0) return true; // may be huge
            small.low = std::max<std::int64_t>(small.low, 0);
        }
        const std::int64_t gap = is_strict ? 1 : 0;
        small.high = std::min(small.high, sum(large, Interval::just(-gap), 64).high);
        large.low = std::max(large.low, sum(small, Interval::just(gap), 64).low);
        return !small.is_empty() && !large.is_empty();
    }

    // False: it takes too long.
    bool follow(const CodePiece& piece) {
        Values values = before_[static_cast<std::size_t>(&piece - plan_.pieces.data())];
        constexpr std::size_t copied_at_once = 4; // registers, in the time of an instruction
        evaluations_ += piece.end - piece.begin + values.size() / copied_at_once;
        if (evaluations_ > most_evaluations) return false;
        for (std::size_t pc = piece.begin; pc < piece.end; ++pc) execute(pc, values);
        const std::size_t last = piece.end - 1;
        const Instruction& branch = plan_.code[last];
        const bool is_guarded = branch.guard != ptx::no_index && leaves_piece(branch);
        for (std::size_t i = 0; i < piece.next.size(); ++i) {
            const bool stays = piece.goes_on && i == 0;
            Values there = values;
            if (!is_guarded ||
                refine(branch.guard, stays == branch.guard_negated, piece, last, there))
                enter(piece.next[i], there);
        }
        return true;
    }

    void enter(std::size_t piece, const Values& values) {
        if (visits_[piece] == 0) {
            before_[piece] = values;
        } else {
            bool is_new = false;
            for (ptx::Index reg = 0; reg < values.size(); ++reg) {
                Interval& known = before_[piece][reg];
                Interval wider = join(known, values[reg]);
                if (wider == known) continue;
                is_new = true;
                if (visits_[piece] > exact_visits) wider = widen(known, wider, reg);
                known = wider;
            }
            if (!is_new) return;
        }
        ++visits_[piece];
        open_.insert(piece);
    }

    // So that loops come to an end: to the next likely bound, or as far as can be.
    Interval widen(const Interval& before, Interval wider, ptx::Index reg) const {
        const Interval any = Interval::any(plan_.bits_of(reg));
        if (wider.high > before.high) {
            const auto above = thresholds_.lower_bound(wider.high);
            wider.high = above == thresholds_.end() ? any.high : std::min(*above, any.high);
        }
        if (wider.low < before.low) {
            const auto above = thresholds_.upper_bound(wider.low);
            wider.low =
                above == thresholds_.begin() ? any.low : std::max(*std::prev(above), any.low);
        }
        return wider;
    }

    // False: one may be anywhere.
    bool note_stores(const CodePiece& piece, StoreRanges& ranges) {
        Values values = before_[static_cast<std::size_t>(&piece - plan_.pieces.data())];
        for (std::size_t pc = piece.begin; pc < piece.end; ++pc) {
            const Instruction& instruction = plan_.code[pc];
            const isa::MemoryOperation& operation = instruction.memory;
            if (operation.action == isa::MemoryAction::bulk_copy) {
                if (operation.target_space == ptx::Space::global) return false;
                continue;
            }
            if (operation.action == isa::MemoryAction::replace_field ||
                operation.action == isa::MemoryAction::copy_map)
                return false;
            if (instruction.kind == isa::Kind::memory &&
                effect_of(operation.action) == MemoryEffect::writes &&
                (operation.space == ptx::Space::global || operation.space == ptx::Space::generic) &&
                !note_store(instruction, piece, pc, values, ranges))
                return false;
            execute(pc, values);
        }
        return true;
    }

    bool note_store(const Instruction& instruction, const CodePiece& piece, std::size_t pc,
                    Values values, StoreRanges& ranges) const {
        if (instruction.memory.matrix != nullptr) return false;
        if (instruction.guard != ptx::no_index &&
            !refine(instruction.guard, !instruction.guard_negated, piece, pc, values))
            return true; // it never runs
        const ptx::AddressOperand& address = instruction.address;
        Interval base;
        std::int64_t displacement = address.offset;
        if (const auto* reg = std::get_if<ptx::RegisterOperand>(&address.base)) {
            if (reg->reg >= values.size() || plan_.bits_of(reg->reg) != 64) return false;
            base = values[reg->reg];
        } else if (const auto* named = std::get_if<ptx::SymbolOperand>(&address.base)) {
            const auto symbol = address_of(named->name);
            if (!symbol) return false;
            base = Interval::just(*symbol);
            displacement += named->offset;
        } else {
            base = Interval::just(0);
        }
        const std::int64_t bytes = instruction.memory.width * instruction.memory.count;
        const Interval place = sum(base, Interval::just(displacement), 64);
        const Interval behind = sum(place, Interval::just(bytes), 64);
        if (place.low < 0 || behind.is_any(64) || behind.low < 0) return false;
        ranges.add(
            {static_cast<std::uint64_t>(place.low), static_cast<std::uint64_t>(behind.high)});
        return true;
    }

    const StorePlan& plan_;
    const Launch& launch_;
    std::vector<Values> before_; // by piece: what its first instruction may find
    std::vector<int> visits_;    // by piece
    std::set<std::size_t> open_; // pieces to be followed
    std::set<std::int64_t> thresholds_;
    std::size_t evaluations_ = 0;
};

} // namespace

StorePlans::StorePlans() = default;
StorePlans::~StorePlans() = default;
void StorePlans::clear() { plans_.clear(); }

StoreRanges StorePlans::find(const Launch& launch) {
    std::unique_ptr<StorePlan>& plan = plans_[launch.kernel];
    if (plan == nullptr) plan = std::make_unique<StorePlan>(*launch.program, *launch.kernel);
    StoreRanges ranges;
    ranges.set_unknown();
    if (plan->is_hopeless()) return ranges;
    ranges = Follower(*plan, launch).run();
    if (!ranges.is_known()) plan->note_failure();
    return ranges;
}

} // namespace vgpu::exec
