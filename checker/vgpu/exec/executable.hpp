// A function in the form that runs: each instruction carries the offsets of its operands in the
// frame.
//
// A frame is one block of lane storage that holds everything an instruction can read or write:
// registers, broadcast constants, special registers, symbol addresses and scratch space. So every
// operand is frame + offset, whatever it is, and one dispatch finds them all with one addition
// each. An isa instruction becomes one Op, with helper ops around it where an operand has to be
// converted.
#pragma once

#include "vgpu/exec/address_pattern.hpp"
#include "vgpu/exec/device_calls.hpp"
#include "vgpu/exec/device_memory.hpp"
#include "vgpu/isa/instruction.hpp"

#include <bit>
#include <cstdint>
#include <memory>
#include <new>
#include <span>
#include <string>
#include <vector>

namespace vgpu::exec {

inline constexpr int warp_size = isa::warp_size;

// The mask must not be empty.
inline int first_lane(std::uint32_t lanes) { return std::countr_zero(lanes) & (warp_size - 1); }

using Pc = std::uint32_t; // into ExecutableFunction::ops
// The most local memory of one thread, as on real GPUs.
inline constexpr std::uint64_t most_local_bytes = 512ull << 10;

inline constexpr Pc no_pc = 0xffffffffu;
inline constexpr std::uint32_t no_callee = 0xffffffffu;
// The alignment of registers and shared memory: a line of the cache, and the widest vector.
inline constexpr std::align_val_t vector_alignment{64};

enum class OpKind : std::uint8_t {
    lane,    // an instruction of isa::Kind::lane
    helper,  // the same form, but not an instruction of the program: not counted
    clock,   // helper: bring the clock registers up to date
    counted, // instructions that need not run: see invariants.cpp
    memory,
    warp,
    branch,
    control,
    end, // behind the last instruction: as if `ret` stood there
};

struct MemoryOp;

// Counts one branch in the launch under way.
struct BranchCounts {
    std::uint32_t source_pc = 0;
    std::uint64_t times = 0, divergent = 0;
};

// Offsets follow isa::LaneArguments: four results, then four sources.
struct alignas(64) Op {
    Offset operands[isa::most_results + isa::most_sources] = {};
    union {
        isa::LaneFunction function = nullptr; // lane, helper and warp
        MemoryOp* access;                     // memory
        BranchCounts* branches;               // branch
    };
    Offset guard = 0;             // a predicate; all ones where there is no guard
    std::uint32_t guard_flip = 0; // ~0: runs where the predicate is false
    std::uint32_t source_pc = 0;  // into isa::Function::code
    // control: index into the function's table; branch: target; warp: where its operands are in
    // ExecutableFunction::wide_operands, 0 if it has its own
    std::uint32_t extra = 0;
    OpKind kind = OpKind::end;
    // How many ops from here on have no guard and always go on to the next one (lane, helper,
    // memory), and how many instructions they stand for.
    std::uint8_t straight_ops = 0;
    std::uint16_t straight_instructions = 0;
    // Instructions it stands for: source_pc and superfluous ones before it; a helper for none.
    std::uint16_t count = 1;
    std::int8_t member_mask = -1; // warp: operand (4 + source) that names the lanes to wait for
    bool comes_round : 1 = false; // the branch behind the straight ops leads back to this one
    bool is_aligned : 1 = false;  // warp: all 32 lanes must come to this very op
};
static_assert(sizeof(Op) == 64, "a line of the cache");

inline constexpr int first_source = isa::most_results;

// How often an op ran in the current launch; counted only on request.
struct Executions {
    std::uint64_t warps = 0;
    std::uint64_t threads = 0;       // of the op's last instruction
    std::uint64_t group_threads = 0; // of those before it (Op::count), which have no guard
};

// A register that a load fills or a store empties.
struct ElementSlot {
    Offset offset = 0;
    isa::Storage storage = isa::Storage::word;
    std::uint8_t bits = 32; // of the register's type: a signed load extends to this width
};

// element: an element of an array whose address is at base_offset, the same for all lanes; see
// array_elements.cpp.
enum class AddressBase : std::uint8_t {
    word,
    doubleword,
    element,
    kernel_parameter,
    frame_parameter
};

class Interpreter;
struct Frame;
enum class ValueRule : std::uint8_t; // followed_loads.hpp
// Runs for the lanes of the mask; false after a fault, or when values are to be followed from now
// on (Frame::followed).
using MemoryHandler = bool (*)(Interpreter&, const Op&, MemoryOp&, Frame&, std::uint32_t mask);

inline constexpr int most_plain_bytes = 16; // of a lane

struct MemoryOp {
    isa::MemoryOperation operation;
    MemoryHandler handler = nullptr;
    AddressBase base = AddressBase::doubleword;
    Offset base_offset = 0;            // word, doubleword, element: the 32 base addresses
    Offset index_offset = 0;           // element: 32 words, to be shifted and added
    std::uint8_t index_shift = 0;      // element
    bool index_is_signed = false;      // element
    std::int64_t displacement = 0;     // added to the base; the whole address for a parameter
    int bytes = 0;                     // one lane's access: width * count
    std::vector<ElementSlot> elements; // load: destinations; store: values; atomic: the old value
    std::vector<Offset> values;        // atomic: operand a, then b, for each element
    isa::Storage value_storage = isa::Storage::word;
    // Weak or volatile, and each element has a register of its own width: no extension, no waiting.
    bool plain = false;
    bool keeps_neighbours = false; // AccessEvent
    std::uint32_t copied = 0;      // AccessEvent
    std::uint32_t object_before = 0, object_behind = 0;
    std::unique_ptr<AddressPattern> pattern; // of plain ones, and of all when someone listens
    AddressShortcut shortcut;
    std::unique_ptr<MemoryOp> copy_target;  // cp.async: the store to shared memory
    std::unique_ptr<MemoryOp> copy_barrier; // copies in bulk: complete_tx
};

// A value that a call passes, on one side: a piece of the parameter area, or a register (inside the
// function, a .reg parameter's). A result that is thrown away has no bytes.
struct CallValue {
    bool in_register = false;
    Offset offset = 0; // in the parameter area, or in the frame
    isa::Storage storage = isa::Storage::word;
    std::uint32_t bytes = 0;
};

// A parameter whose address the code takes (parameters_in_memory.cpp): its offset in the parameter
// area, and that of its copy in the function's local memory.
struct ParameterCopy {
    std::uint64_t parameter = 0, local = 0, bytes = 0;
};

struct ControlOp {
    isa::ControlOperation operation;
    int source_count = 0;                      // operands in Op::operands[4...]
    isa::Storage storage = isa::Storage::word; // of the first operand, or of the result
    bool has_result = false;
    bool is_quiet_behind = false; // quiet_phases.cpp: a barrier of the whole block
    // bar.sync of the whole block, for all lanes of a warp at once: its number. -1: anything else
    std::int8_t simple_barrier = -1;
    std::vector<Pc> targets;          // branch_indexed
    std::uint32_t callee = no_callee; // call: into Program's functions; none: through a register
    Offset callee_address = 0;        // indirect call: doublewords
    std::vector<CallValue> arguments, returns;
    // group_product: all sources, and where elements of A and D in registers go, in a warp's rows:
    // [(reg * 32 + lane) * elements in a register + element].
    std::vector<Offset> operands;
    std::vector<std::uint16_t> a_places, d_places;
};

struct ConstantSlot {
    Offset offset;
    isa::Storage storage;
    std::uint64_t bits;
};
struct SpecialSlot {
    Offset offset;
    isa::Storage storage;
    isa::SpecialRegister special;
};
// A parameter of the kernel, as a load would put it into a register.
struct ParameterSlot {
    Offset offset = 0;
    isa::Storage storage = isa::Storage::word;
    std::uint32_t offset_in_block = 0;
    int width = 0; // bytes
    int bits = 0;  // of the register
    bool is_signed = false;
    bool operator==(const ParameterSlot&) const = default;
};
// An address that depends on the kernel (shared) or on the depth of the stack (local).
struct SymbolSlot {
    Offset offset;
    isa::Storage storage;
    bool shared;
    std::uint32_t variable; // shared: into Program's shared variables
    std::uint64_t displacement;
};

// What the virtual GPU itself provides.
enum class Native : std::uint8_t {
    none,
    vprintf,
    assertfail,
    malloc,
    free,
    memcpy, // and memmove
    memset,
    set_condition,  // cudaGraphSetConditional
    device_runtime, // which of its functions: ExecutableFunction::device_call
};

struct ExecutableFunction {
    const ptx::Function* source = nullptr;
    std::uint32_t index = 0; // in its program
    std::uint32_t program = 0;
    Native native = Native::none;
    DeviceCall device_call{};
    bool defined = false;                    // it has a body, or is native
    std::vector<Op> ops;                     // ends with OpKind::end
    std::vector<Executions> executions;      // by op; empty unless counted
    std::vector<ValueRule> value_rules;      // by op; empty until loads are followed
    std::vector<BranchCounts> branch_counts; // of each branch
    std::vector<MemoryOp> memory_ops;
    std::vector<ControlOp> control_ops;
    std::vector<Offset> wide_operands; // isa::WideArguments; those of no op first
    Offset frame_bytes = 0;
    Offset extra_begin = 0, extra_end = 0; // the part of it that is no state of the program
    std::vector<ConstantSlot> constants;
    std::vector<SpecialSlot> specials;        // that differ from warp to warp
    std::vector<SpecialSlot> launch_specials; // that do not
    std::vector<ParameterSlot> parameter_slots;
    std::vector<SpecialSlot> clocks;
    std::vector<SymbolSlot> symbols;
    std::vector<CallValue> parameters, returns;  // of a .func: in its own frame
    std::uint32_t parameter_area = 0;            // bytes of one lane
    std::vector<ParameterCopy> parameter_copies; // that a call makes in local memory
    std::uint64_t local_bytes = 0;               // of one lane
    bool allocates_stack = false;                // alloca
    std::vector<std::uint32_t> shared_variables; // that it names
    std::vector<std::uint32_t> callees;
    bool calls_indirectly = false;

    const Offset* operands_of(const Op& op) const {
        return op.kind != OpKind::warp || op.extra == 0 ? op.operands
                                                        : wide_operands.data() + op.extra;
    }
    std::span<const Offset> results_of(const Op& op) const {
        const bool is_wide = op.kind == OpKind::warp && op.extra != 0;
        return {operands_of(op),
                is_wide ? std::size_t{isa::most_wide_results} : std::size_t{isa::most_results}};
    }
    std::span<const Offset> sources_of(const Op& op) const {
        const bool is_wide = op.kind == OpKind::warp && op.extra != 0;
        return {operands_of(op) + results_of(op).size(),
                is_wide ? std::size_t{isa::most_wide_sources} : std::size_t{isa::most_sources}};
    }
};

} // namespace vgpu::exec
