#include "vgpu/exec/sites.hpp"

#include "vgpu/exec/names.hpp"
#include "vgpu/ptx/source_frames.hpp"
#include "wire/source_files.hpp"

#include <fmt/format.h>

namespace vgpu::exec {

Dim3 block_index(std::uint64_t linear, const Dim3& grid) {
    const std::uint64_t plane = static_cast<std::uint64_t>(grid.x) * grid.y;
    return {static_cast<std::uint32_t>(linear % grid.x),
            static_cast<std::uint32_t>(linear / grid.x % grid.y),
            static_cast<std::uint32_t>(linear / plane)};
}

Dim3 thread_index(std::uint32_t linear, const Dim3& block) {
    return {linear % block.x, linear / block.x % block.y, linear / (block.x * block.y)};
}

std::string describe_allocation(const SiteContext& context, const Allocation& allocation) {
    for (const auto& program : *context.programs) {
        if (program == nullptr) continue;
        const auto variable = program->find_variable(allocation.origin);
        if (variable && variable->address == allocation.address)
            return readable_name(allocation.origin);
    }
    const std::string place = context.made_in ? context.made_in(allocation) : "";
    return fmt::format("{} of {} bytes{}{}", allocation.origin, allocation.bytes,
                       place.empty() ? "" : " in ", place);
}

void CodeSites::add_frames(std::uint32_t function, std::uint32_t pc,
                           std::vector<SourceFrame>& frames) const {
    const ptx::Module& module = program_.module();
    if (function >= module.functions.size()) return;
    const ptx::Function& source = module.functions[function];
    if (pc >= source.body.size()) return;
    for (const ptx::SourceFrame& frame :
         ptx::source_frames(module, source.body[pc].location, source.name))
        frames.push_back({std::string(frame.file), frame.line, respell(frame.function)});
}

Site CodeSites::site(const CodePlace& place, const WarpPlace& warp, int lane) const {
    Site site;
    site.kernel = context_.launch.kernel;
    add_frames(place.function, place.pc, site.frames);
    if (place.function < program_.module().functions.size()) {
        const ptx::Function& source = program_.module().functions[place.function];
        if (place.pc < source.body.size())
            site.instruction = to_text(source, source.body[place.pc]);
    }
    site.block = block_index(warp.block, context_.launch.grid);
    const auto thread =
        static_cast<std::uint32_t>(warp_size) * warp.warp + static_cast<std::uint32_t>(lane);
    site.thread = thread_index(thread, context_.launch.block);
    return site;
}

SourceFrame CodeSites::line(const CodePlace& place) const {
    std::vector<SourceFrame> frames;
    add_frames(place.function, place.pc, frames);
    const SourceFrame* own = workbook::wire::own_frame(frames);
    return own == nullptr ? SourceFrame{} : *own;
}

void CodeSites::add_callers(const Frame& frame, std::vector<SourceFrame>& frames) const {
    constexpr std::size_t most_frames = 32; // a deep recursion need not be listed in full
    for (const Frame* at = &frame; at->caller != nullptr && frames.size() < most_frames;
         at = at->caller)
        if (at->caller->function->program == program_.index())
            add_frames(at->caller->function->index, at->caller->op(at->call_pc).source_pc, frames);
}

Site CodeSites::site_in(const Frame& frame, const Op& op, const WarpPlace& warp, int lane) const {
    Site result = site({this, frame.function->index, op.source_pc}, warp, lane);
    add_callers(frame, result.frames);
    return result;
}

std::string CodeSites::lines_in(const Frame& frame, const Op& op) const {
    std::vector<SourceFrame> frames;
    add_frames(frame.function->index, op.source_pc, frames);
    add_callers(frame, frames);
    std::erase_if(frames, [](const SourceFrame& at) { return at.line == 0; }); // merged code
    const SourceFrame* last = workbook::wire::own_frame(frames);
    if (last == nullptr) return "";
    const auto text_of = [](const SourceFrame& at) {
        return fmt::format("{}:{}", workbook::wire::file_name(at.file), at.line);
    };
    std::string text = text_of(*last);
    for (const SourceFrame* at = last; at <= &frames.back(); ++at) {
        if (at->file == last->file || workbook::wire::is_of_toolkit(at->file)) continue;
        text += ", called from " + text_of(*at);
        last = at;
    }
    return text;
}

Whereabouts CodeSites::describe(ptx::Space space, std::uint64_t address) const {
    if (space == ptx::Space::shared)
        return context_.kernel == nullptr
                   ? Whereabouts()
                   : context_.program->describe_shared(*context_.kernel, address);
    if (space != ptx::Space::global && space != ptx::Space::constant) return {};
    const auto allocation = context_.memory->find(address);
    if (!allocation) return {};
    return {describe_allocation(context_, *allocation), address - allocation->address,
            allocation->bytes};
}

namespace {

class TextOf {
  public:
    explicit TextOf(const ptx::Function& function) : function_(function) {}

