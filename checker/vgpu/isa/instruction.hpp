// A resolved instruction: an opcode of the table with its semantics chosen, its operands typed.
//
// Lane storage. A warp's 32 values of one register lie side by side:
//   pred            one std::uint32_t, bit l belongs to lane l
//   up to 32 bits   std::uint32_t[32]; 8- and 16-bit values are zero-extended
//   64 bits         std::uint64_t[32]
//   128 bits        std::uint64_t[64], low halves first (lane l: [l] low, [32 + l] high)
// Results are written for the lanes of `mask` only.
#pragma once

#include "vgpu/ptx/ast.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace vgpu::isa {

inline constexpr int warp_size = 32;

enum class Kind : std::uint8_t { lane, warp, memory, control };

enum class Storage : std::uint8_t { none, predicate, word, doubleword, quadword };

// lane: each lane's results depend on its own sources alone. warp: they depend on all lanes of
// mask.
//
// result(i) is where destination i goes, source(i) where source i's 32 values are; both follow
// Instruction::destinations and ::sources. The result of a destination that is thrown away needs
// scratch space of its own: semantics write it all the same. A result may be the same register as a
// source (add r1, r1, r2), never a part of it.
inline constexpr int most_results = 4, most_sources = 4;
struct LaneArguments {
    std::byte* frame = nullptr;             // all of them lie in one block of lane storage,
    const std::int32_t* operands = nullptr; // so many bytes from here: results, then sources

    void* result(int i) const { return frame + operands[i]; }
    const void* source(int i) const { return frame + operands[most_results + i]; }
};
// The same for instructions with more operands (Instruction::is_wide).
inline constexpr int most_wide_results = 8, most_wide_sources = 26;
struct WideArguments {
    std::byte* frame = nullptr;
    const std::int32_t* operands = nullptr;

    explicit WideArguments(const LaneArguments& arguments)
        : frame(arguments.frame), operands(arguments.operands) {}
    void* result(int i) const { return frame + operands[i]; }
    const void* source(int i) const { return frame + operands[most_wide_results + i]; }
};
// All in registers: there is a call for each instruction of a warp.
using LaneFunction = void (*)(LaneArguments, std::uint32_t mask);
using WarpFunction = void (*)(LaneArguments, std::uint32_t mask);

// memory: what an atomic leaves in memory, from the old value and its operands (raw bits).
using AtomicFunction = std::uint64_t (*)(std::uint64_t old, std::uint64_t a, std::uint64_t b);

struct MatrixAccess;  // matrix.hpp
struct GroupProduct;  // group_product.hpp
struct TextureAccess; // texture.hpp

// copy: cp.async. bulk_copy: cp.async.bulk and cp.reduce.async.bulk, of tensors too; st.async and
// red.async. mbarrier: what mbarrier.* do with a barrier object.
// texture: what goes through a handle of a texture or surface (TextureAccess).
// replace_field: tensormap.replace. copy_map: tensormap.cp_fenceproxy. acquire_map:
// fence.proxy.tensormap::generic.acquire.
enum class MemoryAction : std::uint8_t {
    load,
    store,
    atomic,
    reduction,
    prefetch,
    copy,
    bulk_copy,
    mbarrier,
    texture,
    replace_field,
    copy_map,
    acquire_map
};
enum class Ordering : std::uint8_t {
    weak,
    volatile_,
    relaxed,
    acquire,
    release,
    acquire_release,
    sequential
};
enum class Scope : std::uint8_t { none, cta, cluster, gpu, system };

enum class MBarrierForm : std::uint8_t {
    none,
    init,
    invalidate,
    arrive,
    arrive_drop,
    expect_bytes,
    complete_bytes,
    wait,         // test_wait, try_wait
    copies_arrive // cp.async.mbarrier.arrive
};
// Values: for init the count; for arrivals the count or, if they expect bytes, how many; for a wait
// the state that an arrival gave, or the parity of a phase.
struct MBarrierOperation {
    MBarrierForm form = MBarrierForm::none;
    bool expects_bytes = false;
    bool may_not_complete = false; // .noComplete
    bool by_parity = false;
    bool is_relaxed = false; // orders nothing
    bool is_counted = false; // copies_arrive: .noinc, it counts as an arrival
};

// replace_field: the field of a tensor map in memory that gets a new value.
enum class MapField : std::uint8_t {
    address,
    rank,
    box,
    dim,
    stride,
    step,
    type,
    interleave,
    swizzle,
    fill
};
struct MapOperation {
    MapField field = MapField::address;
    std::uint8_t dimension = 0;
};

// bulk_copy: what it is besides a copy of contiguous bytes. Values: how many bytes; for a tensor
// the coordinates, and for an im2col copy the offsets behind them; for a multicast the mask of
// ranks behind those; for from_registers what is written.
enum class Reduction : std::uint8_t { none, add, min, max, inc, dec, and_, or_, xor_ };
struct BulkOperation {
    std::uint8_t rank = 0; // dimensions of a tensor, in place of whose address in global memory the
                           // instruction names its map; 0: no tensor
    std::uint8_t offsets = 0; // of an im2col copy that has them
    bool is_im2col = false;
    bool is_multicast = false;
    bool is_prefetch = false;
    bool from_registers = false;
    bool has_barrier = false;              // an mbarrier waits for it; otherwise a bulk group
    Reduction reduction = Reduction::none; // of the bytes with those that are there
};

