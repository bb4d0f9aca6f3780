// A random CUDA C++ program in the spirit of Csmith: structures with bit fields, arrays, loops,
// switches, lambdas, functions that are not inlined, recursion, function pointers, virtual
// functions, and what threads do together. As in PTX (ptx_statements.hpp), a variable knows the
// lanes that are here.
#include "cuda_expressions.hpp"
#include "inputs.hpp"
#include "program.hpp"

#include <fmt/format.h>

#include <utility>

namespace differential {
namespace {

constexpr unsigned result_slots = 24;
constexpr unsigned cells = 8, block_cells = 4;

// What each cell of shared memory, global or the block's, is for.
struct CellUse {
    const char* type;
    const char* function;
    Type operand;
    bool small = false; // whole numbers, whose float sums are exact
};
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

struct Region {
    std::string mask = "mask";
    bool whole_block = false;
    bool in_loop = false; // of a program without masks: break and continue may be used
    unsigned depth = 0;
    unsigned repeats = 1;
};

class CudaGenerator {
  public:
    CudaGenerator(Program& program, std::uint64_t seed) : program_(program), random_(seed * 2) {}
    void generate();

  private:
    void line(const std::string& text) { text_ += std::string(indent_, ' ') + text + "\n"; }
    void open(const std::string& text) {
        line(text + " {");
        indent_ += 4;
        scopes_.emplace_back(e_.variables.size(), e_.arrays.size());
    }
    void close(const char* text = "}") {
        e_.variables.resize(scopes_.back().first);
        e_.arrays.resize(scopes_.back().second);
        scopes_.pop_back();
        indent_ -= 4;
        line(text);
    }
    std::string fresh(const char* prefix) { return fmt::format("{}{}", prefix, names_++); }
    const Variable* target();

    void structures();
    void functions();
    void classes();
    void kernel();
    void declare();
    void declare_structure();
    void declare_array();
    void fold(unsigned scope_start);

    void block(const Region& region, unsigned statements);
    void statement(const Region& region);
    void assign();
    void branch(const Region& region);
    void loop(const Region& region);
    void switch_(const Region& region);
    void call(const Region& region);
    void lambda(const Region& region);
    void warp(const Region& region);
    void phase(const Region& region);
    void atomic(const Region& region);
    std::string lanes(const Region& region, const std::string& condition);

