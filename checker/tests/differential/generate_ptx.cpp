// A whole PTX module: tables, functions that the kernel calls, and the kernel.
#include "inputs.hpp"
#include "program.hpp"
#include "ptx_statements.hpp"
#include "trace_ptx.hpp"

#include <iterator>

namespace differential {
namespace {

// Where each kind of register goes in a thread's results, behind its notes; wide ones first.
constexpr std::string_view result_order = "derfxyphgb";

unsigned result_bytes(char kind) {
    return (kind == 'p' ? 4 : bits_of(kind) / 8) * registers_of(kind);
}

unsigned slots_needed() {
    unsigned bytes = note_bytes;
    for (const char kind : result_order) bytes += result_bytes(kind);
    return (bytes + 15) / 16 * 2;
}

Style random_style(Random& random, const Options& options) {
    Style style;
    style.target = random.chance(30) ? 90 : 80;
    while (style.groups.size() < 2)
        for (const FormGroup& group : form_groups())
            if (style.groups.size() < 7 && random.chance(55)) style.groups.push_back(&group);
    style.warp = random.chance(70);
    style.shared = random.chance(60);
    style.calls = random.chance(50);
    style.atomics = random.chance(50);
    style.trace = options.trace;
    return style;
}

void random_shape(Program& program, Random& random) {
    unsigned& width = program.block[0];
    switch (random.below(4)) {
    case 0:
        width = 32 * random.from_to(1, 4);
        break;
    case 1:
        width = random.from_to(1, 31);
        break;
    default:
        width = random.from_to(2, 100);
    }
    if (random.chance(35)) program.block[1] = random.from_to(1, 3);
    if (random.chance(15)) program.block[2] = random.from_to(1, 3);
    while (program.threads_per_block() > 192) width = width / 2;
    program.grid[0] = random.from_to(1, 3);
    if (random.chance(25)) program.grid[1] = 2;
}

template <class Value>
std::string list_of(unsigned count, Value value) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + value(i);
    return text;
}

std::string tables(Random& random) {
    const auto word = [&](unsigned) { return fmt::format("0x{:x}", random.next() >> 32); };
    std::string text = fmt::format(".const .align 16 .b32 constants[{}] = {{{}}};\n", table_entries,
                                   list_of(table_entries, word));
    text += fmt::format(".global .align 16 .b32 table[{}] = {{{}}};\n", table_entries,
                        list_of(table_entries, word));
    return text;
}

// Values for all of a function's registers: from the input, those that `given` names excepted.
void fill_registers(PtxFunction& function, Random& random, std::string_view given) {
    struct Part {
        char kind;
        unsigned offset;
    };
    constexpr Part parts[] = {{'h', input_b16},  {'r', input_b32}, {'d', input_b64},
                              {'f', input_f32},  {'e', input_f64}, {'g', input_f16},
                              {'b', input_bf16}, {'x', input_f16}, {'y', input_bf16}};
    for (const Part& part : parts) {
        const unsigned bytes = bits_of(part.kind) / 8, step = 2 * random.below(16) + 1;
        const bool pair = part.kind == 'x' || part.kind == 'y';
        const std::string index = function.temporary('r'), at = function.temporary('d');
        function.line("mul.lo.u32 {}, %thread, {}", index, step);
        function.line("and.b32 {}, {}, {}", index, index,
                      (pair ? input_count / 2 : input_count) - 1);
        function.line("mad.wide.u32 {}, {}, {}, %in", at, index, bytes);
        // Some are each thread's own, the others the same for all.
        const unsigned first = given.find(part.kind) == std::string_view::npos ? 0 : 1;
        for (unsigned i = first; i < registers_of(part.kind); ++i) {
            if (i == first || (part.kind == 'r' && i == 1))
                function.line("ld.global.b{} %{}{}, [{}+{}]", bits_of(part.kind), part.kind, i, at,
                              part.offset);
            else
                function.line("ld.global.b{} %{}{}, [%in+{}]", bits_of(part.kind), part.kind, i,
                              part.offset +
                                  bytes * random.below(pair ? input_count / 2 : input_count));
        }
    }
    for (unsigned i = 0; i < registers_of('p'); ++i) {
        const std::string bit = function.temporary('r');
        function.line("and.b32 {}, {}, {}", bit, i % 2 == 0 ? "%lane" : "%r1",
                      1u << random.below(5));
        function.line("setp.ne.u32 %p{}, {}, 0", i, bit);
    }
    for (unsigned offset = 0; offset < local_bytes; offset += 8)
        function.line("st.local.b64 [%local+{}], %d{}", offset, random.below(registers_of('d')));
}

constexpr std::string_view common_registers =
    "    .reg .b64 %in, %out, %scratch, %local;\n    .reg .b32 %lane, %thread, %mask, %depth;\n"
    "    .local .align 16 .b8 array[64];\n";

std::string finished(std::string_view header, const PtxFunction& function,
                     std::string_view prototypes) {
    return fmt::format("{}\n{{\n{}{}{}{}}}\n\n", header, function.declarations(), common_registers,
                       prototypes, function.text());
}

constexpr std::string_view function_parameters =
    ".func (.param .align 8 .b8 result[16]) f{} (.param .b32 a, .param .b64 b, .param .align 16 "
    ".b8 rest[32])";
constexpr std::string_view signature =
    "    signature: .callprototype (.param .align 8 .b8 _[16]) _ (.param .b32 _, .param .b64 _, "
    ".param .align 16 .b8 _[32]);\n";

std::string function_text(Random& random, const ModuleContext& context, unsigned number) {
    PtxFunction function(random, context.style, number * trace_ids_per_function);
    function.line("mov.u64 %local, array");
    function.line("mov.u32 %lane, %laneid");
    function.line("ld.param.b32 %r0, [a]");
    function.line("ld.param.b64 %d0, [b]");
    function.line("ld.param.v2.b32 {{%mask, %depth}}, [rest]");
    function.line("ld.param.v2.b64 {{%in, %scratch}}, [rest+16]");
    function.line("ld.param.b32 %f0, [rest+8]");
    function.line("mov.b32 %thread, %r0");
    fill_registers(function, random, "rdf");
    Region region;
    if (context.style.warp) region.mask = "%mask";
    region.top = true;
    PtxStatements statements(random, function, context, number);
    statements.block(region, random.from_to(4, 12));
    statements.store_result();
    function.line("ret");
    return finished(fmt::format(fmt::runtime(function_parameters), number), function, signature);
}

void kernel_start(PtxFunction& function, Random& random, const ModuleContext& context,
                  unsigned slots) {
    function.line("mov.u64 %local, array");
    function.line("mov.u32 %lane, %laneid");
    const std::string size = function.temporary('r'), part = function.temporary('r');
    const std::string block = function.temporary('r'), global = function.temporary('r');
    function.line("mov.u32 %thread, %tid.z");
    function.line("mov.u32 {}, %ntid.y", size);
    function.line("mov.u32 {}, %tid.y", part);
    function.line("mad.lo.u32 %thread, %thread, {}, {}", size, part);
    function.line("mov.u32 {}, %ntid.x", size);
    function.line("mov.u32 {}, %tid.x", part);
    function.line("mad.lo.u32 %thread, %thread, {}, {}", size, part);
    function.line("mov.u32 {}, %ctaid.y", block);
    function.line("mov.u32 {}, %nctaid.x", size);
    function.line("mov.u32 {}, %ctaid.x", part);
    function.line("mad.lo.u32 {}, {}, {}, {}", block, block, size, part);
    function.line("mad.lo.u32 {}, {}, {}, %thread", global, block, context.threads);
    for (const char* name : {"in", "out", "scratch"}) {
        const std::string generic = function.temporary('d');
        function.line("ld.param.u64 {}, [{}]", generic, name);
        function.line("cvta.to.global.u64 %{}, {}", name, generic);
    }
    function.line("mad.wide.u32 %out, {}, {}, %out", global, 8 * slots);
    // The lanes of this warp: the last one may have fewer.
    const std::string rest = function.temporary('r');
    function.line("sub.u32 {}, %thread, %lane", rest);
    function.line("sub.u32 {}, {}, {}", rest, context.threads, rest);
    function.line("bmsk.clamp.b32 %mask, 0, {}", rest);
    fill_registers(function, random, "");
    function.line("mov.b32 %r0, {}", global);
    if (!context.style.shared) return;
    const std::string slot = function.temporary('d'), first = function.temporary('p');
    function.line("mov.u64 {}, slots", slot);
    function.line("mad.wide.u32 {}, %thread, 16, {}", slot, slot);
    function.line("st.shared.v2.b64 [{}], {{%d1, %d2}}", slot);
    function.line("setp.ne.u32 {}, %thread, 0", first);
    function.line("@{} bra cells_done", first);
    for (unsigned i = 0; i < shared_cells; ++i) {
        const std::string value = function.temporary('d');
        if (starts_at_zero(*context.in_shared[i]))
            function.line("mov.b64 {}, 0", value);
        else
            function.line("ld.global.b64 {}, [%in+{}]", value, input_b64 + 8 * i);
        function.line("st.shared.b64 [cells+{}], {}", 8 * i, value);
    }
    function.put_label("cells_done");
    function.line("bar.sync 0");
}

void kernel_end(PtxFunction& function, const ModuleContext& context) {
    unsigned offset = note_bytes;
    for (const char kind : result_order) {
        const unsigned bytes = result_bytes(kind) / registers_of(kind);
        for (unsigned i = 0; i < registers_of(kind); ++i, offset += bytes) {
            std::string value = function.canonical(kind, function.numbered(kind, i));
            if (kind == 'p') {
                value = function.temporary('r');
                function.line("selp.b32 {}, 1, 0, %p{}", value, i);
            }
            function.line("st.global.b{} [%out+{}], {}", 8 * bytes, offset, value);
        }
    }
    if (context.style.shared) { // thread 0 writes what became of the block's cells
        const std::string rest = function.temporary('p'), block = function.temporary('r');
        const std::string size = function.temporary('r'), part = function.temporary('r');
        const std::string at = function.temporary('d');
        function.line("bar.sync 0");
        function.line("setp.ne.u32 {}, %thread, 0", rest);
        function.line("@{} bra done", rest);
        function.line("mov.u32 {}, %ctaid.y", block);
        function.line("mov.u32 {}, %nctaid.x", size);
        function.line("mov.u32 {}, %ctaid.x", part);
        function.line("mad.lo.u32 {}, {}, {}, {}", block, block, size, part);
        function.line("mad.wide.u32 {}, {}, {}, %scratch", at, block, 8 * shared_cells);
        for (unsigned i = 0; i < shared_cells; ++i) {
            const std::string value = function.temporary('d');
            function.line("ld.shared.b64 {}, [cells+{}]", value, 8 * i);
            function.line("st.global.b64 [{}+{}], {}", at, 8 * (global_cells + i), value);
        }
        function.put_label("done");
    }
    function.line("ret");
}

std::string kernel_text(Random& random, const ModuleContext& context, unsigned slots) {
    PtxFunction function(random, context.style, context.functions * trace_ids_per_function);
    kernel_start(function, random, context, slots);
    Region region;
    if (context.style.warp) region.mask = "%mask";
    region.whole_block = region.top = true;
    PtxStatements statements(random, function, context, context.functions);
    statements.block(region, random.from_to(15, 45));
    kernel_end(function, context);
    return finished(fmt::format(".visible .entry {}(.param .u64 in, .param .u64 out, .param .u64 "
                                "scratch, .param .u64 salt)",
                                entry_name),
                    function, context.functions == 0 ? "" : signature);
}

// trace(id, value): one more record of the calling thread.
std::string trace_function() {
    return fmt::format(R"(.visible .global .align 8 .u64 {0};
.func trace(.param .b32 id, .param .b64 value)
{{
    .reg .b32 %r<4>;
    .reg .b64 %d<6>;
    .reg .pred %p;
    ld.param.u32 %r0, [id];
    ld.param.u64 %d0, [value];
    mov.u32 %r1, %tid.z;
    mov.u32 %r2, %ntid.y;
    mov.u32 %r3, %tid.y;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %tid.x;
    mad.lo.u32 %r1, %r1, %r2, %r3;
    mov.u32 %r0, %ctaid.y;
    mov.u32 %r2, %nctaid.x;
    mov.u32 %r3, %ctaid.x;
    mad.lo.u32 %r0, %r0, %r2, %r3;
    mov.u32 %r2, %ntid.x;
    mov.u32 %r3, %ntid.y;
    mul.lo.u32 %r2, %r2, %r3;
    mov.u32 %r3, %ntid.z;
    mul.lo.u32 %r2, %r2, %r3;
    mad.lo.u32 %r1, %r0, %r2, %r1;
    ld.global.u64 %d1, [{0}];
    mad.wide.u32 %d1, %r1, {1}, %d1;
    ld.global.u64 %d2, [%d1];
    setp.ge.u64 %p, %d2, {2};
    @%p ret;
    mad.lo.u64 %d3, %d2, 16, %d1;
    ld.param.u32 %d4, [id];
    st.global.u64 [%d3+8], %d4;
    st.global.u64 [%d3+16], %d0;
    add.u64 %d2, %d2, 1;
    st.global.u64 [%d1], %d2;
    ret;
}}

)",
                       trace_variable, 8 * trace_words, trace_capacity);
}

} // namespace

