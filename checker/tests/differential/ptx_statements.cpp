#include "ptx_statements.hpp"

namespace differential {

using S = PtxStatements;

const PtxStatements::Choice PtxStatements::choices[] = {
    {60, &S::compute, &S::always},
    {8, &S::move_bits, &S::always},
    {3, &S::read_special, &S::always},
    {9, &S::branch, &S::can_nest},
    {3, &S::branch_uniform, &S::is_uniform},
    {5, &S::loop, &S::can_loop},
    {3, &S::loop_uniform, &S::can_loop},
    {3, &S::switch_, &S::can_nest},
    {5, &S::jump, &S::can_jump},
    {6, &S::call, &S::can_call},
    {8, &S::recurse, &S::can_recurse},
    {6, &S::read_input, &S::always},
    {5, &S::read_table, &S::always},
    {8, &S::use_local, &S::always},
    {5, &S::use_notes, &S::always},
    {3, &S::write_slot, &S::can_write_shared},
    {3, &S::read_slot, &S::has_shared},
    {20, &S::read_other_slot, &S::can_read_others},
    {8, &S::phase, &S::can_phase},
    {4, &S::exchange, &S::can_exchange},
    {5, &S::add_global, &S::has_cells},
    {5, &S::add_shared, &S::has_shared_cells},
    {6, &S::shuffle, &S::has_mask},
    {4, &S::vote_statement, &S::has_mask},
    {3, &S::match, &S::has_mask},
    {4, &S::reduce, &S::has_mask},
    {2, &S::warp_barrier, &S::has_mask},
    {2, &S::block_barrier, &S::has_barrier},
};

void PtxStatements::block(Region& region, unsigned statements) {
    for (; statements > 0; --statements) {
        unsigned total = 0;
        for (const Choice& choice : choices)
            if ((this->*choice.possible)(region)) total += choice.weight;
        unsigned place = random_.below(total);
        for (const Choice& choice : choices) {
            if (!(this->*choice.possible)(region)) continue;
            if (place < choice.weight) {
                (this->*choice.write)(region);
                break;
            }
            place -= choice.weight;
        }
    }
}

void PtxStatements::compute(Region&) {
    for (unsigned count = random_.from_to(1, 4); count > 0; --count) f_.random_instruction();
}

// Bits from one kind of register to another; a NaN that leaves for integers has one form.
void PtxStatements::move_bits(Region&) {
    switch (random_.below(6)) {
    case 0: {
        const std::string low = f_.any('r'), high = f_.any('r');
        f_.line("mov.b64 {}, {{{}, {}}}", f_.any('d'), low, high);
        break;
    }
    case 1: {
        const unsigned first = random_.below(registers_of('r'));
        const std::string low = f_.numbered('r', first);
        const std::string high = f_.numbered('r', (first + 1) % registers_of('r'));
        f_.line("mov.b64 {{{}, {}}}, {}", low, high, f_.any('d'));
        break;
    }
    case 2: {
        const std::string to = f_.any('d');
        f_.line("mov.b64 {}, {{%h{}, %h{}, %h{}, %h{}}}", to, 2, 0, 3, 1);
        break;
    }
    case 3: {
        const char kind = random_.pick("fexygb");
        const char from = kind == '\0' ? 'f' : kind;
        const char to = bits_of(from) == 64 ? 'd' : bits_of(from) == 32 ? 'r' : 'h';
        const std::string value = f_.canonical(from, f_.any(from)), into = f_.any(to);
        f_.line("mov.b{} {}, {}", bits_of(from), into, value);
        f_.trace(to, into);
        break;
    }
    case 4: {
        const char kind = random_.pick("fexygb");
        const char to = kind == '\0' ? 'e' : kind;
        const char from = bits_of(to) == 64 ? 'd' : bits_of(to) == 32 ? 'r' : 'h';
        const std::string value = f_.any(from), into = f_.any(to);
        f_.line("mov.b{} {}, {}", bits_of(from), into, value);
        break;
    }
    default: {
        const char to = random_.chance(50) ? 'x' : 'y', from = to == 'x' ? 'g' : 'b';
        const std::string low = f_.any(from), high = f_.any(from);
        f_.line("mov.b32 {}, {{{}, {}}}", f_.any(to), low, high);
    }
    }
}

void PtxStatements::read_special(Region&) {
    static constexpr const char* names[] = {
        "%tid.x",       "%tid.y",       "%tid.z",       "%ntid.x",      "%ntid.y", "%ntid.z",
        "%ctaid.x",     "%ctaid.y",     "%nctaid.x",    "%nctaid.y",    "%laneid", "%lanemask_eq",
        "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge",
    };
    const std::string to = f_.any('r');
    f_.line("mov.u32 {}, {}", to, random_.pick(names));
    f_.trace('r', to);
}

void PtxStatements::store_result() {
    const std::string wide = f_.any('d'), word = f_.any('r'), number = f_.any('f');
    f_.line("st.param.b64 [result], {}", wide);
    f_.line("st.param.b32 [result+8], {}", word);
    f_.line("st.param.b32 [result+12], {}", number);
}

} // namespace differential
