// wgmma: the registers that it uses while its warp goes on.
#include "kernel_text.hpp"
#include "machine.hpp"

#include <string>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

// A of ones from %r4 to %r7, B of ones in the tile, D in %r10 to %r13; what `between` does stands
// between the product and the wait.
std::string with_product(std::string_view between, std::string_view behind) {
    return kernel(std::string(R"(
    .shared .align 128 .b8 tile[256];
    .reg .f32 %f<20>;
    mov.u32 %r2, tile;
    mad.lo.u32 %r1, %r0, 2, %r2;
    mov.b32 %r4, 0x3c003c00;
    st.shared.u16 [%r1], %r4;
    fence.proxy.async;
    bar.sync 0;
    shr.u32 %r2, %r2, 4;
    cvt.u64.u32 %rd2, %r2;
    or.b64 %rd2, %rd2, 0x1000080000;
    mov.f32 %f0, 0f3f800000;
    mov.f32 %f1, %f0;
    mov.f32 %f2, %f0;
    mov.f32 %f3, %f0;
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f0, %f1, %f2, %f3},
        {%r4, %r4, %r4, %r4}, %rd2, 1, 1, 1, 0;
    wgmma.commit_group.sync.aligned;
)") + std::string(between) +
                      "wgmma.wait_group.sync.aligned 0;\n" + std::string(behind),
                  "");
}

std::string message_of(std::string_view between) {
    TestDevice device(with_product(between, "st.global.f32 [%rd1], %f0;\n"));
    const auto result = device.run("k", grid(1, 128), device.upload(std::vector<int>(128)));
    return result.fault ? result.fault->message : "";
}

} // namespace

TEST_CASE("a copy of a register that wgmma writes is no fault, what uses the copy is one") {
    TestDevice device(with_product("mov.f32 %f5, %f1;\n", "st.global.f32 [%rd1], %f5;\n"));
    const auto out = device.upload(std::vector<float>(128));
    device.run_well("k", grid(1, 128), out);
    CHECK(device.download<float>(out, 128) == std::vector<float>(128, 17));
    CHECK(message_of("mov.f32 %f5, %f1;\nadd.f32 %f6, %f5, %f5;\n") ==
          "Register read before wgmma.wait_group");
}

TEST_CASE("registers of a product under way are not to be touched") {
    CHECK(message_of("") == "");
    CHECK(message_of("add.f32 %f6, %f7, %f8;\n") == "");
    CHECK(message_of("mov.b32 %r5, %r4;\n") == ""); // A is only read
    CHECK(message_of("add.f32 %f6, %f3, %f8;\n") == "Register read before wgmma.wait_group");
    CHECK(message_of("mov.f32 %f3, 0f00000000;\n") == "Register written before wgmma.wait_group");
    CHECK(message_of("mov.b32 %r4, 0;\n") == "Register written before wgmma.wait_group");
    CHECK(message_of("st.global.f32 [%rd1], %f2;\n") == "Register read before wgmma.wait_group");
    CHECK(message_of("ld.global.f32 %f2, [%rd1];\n") == "Register written before wgmma.wait_group");
}
