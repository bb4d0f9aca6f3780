// What a PTX module says, as the parser hands it on.
//
// Names of registers, labels and symbols are resolved by the parser (nested scopes included); what
// an opcode means and whether its operands fit it is not the parser's business but vgpu/isa's.
#pragma once

#include "vgpu/ptx/type.hpp"
#include "vgpu/support/expected.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vgpu::ptx {

using Index = std::uint32_t; // an index into one of the vectors below
inline constexpr Index no_index = 0xffffffffu;

// One `.loc`: a place in the CUDA source. Inlined code points on to the place it was inlined at.
struct SourceLocation {
    Index file = no_index; // into Module::files
    int line = 0;
    int column = 0;
    std::string_view function_name; // mangled, in Module::debug_strings; empty where PTX gives none
    Index inlined_at = no_index;    // into Module::locations
};

struct Register {
    std::string name; // "%r7"
    Type type = Type::none;
};

// An initialiser's element: raw bytes or the address of a symbol (plus offset), as PTX allows
// `{ f, 0, generic(table)+8 }`. `mask_shift`-style extractions (0xFF(sym)) carry their byte index.
struct SymbolReference {
    std::string name;
    std::int64_t offset = 0;
    bool generic = false; // generic(name): a generic address is wanted
};
struct InitialValue {
    std::vector<std::uint8_t> bytes; // the variable's size, zeros where a reference stands
    struct Reference {
        std::uint64_t at = 0; // byte offset in the variable
        int size = 8;         // bytes to store
        int byte_shift = 0;   // for 0xFF00(sym): which byte of the address
        SymbolReference symbol;
    };
    std::vector<Reference> references;
};

enum class Linkage : std::uint8_t { internal, visible, external, weak, common };

// A module-scope, function-scope (shared, local) or parameter variable.
struct Variable {
    // Unique in its function and not the name of a module-scope symbol: where a nested scope hides
    // a name, the inner variable is called "name@2". Equal call .param blocks of scopes that are
    // never open together are one variable. A .const or .global variable of a function k is the
    // module's, called "name@k".
    std::string name;
    Space space = Space::none;
    Type type = Type::none;
    int alignment = 1;      // bytes
    std::uint64_t size = 0; // bytes; 0 for an unsized extern array (dynamic shared memory)
    bool is_array = false;
    bool managed = false; // .attribute(.managed)
    Linkage linkage = Linkage::internal;
    Index reg = no_index; // a .reg parameter of a function: into Function::registers
    std::optional<InitialValue> initial;
    Position position;
};

// clang-format off
struct RegisterOperand { Index reg = no_index; bool negated = false; };        // %r1, !%p1, -%r1
struct SpecialOperand { std::string name; };                                   // %tid.x, %laneid
struct ImmediateOperand {
    std::uint64_t bits = 0;  // integer value, or the f64/f32 bit pattern
    enum class Form : std::uint8_t { integer, f32_bits, f64_bits } form = Form::integer;
    bool is_signed = false;  // it was written without the U suffix
};
struct SymbolOperand { std::string name; std::int64_t offset = 0; };           // a variable or function
struct AddressOperand {                                                       // [base+offset]
    std::variant<std::monostate, RegisterOperand, SymbolOperand> base;        // monostate: absolute
    std::int64_t offset = 0;
};
// A label: an index into Function::body, or no_index where the name is that of one of the function's
// prototypes (last operand of an indirect call) or branch_targets (last operand of brx.idx).
struct LabelOperand { std::string name; Index target = no_index; };
struct SinkOperand {};                                                        // _
struct Operand;
struct VectorOperand { std::vector<Operand> elements; };                      // {%r1, _, 3}
struct PairOperand { Index first = no_index; Index second = no_index; };      // %p1|%p2; no_index for _
// (a, b) of a call; also [texture, {x, y}] of tex, suld, cp.async.bulk.tensor (an AddressOperand first)
// and {a, b, c, d}|p of tex (the vector, then the predicate); %r1.b0 (the register, then a name: "b0").
struct ListOperand { std::vector<Operand> elements; };
// clang-format on

struct Operand {
    std::variant<RegisterOperand, SpecialOperand, ImmediateOperand, SymbolOperand, AddressOperand,
                 LabelOperand, SinkOperand, VectorOperand, PairOperand, ListOperand>
        value;
};

struct Guard {
    Index reg = no_index;
    bool negated = false;
}; // @%p, @!%p

// `@%p add.sat.s32 %r1, %r2, %r3;` has opcode "add" and modifiers {"sat", "s32"}, in their order.
struct Instruction {
    std::string opcode;
    std::vector<std::string> modifiers; // without dots; "::" kept ("shared::cta")
    std::vector<Operand> operands;
    std::optional<Guard> guard;
    Position position;         // in the PTX text
    Index location = no_index; // into Module::locations: the CUDA source line
};

// A `.callprototype` or `.branchtargets` named by a label.
struct CallPrototype {
    std::string name;
    std::vector<Variable> returns, parameters;
    bool noreturn = false;
};
struct BranchTargets {
    std::string name;
    std::vector<LabelOperand> targets;
};

struct Function {
    std::string name; // mangled
    bool is_entry = false;
    Linkage linkage = Linkage::internal;
    bool has_body = false;
    std::vector<Variable> returns; // of a .func
    std::vector<Variable> parameters;
    std::vector<Register> registers; // RegisterOperand::reg indexes this; those that are used only,
                                     // in the order of their first use
    std::vector<Variable> variables; // .shared, .local and call .param blocks declared inside
    std::vector<Instruction> body;   // labels are indices into this; body.size() is "the end"
    std::vector<CallPrototype> prototypes;
    std::vector<BranchTargets> branch_targets;
    // Launch bounds; 0 where the directive is absent.
    std::uint32_t reqntid[3] = {0, 0, 0};
    std::uint32_t maxntid[3] = {0, 0, 0};
    std::uint32_t minnctapersm = 0;
    std::uint32_t maxnreg = 0;
    std::vector<std::string>
        other_directives; // ".explicitcluster", ...: for isa to accept or refuse
    Position position;
};

// `.alias a, b;`: a is another name of the function b. Mentions of a in its own module are
// replaced.
struct Alias {
    std::string name, target;
};

struct Module {
    int version_major = 0, version_minor = 0;
    std::string target; // "sm_80"
    int address_size = 64;
    std::vector<std::string> files; // .file names; SourceLocation::file indexes this
    std::vector<SourceLocation> locations;
    std::vector<Variable> variables;
    std::vector<Function> functions;
    std::vector<Alias> aliases;
    std::shared_ptr<const std::string> debug_strings; // shared, so that copies keep their names
};

} // namespace vgpu::ptx
