// Modules: attributes, several of them, unloading, observers.
#include "machine.hpp"

#include "vgpu/exec/events.hpp"

#include <array>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::string_view two_kernels = R"(
.const .align 4 .u32 limits[3] = {1, 2, 3};
.global .align 4 .u32 counter;
.shared .align 4 .b8 common[8];

.func (.param .b32 r) helper(.param .b32 x)
{
    .local .align 16 .b8 depot[32];
    .shared .align 16 .b8 scratch[100];
    .reg .b32 %r<4>;
    ld.param.u32 %r1, [x];
    mov.u32 %r2, scratch;
    st.shared.u32 [%r2+96], %r1;
    ld.shared.u32 %r3, [scratch+96];
    st.param.b32 [r], %r3;
    ret;
}
.visible .entry big(.param .u64 out, .param .u8 flag, .param .u64 last)
.maxntid 128, 2, 1
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r1, common;
    st.shared.u32 [%r1], 5;
    {
    .param .b32 param0;
    st.param.b32 [param0], 77;
    .param .b32 retval0;
    call.uni (retval0), helper, (param0);
    ld.param.b32 %r2, [retval0];
    }
    st.global.u32 [%rd1], %r2;
    ret;
}
.visible .entry small(.param .u64 out)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    red.global.add.u32 [counter], 1;
    ret;
}
)";

class Recorder final : public Observer {
  public:
    void on_allocate(std::uint64_t, std::uint64_t bytes, bool initialised) override {
        log += "allocate " + std::to_string(bytes) + (initialised ? " initialised\n" : "\n");
    }
    void on_free(std::uint64_t, std::uint64_t bytes) override {
        log += "free " + std::to_string(bytes) + "\n";
    }
    void on_launch_begin(const LaunchInfo& info) override {
        log += "launch " + info.kernel + " " + std::to_string(info.launch_number) + "\n";
    }
    void on_launch_end(const LaunchInfo&) override { log += "end\n"; }
    void on_block_begin(std::uint64_t block) override {
        log += "block " + std::to_string(block) + "\n";
    }
    void on_access(const AccessEvent& event) override {
        log += "access " + event.place.resolver->describe(event.space, event.addresses[0]).name +
               " by " + std::to_string(event.mask) + ": " +
               event.place.resolver->site(event.place, event.warp, 0).instruction + "\n";
    }
    std::string log;
};

} // namespace

TEST_CASE("a kernel's attributes count what it can reach") {
    TestDevice device(two_kernels);
    CHECK(device->kernel_names(device.module()) == std::vector<std::string>{"big", "small"});
    const KernelAttributes& big = device->attributes(*device->find_kernel(device.module(), "big"));
    CHECK(big.static_shared_bytes == 16 + 100); // common, then scratch at a multiple of 16
    CHECK(big.local_bytes == 32);
    CHECK(big.constant_bytes == 12);
    CHECK(big.max_threads_per_block == 256);
    CHECK(big.parameter_offsets == std::vector<std::uint64_t>{0, 8, 16});
    CHECK(big.parameter_sizes == std::vector<std::uint64_t>{8, 1, 8});
    CHECK(big.registers > 0);
    const KernelAttributes& small =
        device->attributes(*device->find_kernel(device.module(), "small"));
    CHECK(small.static_shared_bytes == 0);
    CHECK(small.local_bytes == 0);
    CHECK(small.max_threads_per_block == 1024);
    CHECK_FALSE(device->find_kernel(device.module(), "helper"));
    CHECK_FALSE(device->find_kernel(99, "big"));
}

TEST_CASE("a shared variable of a function that is called") {
    TestDevice device(two_kernels);
    const auto out = device.upload(std::vector<std::uint32_t>(1, 0));
    device.run_well("big", grid(1, 32), out, std::uint8_t{0}, std::uint64_t{0});
    CHECK(device.download<std::uint32_t>(out, 1)[0] == 77);
}

TEST_CASE("unloading frees the module's variables and leaves other modules alone") {
    TestDevice device(two_kernels);
    const auto used = device->memory().used_bytes();
    const auto second = device->load(std::string(header) + std::string(two_kernels), "second");
    REQUIRE(second);
    CHECK(device->memory().used_bytes() > used);
    CHECK(device->find_variable(*second, "counter")->address !=
          device->find_variable(device.module(), "counter")->address);
    device->unload(*second);
    CHECK(device->memory().used_bytes() == used);
    CHECK_FALSE(device->find_kernel(*second, "big"));
    device.run_well("small", grid(2, 32), std::uint64_t{0});
    const auto counter = device->find_variable(device.module(), "counter");
    CHECK(device.download<std::uint32_t>(counter->address, 1)[0] == 64);
}

TEST_CASE("a part of a module uses the variables of another part") {
    TestDevice device(two_kernels);
    const auto used = device->memory().used_bytes();
    const std::string text = std::string(header) + std::string(two_kernels);
    const NamedPtx unit{"part", text};
    const auto part = device->load_linked({&unit, 1}, "part", VariablesOf{device.module(), true});
    REQUIRE(part);
    CHECK(device->memory().used_bytes() == used);
    const auto counter = device->find_variable(device.module(), "counter");
    CHECK(device->find_variable(*part, "counter")->address == counter->address);
    const auto small = device->find_kernel(*part, "small");
    REQUIRE(small);
    const std::array<std::byte, 8> parameters = {};
    for (int i = 0; i < 2; ++i) CHECK_FALSE(device->launch(*small, grid(2, 32), parameters).fault);
    device.run_well("small", grid(2, 32), std::uint64_t{0});
    // None of them began anew.
    CHECK(device.download<std::uint32_t>(counter->address, 1)[0] == 3 * 64);
    device->unload(*part);
    CHECK(device->memory().used_bytes() == used);
    CHECK(device->find_variable(device.module(), "counter"));
}

TEST_CASE("what observers are told") {
    TestDevice device(two_kernels);
    const auto recorder = std::make_shared<Recorder>();
    device->add_observer(recorder);
    // By address: constants lie behind the rest.
    CHECK(recorder->log == "allocate 4 initialised\nallocate 12 initialised\n");
    recorder->log.clear();
    const auto buffer = device->memory().allocate(100, "cudaMalloc");
    device.run_well("small", grid(1, 2), *buffer);
    device->memory().free(*buffer);
    CHECK(recorder->log ==
          "allocate 100\nlaunch small 1\nblock 0\n"
          "access counter by 3: red.global.add.u32 [counter], 1;\nend\nfree 100\n");
}

TEST_CASE("errors of a module name their place") {
    const auto device = Device::create({.memory_bytes = 64 << 20});
    const auto error_of = [&](std::string_view body) {
        const auto module = device->load(std::string(header) + std::string(body), "bad");
        REQUIRE_FALSE(module);
        return module.error();
    };
    const auto parameter = error_of(R"(
.visible .entry k(.param .u32 n)
{
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [n];
    ret;
}
)");
    CHECK(parameter.message == "accesses bytes that parameter 'n' does not have");
    CHECK(parameter.position.line == 8);
    const auto undefined = error_of(R"(
.extern .global .u32 elsewhere;
.visible .entry k()
{
    .reg .b64 %rd<2>;
    mov.u64 %rd1, elsewhere;
    ret;
}
)");
    CHECK(undefined.message ==
          "Undefined reference to 'elsewhere': no unit of this program defines it");
    CHECK(device->memory().used_bytes() == 0);
}