    Program& program_;
    Random random_;
    bool half_ = random_.chance(25);
    bool masks_ = random_.chance(65);
    bool shared_ = random_.chance(60);
    bool virtual_ = random_.chance(40);
    CudaExpressions e_{random_, half_};
    std::string text_;
    unsigned indent_ = 0, names_ = 0, functions_ = 0;
    bool in_kernel_ = false;
    std::vector<std::pair<std::size_t, std::size_t>> scopes_;
    std::vector<std::vector<Variable>> members_; // of each structure
    std::vector<const CellUse*> cells_;          // then the block's
};

const Variable* CudaGenerator::target() {
    for (unsigned attempt = 0; attempt < 20; ++attempt) {
        const Variable& variable = random_.pick(e_.variables);
        if (variable.assignable) return &variable;
    }
    return nullptr;
}

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

void CudaGenerator::declare() {
    const Type type = e_.any_type();
    const std::string value = e_.expression(type, 2), name = fresh("v");
    line(fmt::format("{} {} = {};", name_of(type), name, value));
    e_.variables.push_back({type, name});
}

void CudaGenerator::declare_structure() {
    const unsigned which = random_.below(members_.size());
    const std::string name = fresh("s");
    line(fmt::format("S{} {};", which, name));
    for (const Variable& member : members_[which]) {
        const std::string value = e_.expression(member.type, 1);
        line(fmt::format("{}.{} = {};", name, member.name, value));
    }
    for (const Variable& member : members_[which])
        e_.variables.push_back({member.type, name + "." + member.name});
}

void CudaGenerator::declare_array() {
    const Type type = random_.chance(60) ? Type::u32 : e_.any_type();
    const unsigned count = 1u << random_.from_to(2, 4);
    const std::string name = fresh("a"), i = fresh("k");
    const std::string start = e_.expression(type, 1);
    line(fmt::format("{} {}[{}];", name_of(type), name, count));
    line(fmt::format("for (u32 {0} = 0; {0} < {1}; ++{0}) {2}[{0}] = {3};", i, count, name, start));
    e_.arrays.push_back({type, name, count});
}

void CudaGenerator::assign() {
    const Array array = random_.pick(e_.arrays);
    if (array.assignable && random_.chance(40)) {
        const std::string at = e_.index(array.count);
        line(fmt::format("{}[{}] = {};", array.name, at, e_.expression(array.type, 2)));
        return;
    }
    const Variable* found = target();
    if (found == nullptr) return;
    const Variable variable = *found;
    const std::string value = e_.expression(variable.type, random_.from_to(1, 4));
    static constexpr std::string_view compound[] = {"+=", "-=", "^=", "*=", "|=", "&="};
    std::string_view operation = "=";
    if ((variable.type == Type::u32 || variable.type == Type::u64) && random_.chance(40))
        operation = random_.pick(compound);
    line(fmt::format("{} {} {};", variable.name, operation, value));
}

// The name of a variable with the lanes of the region for which the condition holds.
std::string CudaGenerator::lanes(const Region& region, const std::string& condition) {
    if (!masks_) return "";
    const std::string name = fresh("mask");
    line(fmt::format("u32 {} = __ballot_sync({}, {});", name, region.mask, condition));
    return name;
}

void CudaGenerator::branch(const Region& region) {
    const std::string test = fresh("c"), condition = e_.condition(2);
    line(fmt::format("bool {} = {};", test, condition));
    Region inner = region;
    inner.whole_block = false;
    ++inner.depth;
    const std::string taken = lanes(region, test);
    if (masks_) inner.mask = taken;
    open(fmt::format("if ({})", test));
    block(inner, random_.from_to(1, 4));
    if (!masks_ && region.in_loop && random_.chance(30))
        line(random_.chance(50) ? "break;" : "continue;");
    close();
    if (random_.chance(40)) return;
    if (masks_) inner.mask = fmt::format("({} & ~{})", region.mask, taken);
    open("else");
    block(inner, random_.from_to(1, 4));
    close();
}

void CudaGenerator::loop(const Region& region) {
    const std::string i = fresh("k"), trips = fresh("n");
    const bool uniform = random_.chance(40);
    const unsigned most = random_.from_to(2, 7);
    if (uniform)
        line(fmt::format("const u32 {} = {};", trips, most));
    else
        line(fmt::format("const u32 {} = ({}) % {}u;", trips, e_.expression(Type::u32, 2),
                         most + 1));
    Region inner = region;
    inner.whole_block = region.whole_block && uniform;
    ++inner.depth;
    inner.repeats *= most;
    inner.in_loop = !masks_ && !inner.whole_block;
    if (masks_ && !uniform) {
        const std::string staying = fresh("mask"), stay = fresh("c");
        line(fmt::format("u32 {} = {};", staying, region.mask));
        open(fmt::format("for (u32 {0} = 0;; ++{0})", i));
        line(fmt::format("bool {} = {} < {};", stay, i, trips));
        line(fmt::format("{0} = __ballot_sync({0}, {1});", staying, stay));
        line(fmt::format("if (!{}) break;", stay));
        inner.mask = staying;
    } else {
        open(fmt::format("for (u32 {0} = 0; {0} < {1}; ++{0})", i, trips));
    }
    e_.variables.push_back({Type::u32, i, false});
    block(inner, random_.from_to(1, 5));
    close();
}

void CudaGenerator::switch_(const Region& region) {
    const unsigned count = random_.from_to(2, 6);
    const std::string selector = fresh("c");
    line(fmt::format("const u32 {} = ({}) % {}u;", selector, e_.expression(Type::u32, 2), count));
    std::vector<std::string> masks;
    for (unsigned i = 0; i < count && masks_; ++i)
        masks.push_back(lanes(region, fmt::format("{} == {}", selector, i)));
    open(fmt::format("switch ({})", selector));
    Region inner = region;
    inner.whole_block = inner.in_loop = false;
    ++inner.depth;
    for (unsigned i = 0; i < count; ++i) {
        if (masks_) inner.mask = masks[i];
        open(i + 1 == count ? "default:" : fmt::format("case {}:", i));
        block(inner, random_.from_to(1, 2));
        if (masks_ || random_.chance(70)) line("break;");
        close();
    }
    close();
}

void CudaGenerator::call(const Region& region) {
    const std::string a = e_.expression(Type::u32, 2), b = e_.expression(Type::i64, 1);
    const std::string c = e_.expression(Type::f32, 1), name = fresh("v");
    const unsigned depth = in_kernel_ ? random_.below(4) : 0;
    std::string callee = fmt::format("f{}", functions_ == 0 ? 0 : random_.below(functions_));
    std::string mask = region.mask;
    if (virtual_ && random_.chance(40)) {
        const std::string object = fresh("o"), base = fresh("p");
        line(fmt::format("First {}_1(({}));", object, a));
        line(fmt::format("Second {}_2(({}), ({}));", object, a, c));
        line(fmt::format("const Base* {} = ({}) ? (const Base*)&{}_1 : (const Base*)&{}_2;", base,
                         e_.condition(1), object, object));
        line(fmt::format("u32 {} = {}->value({});", name, base, e_.expression(Type::u32, 1)));
        e_.variables.push_back({Type::u32, name});
        return;
    }
    if (functions_ == 0) return;
    if (functions_ > 1 && random_.chance(30)) {
        const std::string index = fresh("c");
        line(fmt::format("u32 {} = ({}) % {}u;", index, e_.expression(Type::u32, 1), functions_));
        line(fmt::format("Function {}_f = f0;", index));
        for (unsigned i = 1; i < functions_; ++i)
            line(fmt::format("if ({0} == {1}) {0}_f = f{1};", index, i));
        callee = index + "_f";
        if (masks_) mask = fmt::format("__match_any_sync({}, {})", region.mask, index);
    }
    line(fmt::format("u32 {} = {}({}, {}, {}, {}, {});", name, callee, a, b, c, depth,
                     masks_ ? mask : "0"));
    e_.variables.push_back({Type::u32, name});
}

void CudaGenerator::lambda(const Region&) {
    const std::string name = fresh("l"), parameter = fresh("v");
    const Type result = random_.chance(50) ? Type::u32 : e_.any_type();
    const bool by_value = random_.chance(50);
    open(fmt::format("auto {} = [{}](u32 {}) -> {}", name, by_value ? "=" : "&", parameter,
                     name_of(result)));
    e_.variables.push_back({Type::u32, parameter});
    line(fmt::format("{} ^= {};", parameter, e_.expression(Type::u32, 2)));
    line(fmt::format("return {};", e_.expression(result, 2)));
    close("};");
    const std::string to = fresh("v"), argument = e_.expression(Type::u32, 1);
    line(fmt::format("{} {} = {}({});", name_of(result), to, name, argument));
    e_.variables.push_back({result, to});
}

void CudaGenerator::warp(const Region& region) {
    static constexpr Type shuffled[] = {Type::u32, Type::i32, Type::f32, Type::u64, Type::f64};
    static constexpr std::string_view ways[] = {"exchange", "before", "after"};
    static constexpr std::string_view reductions[] = {"__reduce_add_sync", "__reduce_min_sync",
                                                      "__reduce_max_sync", "__reduce_xor_sync",
                                                      "__reduce_or_sync",  "__reduce_and_sync"};
    const std::string name = fresh("v"), &mask = region.mask;
    Type type = Type::u32;
    switch (random_.below(6)) {
    case 0:
        type = random_.pick(shuffled);
        line(fmt::format("{} {} = from<{}>({}, {}, (u32)({}));", name_of(type), name, name_of(type),
                         mask, e_.expression(type, 2), "lane + salt_low"));
        break;
    case 1: {
        type = random_.pick(shuffled);
        const std::string_view way = random_.pick(ways);
        const unsigned by = random_.from_to(1, 31);
        line(fmt::format("{0} {1} = {2}<{0}>({3}, {4}, lane, {5}u);", name_of(type), name, way,
                         mask, e_.expression(type, 2), by));
        break;
    }
    case 2:
        line(fmt::format("u32 {} = __ballot_sync({}, {});", name, mask, e_.condition(1)));
        break;
    case 3: {
        const bool all = random_.chance(50);
        line(fmt::format("u32 {} = __{}_sync({}, {});", name, all ? "all" : "any", mask,
                         e_.condition(1)));
        break;
    }
    case 4:
        line(fmt::format("u32 {} = __match_any_sync({}, ({}) % 5u);", name, mask,
                         e_.expression(Type::u32, 2)));
        break;
    default: {
        const std::string_view way = random_.pick(reductions);
        line(fmt::format("u32 {} = {}({}, {});", name, way, mask, e_.expression(Type::u32, 2)));
    }
    }
    e_.variables.push_back({type, name});
}

// Between two barriers all threads read what each has written.
void CudaGenerator::phase(const Region&) {
    const std::string name = fresh("v"), value = e_.expression(Type::u32, 2);
    line(fmt::format("slots[thread] = {};", value));
    static constexpr std::string_view counts[] = {"__syncthreads_count", "__syncthreads_and",
                                                  "__syncthreads_or"};
    if (random_.chance(30)) {
        const std::string_view way = random_.pick(counts);
        line(fmt::format("i32 {}_c = {}({});", name, way, e_.condition(1)));
        e_.variables.push_back({Type::i32, name + "_c"});
    } else {
        line("__syncthreads();");
    }
    const unsigned threads = program_.threads_per_block();
    line(fmt::format("u32 {} = slots[({}) % {}u] + slots[(thread + {}u) % {}u];", name,
                     e_.expression(Type::u32, 2), threads, 7, threads));
    line("__syncthreads();");
    e_.variables.push_back({Type::u32, name});
}

void CudaGenerator::atomic(const Region&) {
    const bool of_block = shared_ && in_kernel_ && random_.chance(40);
    const unsigned number = of_block ? random_.below(block_cells) : random_.below(cells);
    const CellUse& use = *cells_[of_block ? cells + number : number];
    const std::string operand =
        use.small ? fmt::format("({})(({}) & 15u)", use.type, e_.expression(Type::u32, 1))
                  : e_.expression(use.operand, 2);
    line(fmt::format("{}(({}*)&{}[{}], ({})({}));", use.function, use.type,
                     of_block ? "block_cells" : "scratch", number, use.type, operand));
}

void CudaGenerator::statement(const Region& region) {
    const unsigned way = random_.below(100);
    const bool nest = region.depth < 4 && region.repeats < 60;
    if (way < 10) return declare();
    if (way < 13) return random_.chance(50) ? declare_structure() : declare_array();
    if (way < 25 && nest) return branch(region);
    if (way < 34 && nest) return loop(region);
    if (way < 38 && nest) return switch_(region);
    if (way < 46 && region.repeats <= (in_kernel_ ? 8 : 1)) return call(region);
    if (way < 49) return lambda(region);
    if (way < 60 && masks_) return warp(region);
    if (way < 68 && shared_ && region.whole_block) return phase(region);
    if (way < 73 && in_kernel_) return atomic(region);
    assign();
}

void CudaGenerator::block(const Region& region, unsigned statements) {
    for (; statements > 0; --statements) statement(region);
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

} // namespace

Program generate_cuda(std::uint64_t seed) {
    Program program;
    program.kind = Kind::cuda;
    program.seed = seed;
    CudaGenerator(program, seed).generate();
    return program;
}

} // namespace differential
