// Instruction files: one form of an instruction, then lines of inputs and the results expected.
//
//   # a comment
//   > add.sat.s32 =d:s32, a:s32, b:s32
//   0x7fffffff 1 -> 0x7fffffff
//
// The form is PTX text in which `name:type` is an input, `=name:type` a result and `[name:type]` a
// place in memory, which is an input and, after the results, a result; `$name` is one of them
// again. Several instructions are separated by `;`. Values stand in the order in which the names
// do.
//
// Lines with `!` set options of the form above them:
//   ! warp                    a line is a warp: each value is 32 lanes, see below
//   ! group                   a line is a warpgroup: a block of four warps, 128 lanes
//   ! needs sm_90             skipped on older devices; sm_90a: on others, too
//   ! before sm_70            skipped on newer ones
//   ! device                  needs a device: the semantics alone cannot say (barriers, shared
//   memory) ! within 2 ulp            or `0x1p-20 absolute`, `0x1p-22 relative`: how near a float
//   must be
//
// Values: integers (decimal, 0x...), floats (1.5, -0.0, inf, nan, 0x1p-126; a float's bits as
// 0x...), `low|high` for pairs of 16-bit floats. Of a warp: one value for all lanes, `lane`,
// `3*lane+1`,
// `{1,2,3}` repeated over the lanes, `random(7)` or `floats(f16,7,3)` (values.cpp: 7 is the seed,
// the exponents are -3 to 3); a predicate's is the mask of the lanes where it holds. A warp line
// may start with `[mask]`: the lanes that execute; the others are not compared.
//
// One comment is read: `# answered by: NVIDIA H200, 2026-11-20` says which device gave the
// expectations and when; forms that it does not have keep what the manual says. A file that real
// devices cannot answer alike says
// `# answered by: the virtual GPU, as ...` and why; it is skipped on them. `no device yet`: the
// expectations are the manual's until a real device has been asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ptxtest {

struct Operand {
    enum class Role : std::uint8_t { input, result, memory } role = Role::input;
    std::string name;  // without %
    std::string type;  // as written: "f16x2"
    int bytes() const; // 1 for predicates
    bool is_predicate() const { return type == "pred"; }
    std::string register_type() const; // what PTX declares the register as: "b32" for f16x2
};

// One value, or one for each lane.
using Lanes = std::vector<std::uint64_t>;

struct Line {
    int number = 0;          // in the file, from 1
    std::string inputs_text; // as written, with the mask
    std::uint32_t mask = 0xffffffffu;
    std::vector<Lanes> inputs;   // of inputs and memory, in their order
    std::vector<Lanes> expected; // of results, then memory
};

struct Tolerance {
    enum class Kind : std::uint8_t { exact, ulp, absolute, relative } kind = Kind::exact;
    double bound = 0;
};

struct Form {
    int number = 0;          // line in the file
    std::string text;        // PTX with `%name`, without the final semicolon
    std::string instruction; // the first word: "add.sat.s32"
    std::vector<Operand> operands;
    bool is_warp = false;
    bool is_group = false; // is_warp, too
    bool needs_device = false;
    int needs = 75; // compute capability
    int before = 1000;
    bool is_specific = false; // needs sm_90a, or the like
    bool exists_on(int capability) const {
        return is_specific ? capability == needs : capability >= needs && capability < before;
    }
    std::size_t lanes() const { return is_group ? 128 : is_warp ? 32 : 1; }
    Tolerance tolerance;
    std::vector<Line> lines;

    std::vector<const Operand*> inputs() const;  // inputs and memory
    std::vector<const Operand*> results() const; // results, then memory
};

struct File {
    std::string path;
    std::string answered_by; // as the header says; empty without one
    bool is_for_virtual_gpu() const { return answered_by.starts_with("the virtual GPU"); }
    std::vector<std::string> text; // its lines
    std::vector<Form> forms;
};

// Or what is wrong with it, as "path:line: message".
std::optional<File> read(const std::string& path, std::string& error);

// The same file with other expectations: results[form][line][result]. Forms without results stay,
// and so do lines that expect these very results already, however they write them.
std::string with_results(const File& file, std::string_view answered_by,
                         const std::vector<std::vector<std::vector<Lanes>>>& results);

bool matches(const Form& form, const Operand& operand, const Line& line, const Lanes& expected,
             const Lanes& actual);

std::string print(const Operand& operand, const Lanes& value);

// "file.ptxtest:12: add.s32 1 2: d is 4, expected 3"
std::string describe_mismatch(const File& file, const Form& form, const Line& line,
                              const Operand& operand, const Lanes& expected, const Lanes& actual);

// Declarations of the form's registers, one line each.
std::string register_declarations(const Form& form);

} // namespace ptxtest
