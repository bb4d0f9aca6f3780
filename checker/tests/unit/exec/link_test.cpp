// Several units of PTX as one program: whose names meet, and what is wrong with those that do not.
#include "machine.hpp"

#include <catch2/generators/catch_generators.hpp>

namespace vgpu::exec::test {

namespace {

std::string unit_text(std::string_view declarations) {
    return std::string(header) + std::string(declarations);
}

class Linking {
  public:
    Linking& unit(std::string name, std::string_view declarations) {
        names_.push_back(std::move(name));
        texts_.push_back(unit_text(declarations));
        return *this;
    }

    Expected<ModuleId> load() {
        std::vector<NamedPtx> units;
        for (std::size_t i = 0; i < names_.size(); ++i) units.push_back({names_[i], texts_[i]});
        return device_->load_linked(units, "program");
    }

    // "unit:line: message"
    std::string error() {
        const auto module = load();
        if (module) return "no error";
        const Diagnostic& error = module.error();
        return names_[error.unit] + ":" + std::to_string(error.position.line) + ": " +
               error.message;
    }

    // What `kernel(int* out)` writes to `count` words.
    std::vector<std::uint32_t> results(std::string_view kernel, std::size_t count) {
        const auto module = load();
        if (!module) FAIL(module.error().message);
        const auto id = device_->find_kernel(*module, kernel);
        REQUIRE(id);
        const auto out = device_->memory().allocate(count * 4, "cudaMalloc");
        REQUIRE(out);
        std::byte parameters[8];
        std::memcpy(parameters, &*out, sizeof parameters);
        const LaunchResult result = device_->launch(*id, grid(1, 1), parameters);
        if (result.fault) FAIL(result.fault->message + " " + result.fault->detail);
        std::vector<std::uint32_t> words(count);
        std::memcpy(words.data(), device_->memory().host_view(*out), count * 4);
        return words;
    }

    Device& device() { return *device_; }

  private:
    std::unique_ptr<Device> device_ = Device::create({.memory_bytes = 64 << 20});
    std::vector<std::string> names_, texts_;
};

// A kernel that stores `count` words, each the result of a function or a variable's value.
constexpr std::string_view caller = R"(
.extern .func (.param .b32 r) twice (.param .b32 x);
.extern .global .align 4 .u32 shared_value;
.global .align 4 .u32 own = 5;
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    .param .b32 x, r;
    ld.param.u64 %rd1, [out];
    ld.global.u32 %r1, [own];
    st.param.b32 [x], %r1;
    call.uni (r), twice, (x);
    ld.param.b32 %r2, [r];
    st.global.u32 [%rd1], %r2;
    ld.global.u32 %r3, [shared_value];
    st.global.u32 [%rd1+4], %r3;
    ret;
}
)";

constexpr std::string_view callee = R"(
.visible .global .align 4 .u32 shared_value = 40;
.global .align 4 .u32 own = 1000;
.visible .func (.param .b32 r) twice (.param .b32 x)
{
    .reg .b32 %r<5>;
    ld.param.b32 %r1, [x];
    ld.global.u32 %r2, [own];
    add.u32 %r3, %r1, %r1;
    add.u32 %r4, %r3, %r2;
    st.param.b32 [r], %r4;
    ret;
}
)";

// A function that returns a number.
std::string number_function(std::string_view linkage, std::string_view name, int value) {
    return std::string(linkage) + " .func (.param .b32 r) " + std::string(name) +
           "()\n{\n st.param.b32 [r], " + std::to_string(value) + ";\n ret;\n}\n";
}

constexpr std::string_view asks_number = R"(
.extern .func (.param .b32 r) number();
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<2>;
    .param .b32 r;
    ld.param.u64 %rd1, [out];
    call.uni (r), number;
    ld.param.b32 %r1, [r];
    st.global.u32 [%rd1], %r1;
    ret;
}
)";

} // namespace

TEST_CASE("extern functions and variables are found in other units, static ones are not shared") {
    const bool definition_first = GENERATE(false, true);
    Linking linking;
    if (definition_first)
        linking.unit("b", callee).unit("a", caller);
    else
        linking.unit("a", caller).unit("b", callee);
    CHECK(linking.results("k", 2) == std::vector<std::uint32_t>{1010, 40});
}

TEST_CASE("variables of a linked program are found by name, static ones of the first unit") {
    Linking linking;
    const auto module = linking.unit("a", caller).unit("b", callee).load();
    REQUIRE(module);
    Device& device = linking.device();
    const auto value = device.find_variable(*module, "shared_value");
    const auto own = device.find_variable(*module, "own");
    REQUIRE(value);
    REQUIRE(own);
    std::uint32_t words[2] = {};
    std::memcpy(&words[0], device.memory().host_view(value->address), 4);
    std::memcpy(&words[1], device.memory().host_view(own->address), 4);
    CHECK(words[0] == 40);
    CHECK(words[1] == 5);
}

