#include "evaluate.hpp"

#include "coverage.hpp"
#include "vgpu/ptx/parser.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <map>

namespace {

using namespace ptxtest;
using namespace vgpu;

// 32 lanes of any storage.
using Lanes128 = std::array<std::uint64_t, 64>;

// The registers of one warp and its memory: 8 bytes per lane for each memory operand, side by side.
class Machine {
  public:
    Machine(const ptx::Function& function, std::uint32_t mask) : function_(function), mask_(mask) {
        registers_.resize(function.registers.size());
        for (auto& each : registers_) each.fill(ResolvedForm::untouched);
        registers_.resize(first_constant() + isa::most_wide_sources);
    }

    void set(const Operand& operand, const Lanes& value) {
        if (operand.role == Operand::Role::memory) {
            const std::size_t place = places_.size();
            places_[index_of(operand)] = 8 * place;
            for (std::size_t lane = 0; lane < 32; ++lane)
                std::memcpy(&memory_[lane][8 * place], &value[lane], 8);
            return;
        }
        auto& lanes = registers_[index_of(operand)];
        if (operand.is_predicate()) {
            std::uint32_t bits = 0;
            for (std::size_t lane = 0; lane < 32; ++lane) bits |= (value[lane] ? 1u : 0u) << lane;
            std::memcpy(lanes.data(), &bits, sizeof bits);
        } else if (operand.bytes() == 8) {
            std::ranges::copy(value, lanes.begin());
        } else {
            auto* words = reinterpret_cast<std::uint32_t*>(lanes.data());
            for (std::size_t lane = 0; lane < 32; ++lane)
                words[lane] = static_cast<std::uint32_t>(value[lane]);
        }
    }

    Lanes get(const Operand& operand) const {
        if (operand.role == Operand::Role::memory) {
            Lanes value(32);
            for (std::size_t lane = 0; lane < 32; ++lane)
                std::memcpy(&value[lane], &memory_[lane][places_.at(index_of(operand))],
                            static_cast<std::size_t>(operand.bytes()));
            return value;
        }
        const auto& lanes = registers_[index_of(operand)];
        Lanes value(32);
        std::uint32_t words[64];
        std::memcpy(words, lanes.data(), sizeof words / 1);
        for (std::size_t lane = 0; lane < 32; ++lane)
            value[lane] = operand.is_predicate() ? (words[0] >> lane) & 1
                          : operand.bytes() == 8 ? lanes[lane]
                                                 : words[lane];
        return value;
    }

    bool run(const isa::Instruction& instruction) {
        std::array<std::int32_t, isa::most_wide_results + isa::most_wide_sources> operands{};
        const std::size_t first_source = static_cast<std::size_t>(
            instruction.is_wide ? isa::most_wide_results : isa::most_results);
        for (std::size_t i = 0; i < instruction.destinations.size(); ++i)
            operands[i] = place_of(result(instruction.destinations[i].reg, i));
        for (std::size_t i = 0; i < instruction.sources.size(); ++i)
            operands[first_source + i] = place_of(source(instruction.sources[i], i));
        const isa::LaneArguments arguments{reinterpret_cast<std::byte*>(registers_.data()),
                                           operands.data()};
        switch (instruction.kind) {
        case isa::Kind::lane:
            instruction.lane(arguments, mask_);
            return true;
        case isa::Kind::warp:
            instruction.warp(arguments, mask_);
            return true;
        case isa::Kind::memory:
            return access(instruction, arguments);
        case isa::Kind::control:
            return instruction.control.action == isa::ControlAction::nothing ||
                   instruction.control.action == isa::ControlAction::fence ||
                   instruction.control.action == isa::ControlAction::proxy_fence;
        }
        return false;
    }

  private:
    ptx::Index index_of(const Operand& operand) const {
        const auto& registers = function_.registers;
        const auto found = std::ranges::find(registers, "%" + operand.name, &ptx::Register::name);
        return static_cast<ptx::Index>(found - registers.begin());
    }

    // Behind the function's registers: the carry, results that are thrown away, constants.
    std::size_t carry() const { return function_.registers.size(); }
    std::size_t first_scratch() const { return carry() + 1; }
    std::size_t first_constant() const { return first_scratch() + isa::most_wide_results; }
    static std::int32_t place_of(std::size_t number) {
        return static_cast<std::int32_t>(number * sizeof(Lanes128));
    }

    std::size_t source(const isa::Source& from, std::size_t i) {
        const std::size_t number = first_constant() + i;
        Lanes128& constant = registers_[number];
        if (from.from == isa::Source::From::reg) {
            const std::size_t reg = from.reg == isa::carry_register ? carry() : from.reg;
            if (!from.negated) return reg;
            constant = registers_[reg];
            constant[0] = ~constant[0];
            return number;
        }
        auto* words = reinterpret_cast<std::uint32_t*>(constant.data());
        for (std::size_t lane = 0; lane < 32; ++lane) {
            if (from.storage == isa::Storage::doubleword)
                constant[lane] = from.bits;
            else
                words[lane] = static_cast<std::uint32_t>(from.bits);
        }
        return number;
    }