    std::string operator()(const ptx::RegisterOperand& operand) const {
        if (!operand.negated) return reg(operand.reg);
        const bool is_predicate = function_.registers[operand.reg].type == ptx::Type::pred;
        return fmt::format("{}{}", is_predicate ? "!" : "-", reg(operand.reg));
    }
    std::string operator()(const ptx::SpecialOperand& operand) const { return operand.name; }
    std::string operator()(const ptx::ImmediateOperand& operand) const {
        using Form = ptx::ImmediateOperand::Form;
        if (operand.form == Form::f32_bits) return fmt::format("0f{:08X}", operand.bits);
        if (operand.form == Form::f64_bits) return fmt::format("0d{:016X}", operand.bits);
        if (operand.is_signed) return fmt::format("{}", static_cast<std::int64_t>(operand.bits));
        return fmt::format("{}", operand.bits);
    }
    std::string operator()(const ptx::SymbolOperand& operand) const {
        return operand.name + offset(operand.offset);
    }
    std::string operator()(const ptx::AddressOperand& operand) const {
        std::string base;
        if (const auto* by_register = std::get_if<ptx::RegisterOperand>(&operand.base))
            base = reg(by_register->reg);
        if (const auto* by_name = std::get_if<ptx::SymbolOperand>(&operand.base))
            base = (*this)(*by_name);
        if (base.empty()) return fmt::format("[{}]", operand.offset);
        return fmt::format("[{}{}]", base, offset(operand.offset));
    }
    std::string operator()(const ptx::LabelOperand& operand) const { return operand.name; }
    std::string operator()(const ptx::SinkOperand&) const { return "_"; }
    std::string operator()(const ptx::VectorOperand& operand) const {
        return fmt::format("{{{}}}", list(operand.elements));
    }
    std::string operator()(const ptx::PairOperand& operand) const {
        return fmt::format("{}|{}", reg(operand.first), reg(operand.second));
    }
    std::string operator()(const ptx::ListOperand& operand) const {
        if (operand.elements.size() == 2 && // %r1.b0
            std::holds_alternative<ptx::RegisterOperand>(operand.elements[0].value))
            if (const auto* name = std::get_if<ptx::SymbolOperand>(&operand.elements[1].value))
                return fmt::format("{}.{}", std::visit(*this, operand.elements[0].value),
                                   name->name);
        return fmt::format("({})", list(operand.elements));
    }
    std::string list(const std::vector<ptx::Operand>& operands) const {
        std::string text;
        for (const ptx::Operand& operand : operands) {
            if (!text.empty()) text += ", ";
            text += std::visit(*this, operand.value);
        }
        return text;
    }
    std::string reg(ptx::Index index) const {
        return index < function_.registers.size() ? function_.registers[index].name : "_";
    }

  private:
    static std::string offset(std::int64_t value) {
        return value == 0 ? "" : fmt::format("{:+}", value);
    }
    const ptx::Function& function_;
};

} // namespace

std::string to_text(const ptx::Function& function, const ptx::Instruction& instruction) {
    const TextOf text_of(function);
    std::string text;
    if (instruction.guard)
        text = fmt::format("@{}{} ", instruction.guard->negated ? "!" : "",
                           text_of.reg(instruction.guard->reg));
    text += instruction.opcode;
    for (const std::string& modifier : instruction.modifiers) text += fmt::format(".{}", modifier);
    if (!instruction.operands.empty())
        text += fmt::format(" {}", text_of.list(instruction.operands));
    return text + ";";
}

} // namespace vgpu::exec
