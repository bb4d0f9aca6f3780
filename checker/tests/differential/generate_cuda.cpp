// A random CUDA C++ program in the spirit of Csmith: structures with bit fields, arrays, loops,
// switches, lambdas, functions that are not inlined, recursion, function pointers, virtual
// functions, and what threads do together. As in PTX (ptx_statements.hpp), a variable knows the
// lanes that are here.
#include "cuda_generator.hpp"
#include "inputs.hpp"

#include <algorithm>

namespace differential {

namespace {

constexpr unsigned result_slots = 24;

constexpr CellUse uses[] = {
    {"u32", "atomicAdd", Type::u32},         {"u32", "atomicXor", Type::u32},
    {"u32", "atomicMin", Type::u32},         {"u32", "atomicMax", Type::u32},
    {"i32", "atomicMin", Type::i32},         {"i32", "atomicMax", Type::i32},
    {"u32", "atomicOr", Type::u32},          {"u32", "atomicAnd", Type::u32},
    {"u64", "atomicAdd", Type::u64},         {"u64", "atomicMax", Type::u64},
    {"u64", "atomicXor", Type::u64},         {"i64", "atomicMin", Type::i64},
    {"float", "atomicAdd", Type::f32, true}, {"double", "atomicAdd", Type::f64, true},
    {"u32", "swap_add", Type::u32},
};

} // namespace

void CudaGenerator::structures() {
    const unsigned count = random_.from_to(1, 2);
    for (unsigned s = 0; s < count; ++s) {
        members_.emplace_back();
        open(fmt::format("struct S{}", s));
        for (unsigned i = random_.from_to(2, 6); i > 0; --i) {
            const std::string name = fresh("m");
            Type type = e_.any_type();
            std::string width;
            if (random_.chance(30)) { // a bit field
                type = random_.chance(60) ? Type::u32 : Type::i32;
                width = fmt::format(" : {}", random_.from_to(1, 31));
            }
            line(fmt::format("{} {}{};", name_of(type), name, width));
            members_.back().push_back({type, name});
        }
        close("};");
    }
}

void CudaGenerator::functions() {
    const unsigned count = random_.below(4);
    line("typedef u32 (*Function)(u32, i64, float, i32, u32);");
    for (unsigned f = 0; f < count; ++f) {
        open(fmt::format("static __device__ {} u32 f{}(u32 a, i64 b, float c, i32 depth, u32 mask)",
                         random_.chance(75) ? "__noinline__" : "", f));
        line("const u32 lane = lane_number(); const u32 salt_low = a & 7; (void)lane; "
             "(void)salt_low; (void)mask; (void)depth;");
        e_.variables = {{Type::u32, "a"}, {Type::i64, "b"}, {Type::f32, "c"}};
        Region region;
        region.depth = 1;
        block(region, random_.from_to(3, 8));
        if (random_.chance(50)) {
            const std::string test = fresh("c");
            line(fmt::format("bool {} = depth > 0 && ({});", test, e_.condition(1)));
            const std::string taken = lanes(region, test);
            line(fmt::format("if ({}) a += f{}(a ^ 5u, b + 1, c, depth - 1, {});", test, f,
                             masks_ ? taken : "0"));
        }
        fold(0);
        line("return (u32)(sum ^ sum >> 32);");
        close();
        ++functions_;
    }
}

void CudaGenerator::classes() {
    if (!virtual_) return;
    const std::string_view more = random_.chance(50) ? "rotate(x, 7)" : "x * 9u";
    text_ += fmt::format(R"(struct Base {{
    __device__ virtual u32 value(u32 x) const = 0;
}};
struct First : Base {{
    u32 a;
    __device__ explicit First(u32 v) : a(v) {{}}
    __device__ u32 value(u32 x) const override {{ return a + {}; }}
}};
struct Second : Base {{
    u32 a;
    float f;
    __device__ Second(u32 v, float g) : a(v), f(g) {{}}
    __device__ u32 value(u32 x) const override {{ return f > 1.f ? a ^ x : a - x * {}u; }}
}};
)",
                         more, random_.from_to(3, 99));
}

// Everything in scope as one number, for the function's result.
void CudaGenerator::fold(unsigned scope_start) {
    line("u64 sum = 1;");
    for (std::size_t i = scope_start; i < e_.variables.size(); ++i)
        line(fmt::format("sum = sum * 31 + {};",
                         e_.bits(e_.variables[i].type, e_.variables[i].name)));
    for (const Array& array : e_.arrays)
        if (array.assignable)
            line(fmt::format("for (u32 i = 0; i < {}; ++i) sum = sum * 31 + {};", array.count,
                             e_.bits(array.type, array.name + "[i]")));
}