    std::size_t result(ptx::Index reg, std::size_t i) const {
        if (reg == ptx::no_index) return first_scratch() + i;
        return reg == isa::carry_register ? carry() : reg;
    }

    static std::uint64_t lane_bits(const void* lanes, isa::Storage storage, std::size_t lane) {
        return storage == isa::Storage::doubleword ? static_cast<const std::uint64_t*>(lanes)[lane]
                                                   : static_cast<const std::uint32_t*>(lanes)[lane];
    }

    // Loads, stores and atomics at an address that is a memory operand; atomics of up to 64 bits.
    bool access(const isa::Instruction& instruction, const isa::LaneArguments& arguments) {
        const auto* base = std::get_if<ptx::RegisterOperand>(&instruction.address.base);
        const auto& operation = instruction.memory;
        if (operation.action == isa::MemoryAction::prefetch) return true;
        if (!base || !places_.contains(base->reg) || operation.width > 8 || operation.count > 4)
            return false;
        const auto width = static_cast<std::size_t>(operation.width);
        const auto count = static_cast<std::size_t>(operation.count);
        for (std::size_t lane = 0; lane < 32; ++lane) {
            if (!((mask_ >> lane) & 1)) continue;
            for (std::size_t i = 0; i < count; ++i) {
                std::byte* cell = &memory_[lane][places_[base->reg] + i * width];
                std::uint64_t old = 0;
                std::memcpy(&old, cell, width);
                const auto value = [&](std::size_t source) {
                    return source < instruction.sources.size()
                               ? lane_bits(arguments.source(static_cast<int>(source)),
                                           instruction.sources[source].storage, lane) &
                                     ones(width)
                               : 0;
                };
                std::uint64_t now = old;
                if (operation.action == isa::MemoryAction::store) now = value(i);
                if (operation.atomic) now = operation.atomic(old, value(i), value(1));
                std::memcpy(cell, &now, width);
                if (!instruction.destinations.empty())
                    give(instruction, i, arguments.result(static_cast<int>(i)), lane, old);
            }
        }
        return true;
    }

    static std::uint64_t ones(std::size_t bytes) {
        return bytes >= 8 ? ~0ull : (1ull << (8 * bytes)) - 1;
    }

    // A loaded value is extended to its register.
    void give(const isa::Instruction& instruction, std::size_t element, void* result,
              std::size_t lane, std::uint64_t value) {
        const auto& operation = instruction.memory;
        if (ptx::class_of(operation.type) == ptx::TypeClass::signed_integer &&
            operation.width < 8) {
            const int shift = 64 - 8 * operation.width;
            value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
        }
        const auto& destination = instruction.destinations[element];
        const int bytes = destination.reg == ptx::no_index
                              ? 4
                              : ptx::size_of(function_.registers[destination.reg].type);
        value &= ones(static_cast<std::size_t>(bytes));
        if (destination.storage == isa::Storage::doubleword)
            static_cast<std::uint64_t*>(result)[lane] = value;
        else
            static_cast<std::uint32_t*>(result)[lane] = static_cast<std::uint32_t>(value);
    }

    const ptx::Function& function_;
    std::uint32_t mask_;
    std::vector<Lanes128> registers_;
    std::map<ptx::Index, std::size_t> places_; // of memory operands, in a lane's memory
    std::array<std::array<std::byte, 64>, 32> memory_{};
};

} // namespace

std::optional<ResolvedForm> ResolvedForm::make(const Form& form, std::string& error) {
    auto module = ptx::parse(function_text(form));
    if (!module) {
        error = module.error().message;
        return std::nullopt;
    }
    ResolvedForm resolved;
    resolved.form_ = &form;
    resolved.module_ = std::make_unique<ptx::Module>(std::move(*module));
    auto program = isa::resolve(*resolved.module_);
    if (!program) {
        error = program.error().message;
        return std::nullopt;
    }
    resolved.program_ = std::move(*program);
    return resolved;
}

std::vector<Lanes> ResolvedForm::execute(const std::vector<Lanes>& inputs,
                                         std::uint32_t mask) const {
    const auto& function = program_.functions[0];
    Machine machine(*function.source, mask);
    const auto operands = form_->inputs();
    for (std::size_t i = 0; i < operands.size(); ++i) machine.set(*operands[i], inputs[i]);
    for (const auto& instruction : function.code)
        if (!machine.run(instruction)) return {};
    std::vector<Lanes> results;
    for (const auto* operand : form_->results()) results.push_back(machine.get(*operand));
    return results;
}
