// The text of a kernel k(out) around some instructions, behind functions that it may call.
#pragma once

#include <string>
#include <string_view>

namespace vgpu::exec::test {

inline std::string kernel(std::string_view body, std::string_view before = "") {
    return std::string(before) + R"(
.visible .entry k(.param .u64 out)
{
    .local .align 8 .b8 depot[64];
    .reg .pred %p<20>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<30>;
    .reg .f64 %fd<10>;
    ld.param.u64 %rd0, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd1, %rd0, %rd1;
)" + std::string(body) +
           "\n    ret;\n}\n";
}

} // namespace vgpu::exec::test