TEST_CASE("of weak definitions the first is taken, unless there is a strong one") {
    const std::string first = number_function(".weak", "number", 1);
    const std::string second = number_function(".weak", "number", 2);
    const std::string strong = number_function(".visible", "number", 3);
    SECTION("weak ones only") {
        Linking linking;
        linking.unit("a", asks_number).unit("b", first).unit("c", second);
        CHECK(linking.results("k", 1) == std::vector<std::uint32_t>{1});
    }
    SECTION("a strong one behind") {
        Linking linking;
        linking.unit("a", asks_number).unit("b", first).unit("c", strong).unit("d", second);
        CHECK(linking.results("k", 1) == std::vector<std::uint32_t>{3});
    }
}

TEST_CASE("common variables are one, as large as the largest") {
    Linking linking;
    const auto module = linking.unit("a", ".common .global .align 4 .b8 pool[8];")
                            .unit("b", ".common .global .align 16 .b8 pool[64];")
                            .unit("c", ".extern .global .align 4 .b8 pool[];")
                            .load();
    REQUIRE(module);
    const auto pool = linking.device().find_variable(*module, "pool");
    REQUIRE(pool);
    CHECK(pool->bytes == 64);
}

TEST_CASE("an alias of one unit is known in the others") {
    Linking linking;
    linking.unit("a", asks_number)
        .unit("b", number_function(".visible", "real", 7) +
                       ".visible .func (.param .b32 r) number();\n.alias number, real;\n");
    CHECK(linking.results("k", 1) == std::vector<std::uint32_t>{7});
}

TEST_CASE("function tables of another unit lead to the functions that they name") {
    Linking linking;
    linking
        .unit("a", R"(
.extern .global .align 8 .u64 table[2];
.visible .entry k(.param .u64 out)
{
    .reg .b32 %r<2>;
    .reg .b64 %rd<4>;
    .param .b32 r;
    ld.param.u64 %rd1, [out];
    ld.global.u64 %rd2, [table+8];
    prototype: .callprototype (.param .b32 _) _ ();
    call (r), %rd2, (), prototype;
    ld.param.b32 %r1, [r];
    st.global.u32 [%rd1], %r1;
    ret;
}
)")
        .unit("b", number_function("", "f", 1) + number_function("", "g", 2) +
                       ".visible .global .align 8 .u64 table[2] = {f, g};\n")
        .unit("c", number_function("", "g", 3)); // not that one
    CHECK(linking.results("k", 1) == std::vector<std::uint32_t>{2});
}

TEST_CASE("what cannot be linked is named, with its unit and line") {
    SECTION("a function without a definition") {
        CHECK(Linking().unit("a", callee).unit("b", asks_number).error() ==
              "b:12: Undefined reference to 'number': no unit of this program defines it, and the "
              "virtual GPU does not provide it");
    }
    SECTION("a variable without a definition") {
        CHECK(Linking()
                  .unit("a", caller)
                  .unit("b", number_function(".visible", "unused", 1))
                  .unit("c", ".visible .func (.param .b32 r) twice(.param .b32 x) { ret; }")
                  .error() ==
              "a:19: Undefined reference to 'shared_value': no unit of this program defines it");
    }
    SECTION("two define it") {
        CHECK(Linking()
                  .unit("a.cu", number_function(".visible", "_Z3foov", 1))
                  .unit("b.cu", "\n" + number_function(".visible", "_Z3foov", 2))
                  .error() ==
              "b.cu:5: Multiple definition of 'foo()' in 'b.cu', first defined in 'a.cu'");
    }
    SECTION("the sizes differ") {
        CHECK(Linking()
                  .unit("a", ".visible .global .align 4 .u32 v[2];")
                  .unit("b", ".extern .global .align 4 .u32 v[3];")
                  .error() == "b:4: Size doesn't match for 'v' in 'b', first specified in 'a'");
    }
    SECTION("a function here, a variable there") {
        CHECK(Linking()
                  .unit("a", ".visible .global .align 4 .u32 v;")
                  .unit("b", ".extern .func v;")
                  .error() == "b:4: 'v' is a variable in 'a' and a function in 'b'");
    }
    SECTION("one of them is no PTX") {
        CHECK(Linking().unit("a", caller).unit("b", "nonsense").error() ==
              "b:4: expected a directive, found 'nonsense'");
    }
    SECTION("what kernels cannot call") {
        CHECK(Linking()
                  .unit("a", R"(
.extern .func (.param .b32 r) cudaGraphLaunch(.param .b64 a, .param .b64 b);
.visible .entry k()
{
    .param .b64 a, b;
    .param .b32 r;
    call.uni (r), cudaGraphLaunch, (a, b);
    ret;
}
)")
                  .unit("b", "")
                  .error()
                  .starts_with("a:10: calls cudaGraphLaunch in device code: of the runtime API"));
        CHECK(Linking()
                  .unit("a", R"(
.extern .func (.param .b32 r) cudaDeviceSynchronize();
.visible .entry k()
{
    .param .b32 r;
    call.uni (r), cudaDeviceSynchronize;
    ret;
}
)")
                  .unit("b", "")
                  .error()
                  .find("a kernel cannot wait for the grids that it launches") !=
              std::string::npos);
    }
}

} // namespace vgpu::exec::test
