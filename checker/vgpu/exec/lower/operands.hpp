// Places in the frame for an instruction's operands. Where a register holds something else than the
// instruction takes or gives, a helper op converts it.
#pragma once

#include "vgpu/exec/lower/function_scope.hpp"
#include "vgpu/exec/lower/op_writer.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace vgpu::exec {

// What is wrong with a name that no unit of the program defines.
std::string undefined_function(const std::string& name);
std::string undefined_variable(const std::string& name);
// Whether it is one of CUDA's own functions for kernels that launch kernels.
bool is_of_device_runtime(const std::string& name);

// Those of the instruction at which the writer is.
class Operands {
  public:
    Operands(FunctionScope& scope, FrameLayout& layout, OpWriter& writer)
        : scope_(scope), layout_(layout), writer_(writer) {}

    // Ops that a source needs are written at once.
    Expected<Offset> source(const isa::Source& source);
    std::optional<Diagnostic> sources(std::span<Offset> places,
                                      std::span<const isa::Source> sources);
    Expected<Offset> address_of(const std::string& name, std::int64_t displacement,
                                isa::Storage storage);
    // Results go to their registers, or to scratch space and from there to a register of another
    // width by a helper behind the instruction.
    struct Fixup {
        isa::LaneFunction function;
        Offset result, source;
    };
    std::optional<Diagnostic> results(std::span<Offset> places, std::vector<Fixup>& fixups);
    void write_with_fixups(const Op& op, const std::vector<Fixup>& fixups);

  private:
    FunctionScope& scope_;
    FrameLayout& layout_;
    OpWriter& writer_;
};

} // namespace vgpu::exec