struct MemoryOperation {
    MemoryAction action = MemoryAction::load;
    ptx::Space space = ptx::Space::generic;
    ptx::Type type = ptx::Type::none; // of one element: a load extends it to the register's width
    int width = 0;                    // bytes of one element
    int count = 1;                    // elements of a vector access: 1, 2, 4 or 8
    Ordering ordering = Ordering::weak;
    Scope scope = Scope::none;
    bool read_only = false;                     // ld.global.nc
    ptx::Space target_space = ptx::Space::none; // bulk_copy; space is that of the source
    BulkOperation bulk = {};
    MapOperation map = {};           // replace_field
    MBarrierOperation mbarrier = {}; // also of reported accesses to barrier objects
    AtomicFunction atomic = nullptr; // of one element; none for 128 bits, which are exchanged
    AtomicFunction atomic_in_shared = nullptr; // the same at a generic address in shared memory
    bool compare = false;                      // atom.cas: two value operands
    bool in_cluster =
        false; // shared::cluster: also the shared memory of the cluster's other blocks
    // Null: each lane moves elements of its own.
    std::shared_ptr<const MatrixAccess> matrix = nullptr;
    std::shared_ptr<const TextureAccess> texture = nullptr; // of action texture
};

// Sources of a block_barrier: its number, the count of threads (constant 0 where the instruction
// names none: the whole block), and for a reduction the predicate; its result is the one
// destination. Source of branch_indexed: the index; of sleep: nanoseconds; of warp_barrier: the
// member mask. Sources of stack_allocate: bytes and, where the instruction has it, the alignment;
// of stack_restore: what stack_save gave; addresses are .local ones. Source of wait_for_copies,
// wait_for_bulk_* and wait_for_products: how many groups may be under way. Those of
// group_product: semantics/group_product.cpp. The operands of calls are left in the PTX
// instruction (Instruction::source_index).
enum class ControlAction : std::uint8_t {
    branch,
    branch_indexed,
    call,
    return_,
    exit,
    block_barrier,
    warp_barrier,
    cluster_arrive,
    cluster_wait,
    fence,
    trap,
    breakpoint,
    sleep,
    stack_allocate,
    stack_save,
    stack_restore,
    commit_copies,
    wait_for_copies,
    wait_for_all_copies,
    commit_bulk_copies,
    wait_for_bulk_copies,
    wait_for_bulk_reads,
    group_product,  // wgmma.mma_async
    check_metadata, // of a sparse matrix; of an instruction of Kind::warp
    group_fence,
    commit_products,
    wait_for_products,
    proxy_fence,  // fence.proxy.async
    release_maps, // fence.proxy.tensormap::generic.release
    nothing
};

enum class BarrierForm : std::uint8_t { sync, arrive, reduce_popc, reduce_and, reduce_or };

// Which lanes hold metadata of a sparse matrix, and which four bits of it mean something.
struct MetadataCheck {
    std::uint32_t lanes = 0;
    std::uint16_t valid = 0;  // one bit for each value
    std::uint16_t source = 0; // which of the instruction's sources it is
};

struct ControlOperation {
    ControlAction action = ControlAction::nothing;
    BarrierForm barrier = BarrierForm::sync;
    bool aligned = false; // bar.sync and barrier.sync.aligned: all threads of the warp must run it
    Ordering ordering = Ordering::weak; // of a fence; of cluster_arrive: release or relaxed
    Scope scope = Scope::none;
    std::shared_ptr<const GroupProduct> product = nullptr; // of action group_product
    MetadataCheck metadata;                                // of it, and of check_metadata
};

enum class SpecialRegister : std::uint8_t {
    none,
    tid_x,
    tid_y,
    tid_z,
    ntid_x,
    ntid_y,
    ntid_z,
    ctaid_x,
    ctaid_y,
    ctaid_z,
    nctaid_x,
    nctaid_y,
    nctaid_z,
    clusterid_x,
    clusterid_y,
    clusterid_z,
    nclusterid_x,
    nclusterid_y,
    nclusterid_z,
    cluster_ctaid_x,
    cluster_ctaid_y,
    cluster_ctaid_z,
    cluster_nctaid_x,
    cluster_nctaid_y,
    cluster_nctaid_z,
    cluster_ctarank,
    cluster_nctarank,
    is_explicit_cluster,
    laneid,
    warpid,
    nwarpid,
    smid,
    nsmid,
    gridid,
    lanemask_eq,
    lanemask_le,
    lanemask_lt,
    lanemask_ge,
    lanemask_gt,
    clock,
    clock_hi,
    clock64,
    globaltimer,
    globaltimer_lo,
    globaltimer_hi,
    dynamic_smem_size,
    total_smem_size,
    aggr_smem_size,
    reserved_smem_begin,
    reserved_smem_1,
    reserved_smem_end,
    envreg1,
    envreg2,
    constant_begin, // has no name in PTX: where the constant variables begin, for isspacep.const
};

