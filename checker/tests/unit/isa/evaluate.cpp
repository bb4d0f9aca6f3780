#include "evaluate.hpp"

#include "vgpu/ptx/parser.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <fmt/format.h>
#include <map>

namespace {

using namespace ptxtest;
using namespace vgpu;

// 32 lanes of any storage.
using Lanes128 = std::array<std::uint64_t, 64>;

// The registers of one warp and its memory: one place a lane for each memory operand.
class Machine {
  public:
    Machine(const ptx::Function& function, std::uint32_t mask) : function_(function), mask_(mask) {
        registers_.resize(function.registers.size());
        for (auto& each : registers_) each.fill(ResolvedForm::untouched);
    }

    void set(const Operand& operand, const Lanes& value) {
        if (operand.role == Operand::Role::memory) {
            memory_[index_of(operand)] = value;
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
        if (operand.role == Operand::Role::memory) return memory_.at(index_of(operand));
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
        isa::LaneArguments arguments{};
        arguments.mask = mask_;
        std::array<Lanes128, 4> scratch{}, constants{};
        for (std::size_t i = 0; i < instruction.sources.size(); ++i)
            arguments.sources[i] = source(instruction.sources[i], constants[i]);
        for (std::size_t i = 0; i < instruction.destinations.size(); ++i)
            arguments.results[i] = result(instruction.destinations[i].reg, scratch[i]);
        switch (instruction.kind) {
        case isa::Kind::lane:
            instruction.lane(arguments);
            return true;
        case isa::Kind::warp:
            instruction.warp(arguments);
            return true;
        case isa::Kind::memory:
            return access(instruction, arguments);
        case isa::Kind::control:
            return false;
        }
        return false;
    }

  private:
    ptx::Index index_of(const Operand& operand) const {
        const auto& registers = function_.registers;
        const auto found = std::ranges::find(registers, "%" + operand.name, &ptx::Register::name);
        return static_cast<ptx::Index>(found - registers.begin());
    }

    const void* source(const isa::Source& from, Lanes128& constant) {
        if (from.from == isa::Source::From::reg) {
            const auto& lanes = from.reg == isa::carry_register ? carry_ : registers_[from.reg];
            if (!from.negated) return lanes.data();
            constant = lanes;
            constant[0] = ~constant[0];
            return constant.data();
        }
        auto* words = reinterpret_cast<std::uint32_t*>(constant.data());
        for (std::size_t lane = 0; lane < 32; ++lane) {
            if (from.storage == isa::Storage::doubleword)
                constant[lane] = from.bits;
            else
                words[lane] = static_cast<std::uint32_t>(from.bits);
        }
        return constant.data();
    }

    void* result(ptx::Index reg, Lanes128& scratch) {
        if (reg == ptx::no_index) return scratch.data();
        return reg == isa::carry_register ? carry_.data() : registers_[reg].data();
    }

    static std::uint64_t lane_bits(const void* lanes, isa::Storage storage, std::size_t lane) {
        return storage == isa::Storage::doubleword ? static_cast<const std::uint64_t*>(lanes)[lane]
                                                   : static_cast<const std::uint32_t*>(lanes)[lane];
    }

    // Loads, stores and atomics of one element at an address that is a memory operand.
    bool access(const isa::Instruction& instruction, const isa::LaneArguments& arguments) {
        const auto* base = std::get_if<ptx::RegisterOperand>(&instruction.address.base);
        const auto& operation = instruction.memory;
        if (!base || operation.count != 1 || operation.action == isa::MemoryAction::prefetch)
            return false;
        Lanes& cells = memory_[base->reg];
        const std::uint64_t ones =
            operation.width >= 8 ? ~0ull : (1ull << (8 * operation.width)) - 1;
        for (std::size_t lane = 0; lane < 32; ++lane) {
            if (!((mask_ >> lane) & 1)) continue;
            const std::uint64_t old = cells[lane] & ones;
            const auto value = [&](std::size_t i) {
                return i < instruction.sources.size()
                           ? lane_bits(arguments.sources[i], instruction.sources[i].storage, lane) &
                                 ones
                           : 0;
            };
            if (operation.action == isa::MemoryAction::store)
                cells[lane] = value(0);
            else if (operation.atomic)
                cells[lane] = operation.atomic(old, value(0), value(1)) & ones;
            if (!instruction.destinations.empty()) give(instruction, arguments, lane, old);
        }
        return true;
    }

    // A loaded value is extended to its register.
    void give(const isa::Instruction& instruction, const isa::LaneArguments& arguments,
              std::size_t lane, std::uint64_t value) {
        const auto& operation = instruction.memory;
        if (ptx::class_of(operation.type) == ptx::TypeClass::signed_integer &&
            operation.width < 8) {
            const int shift = 64 - 8 * operation.width;
            value = static_cast<std::uint64_t>(static_cast<std::int64_t>(value << shift) >> shift);
        }
        const auto& destination = instruction.destinations[0];
        const int bytes = destination.reg == ptx::no_index
                              ? 4
                              : ptx::size_of(function_.registers[destination.reg].type);
        if (bytes < 8) value &= (1ull << (8 * bytes)) - 1;
        if (destination.storage == isa::Storage::doubleword)
            static_cast<std::uint64_t*>(arguments.results[0])[lane] = value;
        else
            static_cast<std::uint32_t*>(arguments.results[0])[lane] =
                static_cast<std::uint32_t>(value);
    }

    const ptx::Function& function_;
    std::uint32_t mask_;
    std::vector<Lanes128> registers_;
    Lanes128 carry_{};
    std::map<ptx::Index, Lanes> memory_;
};

} // namespace

std::optional<ResolvedForm> ResolvedForm::make(const Form& form, std::string& error) {
    const auto text = fmt::format(
        ".version 8.3\n.target sm_{}\n.address_size 64\n.visible .func f()\n{{\n{}    {}{}\n}}\n",
        form.needs, register_declarations(form), form.text, form.text.starts_with('{') ? "" : ";");
    auto module = ptx::parse(text);
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

std::vector<const isa::Row*> ResolvedForm::rows() const {
    std::vector<const isa::Row*> rows;
    for (const auto& instruction : program_.functions[0].code) rows.push_back(instruction.row);
    return rows;
}
