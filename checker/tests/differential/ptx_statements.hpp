// Random statements of a PTX function: what needs more than registers (memory, other lanes, other
// threads) and what decides who executes what.
//
// A program must have one meaning: every statement knows the region in which it stands. Where warp
// operations are used, a register holds the lanes of the warp that execute the region: every branch
// votes among them first, so that each side knows its own. Barriers stand only where the whole
// block comes. A thread reads another one's shared memory only between two barriers.
#pragma once

#include "ptx_function.hpp"

namespace differential {

// A place that all threads add to, in one way that does not care who comes first.
struct Cell {
    enum class How { reduce, count, compare_and_swap, tickets };
    const char* operation; // of red and atom
    char kind;             // register of the operand
    How how = How::reduce;
    unsigned largest = 0; // operands are small whole numbers up to it; 0 if any will do
    int target = 80;
};

inline constexpr unsigned global_cells = 12; // 8 bytes each
inline constexpr unsigned shared_cells = 8;
inline constexpr unsigned table_entries = 32;
inline constexpr unsigned local_bytes = 64;
inline constexpr unsigned note_bytes = 64; // each thread's own in global memory

struct ModuleContext {
    Style style;
    unsigned threads = 0; // in a block
    unsigned functions = 0;
    bool one_block = false;
    std::vector<const Cell*> in_global, in_shared;
};

// The cells of a module with so many threads in all.
void choose_cells(ModuleContext& context, unsigned all_threads, Random& random);
bool starts_at_zero(const Cell& cell);

struct Region {
    std::string mask; // register with the lanes that execute this; "" if no statement needs it
    bool whole_block = false; // every thread of the block that has not left comes by here
    bool top = false;         // not within anything: a thread may leave for good
    bool others_open = false; // between two barriers: others' shared slots may be read
    unsigned depth = 0;
    unsigned repeats = 1; // at most
    std::string latch;    // of the loop whose body this is
    std::string counter;
};

class PtxStatements {
  public:
    // number: of the function; the kernel's is context.functions.
    PtxStatements(Random& random, PtxFunction& function, const ModuleContext& context,
                  unsigned number)
        : random_(random), f_(function), context_(context), style_(context.style), number_(number) {
    }

    void block(Region& region, unsigned statements);
    void store_result(); // of a function that is called

  private:
    struct Choice {
        unsigned weight;
        void (PtxStatements::*write)(Region&);
        bool (PtxStatements::*possible)(const Region&) const;
    };
    static const Choice choices[];

    // ptx_statements.cpp
    bool always(const Region&) const { return true; }
    bool is_kernel() const { return number_ == context_.functions; }
    void compute(Region&);
    void move_bits(Region&);
    void read_special(Region&);

    // ptx_control.cpp
    bool can_nest(const Region& region) const { return region.depth < 4; }
    bool can_loop(const Region& region) const { return region.depth < 3 && region.repeats <= 40; }
    bool can_jump(const Region& region) const { return !region.latch.empty() || region.top; }
    bool can_call(const Region& region) const;
    bool can_recurse(const Region& region) const;
    bool is_uniform(const Region& region) const { return region.whole_block && region.depth < 3; }
    void branch(Region& region);
    void branch_uniform(Region& region);
    void loop(Region& region);
    void loop_uniform(Region& region);
    void switch_(Region& region);
    void jump(Region& region);
    void call(Region& region);
    void recurse(Region& region);
    std::string fresh_predicate();
    std::string vote(const Region& region, const std::string& predicate);
    std::string without(const std::string& mask, const std::string& lanes);
    Region inner(const Region& region, std::string mask) const;
    void emit_call(const Region& region, const std::string& callee, const std::string& mask,
                   bool deeper);

    // ptx_memory.cpp
    bool has_shared(const Region&) const { return style_.shared && is_kernel(); }
    bool can_phase(const Region& region) const {
        return has_shared(region) && region.whole_block && !region.others_open;
    }
    bool can_write_shared(const Region& region) const {
        return has_shared(region) && !region.others_open;
    }
    bool can_exchange(const Region& region) const {
        return can_write_shared(region) && !region.mask.empty();
    }
    bool can_read_others(const Region& region) const { return region.others_open; }
    bool has_cells(const Region&) const { return style_.atomics; }
    bool has_shared_cells(const Region&) const {
        return style_.atomics && style_.shared && is_kernel();
    }
    struct Place {
        std::string space;   // "" is generic
        std::string address; // 16-byte aligned
        bool read_only = false;
    };
    void access(const Place& place, unsigned bytes, bool load);
    std::string indexed(const std::string& base, const std::string& index, unsigned stride);
    Place place(const char* space, std::string address, bool read_only = false);
    void read_input(Region&);
    void read_table(Region&);
    void use_local(Region&);
    void use_notes(Region&);
    void write_slot(Region&);
    void read_slot(Region&);
    void read_other_slot(Region&);
    void phase(Region& region);
    void exchange(Region& region);
    void add_global(Region& region) { add_to_cell(region, false); }
    void add_shared(Region& region) { add_to_cell(region, true); }
    void add_to_cell(const Region& region, bool shared);
    void compare_and_swap(const std::string& atom, const std::string& at);

    // ptx_warp.cpp
    bool has_mask(const Region& region) const { return !region.mask.empty(); }
    bool has_barrier(const Region& region) const { return region.whole_block; }
    void shuffle(Region& region);
    void vote_statement(Region& region);
    void match(Region& region);
    void reduce(Region& region);
    void warp_barrier(Region& region);
    void block_barrier(Region& region);
    std::string lane_of(const Region& region);
    void barrier();

    Random& random_;
    PtxFunction& f_;
    const ModuleContext& context_;
    const Style& style_;
    unsigned number_;
    bool recursed_ = false;
};

} // namespace differential
