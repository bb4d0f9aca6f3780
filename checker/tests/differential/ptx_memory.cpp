// Loads, stores and atomics, in all widths and spaces.
#include "inputs.hpp"
#include "ptx_statements.hpp"

#include <bit>

namespace differential {
namespace {

constexpr Cell cells[] = {
    {"add.u32", 'r'},
    {"add.s32", 'r'},
    {"and.b32", 'r'},
    {"or.b32", 'r'},
    {"xor.b32", 'r'},
    {"min.s32", 'r'},
    {"max.s32", 'r'},
    {"min.u32", 'r'},
    {"max.u32", 'r'},
    {"add.u64", 'd'},
    {"and.b64", 'd'},
    {"or.b64", 'd'},
    {"xor.b64", 'd'},
    {"min.s64", 'd'},
    {"max.s64", 'd'},
    {"min.u64", 'd'},
    {"max.u64", 'd'},
    {"inc.u32", 'r', Cell::How::count},
    {"dec.u32", 'r', Cell::How::count},
    {"add.u32", 'r', Cell::How::compare_and_swap},
    {"add.u64", 'd', Cell::How::compare_and_swap},
    {"add.u32", 'r', Cell::How::tickets},
    {"add.f32", 'f', Cell::How::reduce, 15},
    {"add.f64", 'e', Cell::How::reduce, 1000},
    {"add.noftz.f16x2", 'x', Cell::How::reduce, 1},
    {"add.noftz.bf16x2", 'y', Cell::How::reduce, 1, 90},
};

struct Element {
    unsigned bytes;
    const char* types[4];
    std::string_view kinds; // registers that can hold it
};
constexpr Element elements[] = {
    {1, {"b8", "u8", "s8", "u8"}, "hrd"},
    {2, {"b16", "u16", "s16", "b16"}, "hrd"},
    {4, {"b32", "u32", "s32", "f32"}, "rrfx"},
    {8, {"b64", "u64", "s64", "f64"}, "dde"},
};

} // namespace

bool starts_at_zero(const Cell& cell) {
    return cell.largest != 0 || cell.how == Cell::How::tickets;
}

void choose_cells(ModuleContext& context, unsigned all_threads, Random& random) {
    const auto choose = [&] {
        for (;;) {
            const Cell& cell = random.pick(cells);
            if (cell.target > context.style.target) continue;
            // Sums stay exact: bf16 has 8 bits, f16 11. They are added to once a thread.
            if (cell.kind == 'y' && all_threads > 256) continue;
            if (cell.kind == 'x' && all_threads > 2048) continue;
            return &cell;
        }
    };
    for (unsigned i = 0; i < global_cells; ++i) context.in_global.push_back(choose());
    for (unsigned i = 0; i < shared_cells; ++i) context.in_shared.push_back(choose());
}

std::string PtxStatements::indexed(const std::string& base, const std::string& index,
                                   unsigned stride) {
    const std::string address = f_.temporary('d');
    if (base.front() == '%') {
        f_.line("mad.wide.u32 {}, {}, {}, {}", address, index, stride, base);
    } else {
        const std::string start = f_.temporary('d');
        f_.line("mov.u64 {}, {}", start, base);
        f_.line("mad.wide.u32 {}, {}, {}, {}", address, index, stride, start);
    }
    return address;
}

// A place that is accessed by its space's own address, or by a generic one.
PtxStatements::Place PtxStatements::place(const char* space, std::string address, bool read_only) {
    if (random_.chance(70)) return {fmt::format(".{}", space), std::move(address), read_only};
    const std::string generic = f_.temporary('d');
    f_.line("cvta.{}.u64 {}, {}", space, generic, address);
    return {"", generic, false};
}

// One load or store of any width, single or as a vector, at any place aligned to it.
void PtxStatements::access(const Place& place, unsigned bytes, bool load) {
    const unsigned widths = static_cast<unsigned>(std::bit_width(std::min(bytes, 16u)));
    const unsigned width = 1u << random_.below(widths);
    unsigned count = 1u << random_.below(3);
    while (width / count == 0 || (count == 1 && width == 16) || width / count > 8)
        count = 1u << random_.below(3);
    const Element& element = elements[std::bit_width(width / count) - 1];
    std::string_view type = random_.pick(element.types);
    char kind = random_.pick(element.kinds);
    if (kind == 'x' && count > 2) kind = 'r';
    // No vectors of small elements in 64-bit registers: what the H200's driver makes of them
    // differs from what the manual says of wider registers, and no compiler writes such code.
    if (count > 1 && element.bytes < 4 && kind == 'd') kind = 'h';
    if (type.front() == 'f' && bits_of(kind) != 8 * element.bytes) type = element.types[0];
    const unsigned first = random_.below(registers_of(kind));
    std::vector<std::string> registers;
    for (unsigned i = 0; i < count; ++i) {
        std::string name = f_.numbered(kind, (first + i) % registers_of(kind));
        registers.push_back(load ? name : f_.canonical(kind, name));
    }
    const unsigned offset = width * random_.below(bytes / width);
    std::string list = fmt::format("{}", fmt::join(registers, ", "));
    if (count > 1) list = "{" + list + "}";
    const std::string vector = count > 1 ? fmt::format(".v{}", count) : "";
    std::string space = place.space;
    if (place.read_only && space == ".global" && random_.chance(40))
        space = random_.chance(50) ? ".global.nc" : ".global.ca";
    else if (random_.chance(8) && (space == ".global" || space == ".shared"))
        space = ".volatile" + space;
    else if (random_.chance(8) && space == ".global")
        space += load ? ".cg" : ".wb";
    const std::string at = offset != 0 ? fmt::format("[{}+{}]", place.address, offset)
                                       : fmt::format("[{}]", place.address);
    if (load)
        f_.line("ld{}{}.{} {}, {}", space, vector, type, list, at);
    else
        f_.line("st{}{}.{} {}, {}", space, vector, type, at, list);
    if (load)
        for (const std::string& name : registers) f_.trace(kind, name);
}

void PtxStatements::read_input(Region&) {
    struct Part {
        unsigned offset;
        char kind;
    };
    static constexpr Part parts[] = {
        {input_b64, 'd'}, {input_f64, 'e'}, {input_b32, 'r'},  {input_f32, 'f'}, {input_f32, 'f'},
        {input_b16, 'h'}, {input_f16, 'g'}, {input_bf16, 'b'}, {input_f16, 'x'}, {input_bf16, 'y'}};
    const Part part = random_.pick(parts);
    const unsigned bytes = bits_of(part.kind) / 8;
    if (random_.chance(25)) { // as whatever it may be taken for
        const std::string index = f_.below(f_.any('r'), input_b32 / 16);
        const std::string at = indexed("%in", index, 16);
        access(place("global", at, true), 16, true);
        return;
    }
    const bool pair = part.kind == 'x' || part.kind == 'y';
    const std::string index = f_.below(f_.any('r'), pair ? input_count / 2 : input_count);
    const std::string at = indexed("%in", index, bytes), to = f_.any(part.kind);
    f_.line("ld.global.b{} {}, [{}+{}]", bits_of(part.kind), to, at, part.offset);
    f_.trace(part.kind, to);
}

void PtxStatements::read_table(Region&) {
    const bool constant = random_.chance(60);
    const std::string index = f_.below(f_.any('r'), table_entries / 4);
    const std::string at = indexed(constant ? "constants" : "table", index, 16);
    access(place(constant ? "const" : "global", at, !constant), 16, true);
}

void PtxStatements::use_local(Region&) {
    const std::string index = f_.below(f_.any('r'), local_bytes / 16);
    const std::string at = indexed("%local", index, 16);
    const bool load = random_.chance(50);
    access(place("local", at), 16, load);
}

void PtxStatements::use_notes(Region& region) {
    if (!is_kernel()) return use_local(region);
    const std::string index = f_.below(f_.any('r'), note_bytes / 16);
    const std::string at = indexed("%out", index, 16);
    const bool load = random_.chance(50);
    access(place("global", at), 16, load);
}

void PtxStatements::write_slot(Region&) {
    access(place("shared", indexed("slots", "%thread", 16)), 16, false);
}

void PtxStatements::read_slot(Region&) {
    access(place("shared", indexed("slots", "%thread", 16)), 16, true);
}

void PtxStatements::read_other_slot(Region&) {
    const std::string value = f_.some_b32();
    const std::string index = f_.below(value, context_.threads);
    access(place("shared", indexed("slots", index, 16)), 16, true);
}

// Each thread writes its own slot; between two barriers all may read all.
void PtxStatements::phase(Region& region) {
    for (unsigned count = random_.from_to(1, 3); count > 0; --count) write_slot(region);
    barrier();
    Region reading = region;
    reading.top = false;
    reading.latch.clear();
    reading.others_open = true;
    ++reading.depth;
    block(reading, random_.from_to(1, 6));
    barrier();
}

// The same among the lanes of a warp that are here.
void PtxStatements::exchange(Region& region) {
    write_slot(region);
    const std::string lane = lane_of(region);
    const std::string first = f_.temporary('r'), other = f_.temporary('r');
    f_.line("bar.warp.sync {}", region.mask);
    f_.line("sub.u32 {}, %thread, %lane", first);
    f_.line("add.u32 {}, {}, {}", other, first, lane);
    access(place("shared", indexed("slots", other, 16)), 16, true);
    f_.line("bar.warp.sync {}", region.mask);
}

// {register} += 3 * {register}, by the loop that every atomic can be made of.
void PtxStatements::compare_and_swap(const std::string& atom, const std::string& at) {
    const bool wide = atom.ends_with("64");
    const char kind = wide ? 'd' : 'r';
    const std::string old = f_.temporary(kind), wanted = f_.temporary(kind);
    const std::string seen = f_.temporary(kind), again = f_.temporary('p');
    const std::string value = f_.any(kind), head = f_.new_label();
    f_.line("mov.b{} {}, 0", bits_of(kind), old); // a guess: what is there is learnt from the first
    f_.put_label(head);
    f_.line("add.u{} {}, {}, {}", bits_of(kind), wanted, old, value);
    f_.line("{}.b{} {}, [{}], {}, {}", atom.substr(0, atom.rfind('.')), bits_of(kind), seen, at,
            old, wanted);
    f_.line("setp.ne.b{} {}, {}, {}", bits_of(kind), again, seen, old);
    f_.line("mov.b{} {}, {}", bits_of(kind), old, seen);
    f_.line("@{} bra {}", again, head);
}

void PtxStatements::add_to_cell(const Region& region, bool shared) {
    const auto& list = shared ? context_.in_shared : context_.in_global;
    const unsigned number = random_.below(list.size());
    const Cell& cell = *list[number];
    if ((cell.kind == 'x' || cell.kind == 'y') && (region.repeats > 1 || !is_kernel())) return;
    static constexpr const char* orders[] = {"", "", ".relaxed", ".relaxed"};
    static constexpr const char* scopes[] = {".gpu", ".sys", ".cta"};
    const std::string order = random_.pick(orders);
    std::string scope = scopes[random_.below(shared || context_.one_block ? 3 : 2)];
    if (order.empty() && random_.chance(60)) scope.clear();
    const std::string base = shared ? "cells" : "%scratch";
    std::string space = shared ? ".shared" : ".global", at;
    if (base.front() == '%' || random_.chance(50)) {
        const std::string address = f_.temporary('d');
        if (shared)
            f_.line("mov.u64 {}, cells", address);
        else
            f_.line("mov.b64 {}, %scratch", address);
        const Place where = place(shared ? "shared" : "global", address);
        space = where.space;
        at = fmt::format("{}+{}", where.address, 8 * number);
    } else {
        at = fmt::format("cells+{}", 8 * number);
    }
    const std::string how = order + scope + space;
    if (cell.how == Cell::How::compare_and_swap)
        return compare_and_swap(fmt::format("atom{}.cas.{}", how, cell.kind == 'd' ? "b64" : "b32"),
                                at);
    if (cell.how == Cell::How::tickets) {
        // Which thread draws which ticket is open; together they are always the same ones.
        const std::string ticket = f_.temporary('r'), mixed = f_.temporary('r');
        f_.line("atom{}.add.u32 {}, [{}], 1", how, ticket, at);
        f_.line("mul.lo.u32 {}, {}, {}", mixed, ticket, 2654435769u);
        f_.line("red{}.xor.b32 [{}+4], {}", how, at, mixed);
        return;
    }
    std::string operand;
    if (cell.how == Cell::How::count) {
        operand = std::to_string(977 + number); // the same for all
    } else if (cell.largest != 0) {
        const std::string small = f_.below(f_.any('r'), cell.largest + 1);
        operand = f_.temporary(cell.kind);
        if (cell.kind == 'f' || cell.kind == 'e')
            f_.line("cvt.rn.f{}.u32 {}, {}", bits_of(cell.kind), operand, small);
        else // two of zero or one
            f_.line("mul.lo.u32 {}, {}, {}", operand, small,
                    cell.kind == 'x' ? 0x3c003c00u : 0x3f803f80u);
    } else {
        operand = f_.any(cell.kind);
    }
    if (random_.chance(60)) {
        f_.line("red{}.{} [{}], {}", how, cell.operation, at, operand);
    } else { // what was there before depends on who came first, and is not used
        f_.line("atom{}.{} {}, [{}], {}", how, cell.operation, f_.temporary(cell.kind), at,
                operand);
    }
}

} // namespace differential