void CudaGenerator::kernel() {
    in_kernel_ = true;
    const unsigned threads = program_.threads_per_block();
    open(fmt::format("extern \"C\" __global__ void {}(const u64* in, u64* out, u64* scratch, u64 "
                     "salt)",
                     entry_name));
    line("const u32 lane = lane_number(); const u32 salt_low = (u32)salt & 31;");
    line("const u32 thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;");
    line("const u32 block_number = blockIdx.y * gridDim.x + blockIdx.x;");
    line(fmt::format("const u32 number = block_number * {} + thread;", threads));
    line(fmt::format("const u32 here = {}u - (thread - lane);", threads));
    line("const u32 mask = here >= 32 ? ~0u : (1u << here) - 1; (void)mask; (void)salt_low;");
    if (shared_) {
        line(fmt::format("__shared__ u32 slots[{}];", threads));
        line(fmt::format("__shared__ u64 block_cells[{}];", block_cells));
        line(fmt::format("if (thread == 0) for (u32 i = 0; i < {}; ++i) block_cells[i] = 0;",
                         block_cells));
        line("__syncthreads();");
    }
    e_.variables = {{Type::u32, "thread", false},
                    {Type::u32, "lane", false},
                    {Type::u32, "number", false},
                    {Type::u64, "salt", false}};
    const std::size_t first = e_.variables.size();
    for (unsigned i = 0; i < 10; ++i) {
        const Type type = i < 4 ? static_cast<Type>(i) : e_.any_type();
        const std::string name = fresh("v");
        const std::string index =
            fmt::format("(number * {}u + {}u) & 63u", random_.below(50) | 1, i);
        std::string value;
        if (type == Type::f32)
            value = fmt::format("((const float*)in)[{} + ({})]", input_f32 / 4, index);
        else if (type == Type::f64)
            value = fmt::format("((const double*)in)[{} + ({})]", input_f64 / 8, index);
        else if (type == Type::f16)
            value = fmt::format("((const half*)in)[{} + ({})]", input_f16 / 2, index);
        else
            value = fmt::format("({})in[{}]", name_of(type), index);
        line(fmt::format("{} {} = {};", name_of(type), name, value));
        e_.variables.push_back({type, name});
    }
    declare_structure();
    declare_array();
    std::size_t declared = e_.variables.size();
    Region region;
    region.whole_block = true;
    open("");
    block(region, random_.from_to(8, 25));
    close();
    declared = std::min<std::size_t>(declared, first + result_slots - 1);
    for (std::size_t i = first; i < declared; ++i)
        line(fmt::format("out[number * {}u + {}u] = {};", result_slots, i - first,
                         e_.bits(e_.variables[i].type, e_.variables[i].name)));
    fold(static_cast<unsigned>(first));
    line(fmt::format("out[number * {}u + {}u] = sum;", result_slots, result_slots - 1));
    if (shared_) {
        line("__syncthreads();");
        line(fmt::format(
            "if (thread == 0) for (u32 i = 0; i < {0}; ++i) scratch[{1} + block_number * "
            "{0} + i] = block_cells[i];",
            block_cells, cells));
    }
    close();
}

void CudaGenerator::generate() {
    program_.block[0] = random_.chance(40) ? 32 * random_.from_to(1, 4) : random_.from_to(1, 100);
    if (random_.chance(25)) program_.block[1] = 2;
    program_.grid[0] = random_.from_to(1, 3);
    if (random_.chance(20)) program_.grid[1] = 2;
    program_.slots = result_slots;
    program_.input = make_input(random_);
    program_.salt = random_.next();
    const unsigned blocks = program_.threads() / program_.threads_per_block();
    program_.scratch.assign(cells + std::size_t{blocks} * block_cells, 0);
    for (unsigned i = 0; i < cells + block_cells; ++i) {
        cells_.push_back(&random_.pick(uses));
        if (i < cells && !cells_[i]->small) program_.scratch[i] = random_.next();
    }
    text_ = cuda_prelude(half_);
    text_ +=
        R"(DEVICE u32 lane_number() { u32 lane; asm("mov.u32 %0, %%laneid;" : "=r"(lane)); return lane; }
DEVICE void swap_add(u32* at, u32 value) {
    u32 seen = *(volatile u32*)at, old;
    do {
        old = seen;
        seen = atomicCAS(at, old, old + value);
    } while (seen != old);
}
)";
    std::string words;
    for (unsigned i = 0; i < 32; ++i)
        words += fmt::format("{}0x{:x}u", i == 0 ? "" : ", ", random_.next() >> 32);
    text_ += fmt::format("__constant__ u32 constants[32] = {{{}}};\n", words);
    words.clear();
    for (unsigned i = 0; i < 16; ++i)
        words += fmt::format("{}{}", i == 0 ? "" : ", ", random_.below(20000) - 9999.0);
    text_ += fmt::format("__device__ const double table[16] = {{{}}};\n", words);
    e_.arrays = {{Type::u32, "constants", 32, false}, {Type::f64, "table", 16, false}};
    structures();
    classes();
    functions();
    kernel();
    program_.text = std::move(text_);
}

Program generate_cuda(std::uint64_t seed) {
    Program program;
    program.kind = Kind::cuda;
    program.seed = seed;
    CudaGenerator(program, seed).generate();
    return program;
}

} // namespace differential