Program generate_ptx(std::uint64_t seed, const Options& options) {
    Random random(seed * 2 + 1);
    Program program;
    program.kind = Kind::ptx;
    program.seed = seed;
    random_shape(program, random);
    ModuleContext context;
    context.style = random_style(random, options);
    context.threads = program.threads_per_block();
    context.functions = context.style.calls ? random.from_to(1, 4) : 0;
    const unsigned blocks = program.threads() / context.threads;
    context.one_block = blocks == 1;
    choose_cells(context, program.threads(), random);

    program.slots = slots_needed();
    program.input = make_input(random);
    program.salt = random.next();
    program.scratch.assign(global_cells + std::size_t{blocks} * shared_cells, 0);
    for (unsigned i = 0; i < global_cells; ++i)
        if (!starts_at_zero(*context.in_global[i])) program.scratch[i] = random.next();

    std::string& text = program.text;
    text = fmt::format(".version 8.3\n.target sm_{}\n.address_size 64\n\n", context.style.target);
    text += tables(random);
    if (context.style.shared) {
        const bool dynamic = random.chance(30);
        text += dynamic ? ".extern .shared .align 16 .b8 slots[];\n"
                        : fmt::format(".shared .align 16 .b8 slots[{}];\n", 16 * context.threads);
        if (dynamic) program.dynamic_shared_bytes = 16 * context.threads;
        text += fmt::format(".shared .align 8 .b64 cells[{}];\n", shared_cells);
    }
    text += "\n";
    if (options.trace) text += trace_function();
    for (unsigned i = 0; i < context.functions; ++i)
        text += fmt::format(fmt::runtime(function_parameters), i) + ";\n";
    if (context.functions != 0)
        text += fmt::format(
            ".global .align 8 .u64 functions[{}] = {{{}}};\n\n", context.functions,
            list_of(context.functions, [](unsigned i) { return fmt::format("f{}", i); }));
    for (unsigned i = 0; i < context.functions; ++i) text += function_text(random, context, i);
    text += kernel_text(random, context, program.slots);
    return program;
}

} // namespace differential