// What an instruction computes, for analyses that follow values through code. It is set beside the
// semantics, if an analysis wants to know of the instruction.
enum class Role : std::uint8_t {
    none, // the result may be anything
    copy,
    add,
    subtract,
    multiply, // and multiply_add: the low half
    multiply_add,
    multiply_wide,
    multiply_wide_add,
    shift_left,
    shift_right,
    bit_and, // and bit_or: of predicates, too
    bit_or,
    bit_insert,
    least,
    most,
    select,
    remainder,
    divide,
    convert, // of integers
    compare,
};

enum class Relation : std::uint8_t {
    equal,
    not_equal,
    less,
    less_equal, // ordered
    equal_or_nan,
    not_equal_or_nan,
    less_or_nan,
    less_equal_or_nan,
    number,
    nan, // floats only
};

// What becomes of a comparison's result and the predicate that the instruction names besides.
enum class Combine : std::uint8_t { none, and_, or_, xor_ };

struct Meaning {
    Role role = Role::none;
    ptx::Type type = ptx::Type::none; // of the operands
    ptx::Type result =
        ptx::Type::none; // convert: of the result; elsewhere it follows from the role
    Relation relation = Relation::equal; // compare: of the sources, as they are now
    Combine combine = Combine::none;     // compare

    bool is_signed() const { return ptx::class_of(type) == ptx::TypeClass::signed_integer; }
    bool is_integer() const {
        const ptx::TypeClass its_class = ptx::class_of(type);
        return its_class == ptx::TypeClass::bits || its_class == ptx::TypeClass::signed_integer ||
               its_class == ptx::TypeClass::unsigned_integer;
    }
};

// Where a source's 32 values come from.
struct Source {
    enum class From : std::uint8_t { reg, constant, special, symbol } from = From::constant;
    Storage storage = Storage::none; // what the semantics expect to find
    ptx::Index reg = ptx::no_index;  // reg: into ptx::Function::registers
    bool negated = false; // a predicate is to be inverted first; of numbers the semantics
                          // see to it
    // constant: the value, already in the storage's width. A predicate's are 32 lanes at once: the
    // word is passed on as it is.
    std::uint64_t bits = 0;
    SpecialRegister special = SpecialRegister::none; // may be narrower than storage: zero-extended
    ptx::SymbolReference symbol; // symbol: the address of a variable or function (plus offset)
};

struct Destination {
    ptx::Index reg = ptx::no_index; // no_index: the value is thrown away (`_`)
    Storage storage = Storage::none;
};

// The condition code of add.cc, addc, ...: a predicate register that every function has besides
// those it declares. Sources and destinations name it by this index.
inline constexpr ptx::Index carry_register = 0xfffffffeu;

struct Row; // table.hpp

struct Instruction {
    const Row* row = nullptr;
    Kind kind = Kind::control;
    LaneFunction lane = nullptr; // Kind::lane
    WarpFunction warp = nullptr; // Kind::warp
    int member_mask = -1;        // Kind::warp and warp_barrier: which source names the lanes
                                 // that must all arrive first; -1: no waiting (activemask)
    bool is_wide = false;        // Kind::warp: operands as in WideArguments
    bool is_aligned = false;     // all 32 lanes must come to this very instruction (.aligned)
    MemoryOperation memory;      // Kind::memory
    ControlOperation control;    // Kind::control
    Meaning meaning;             // Kind::lane
    std::vector<Destination> destinations;
    std::vector<Source> sources;      // memory: value operands only (stores, atomics)
    ptx::AddressOperand address;      // Kind::memory; of a tensor that is read: its map
    ptx::AddressOperand copy_target;  // of a copy: where to; of a tensor that is written: its map
    ptx::AddressOperand copy_barrier; // of a bulk copy: the mbarrier that waits for it
    ptx::Index guard = ptx::no_index; // predicate register
    bool guard_negated = false;
    ptx::Index target = ptx::no_index; // branch: index into the function's code
    ptx::Index source_index = 0; // into ptx::Function::body: operands of calls and brx, position,
                                 // location
};

struct Function {
    const ptx::Function* source = nullptr;
    std::vector<Instruction> code; // one per ptx::Function::body element: labels keep their indices
};

struct Program {
    const ptx::Module* module = nullptr; // must outlive the program
    std::vector<Function> functions;     // parallel to module->functions
};

// Looks every instruction up in the table, checks its signature and chooses its semantics. What is
// not implemented is an error that names the instruction ("mma.sync.aligned...: not supported by
// the virtual GPU yet (PTX ISA 9.7.14)") at its place in the PTX text.
Expected<Program> resolve(const ptx::Module& module);

} // namespace vgpu::isa
