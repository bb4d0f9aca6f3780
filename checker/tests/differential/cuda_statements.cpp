// Statements of a random CUDA C++ program: declarations, assignments, branches, loops, switches,
// calls, lambdas. A branch knows the lanes that take it.
#include "cuda_generator.hpp"

namespace differential {

const Variable* CudaGenerator::target() {
    for (unsigned attempt = 0; attempt < 20; ++attempt) {
        const Variable& variable = random_.pick(e_.variables);
        if (variable.assignable) return &variable;
    }
    return nullptr;
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

} // namespace differential
