// For attacks on lesson 15: damped_wave() in double precision, as the text of a kernel that no compiler has seen.
// An attack that is submitted alone gets these lines in place of its #include.
#pragma once

constexpr char double_wave[] = R"(
.version 8.0
.target sm_80
.address_size 64
.visible .entry wave_in_double(.param .u64 pt, .param .f32 ptau, .param .u64 pout, .param .u64 pn) {
    .reg .pred %p;
    .reg .b32 %a, %b, %c;
    .reg .f32 %f, %g, %tau;
    .reg .f64 %t, %u, %w;
    .reg .b64 %in, %out, %n, %i, %at;
    ld.param.u64 %in, [pt];
    ld.param.f32 %tau, [ptau];
    ld.param.u64 %out, [pout];
    ld.param.u64 %n, [pn];
    mov.u32 %a, %ctaid.x;
    mov.u32 %b, %ntid.x;
    mov.u32 %c, %tid.x;
    mad.lo.u32 %a, %a, %b, %c;
    cvt.u64.u32 %i, %a;
    setp.ge.u64 %p, %i, %n;
    @%p ret;
    shl.b64 %i, %i, 2;
    add.u64 %at, %in, %i;
    ld.global.f32 %f, [%at];
    cvt.f64.f32 %t, %f;
    cvt.f64.f32 %w, %tau;
    div.rn.f64 %w, %t, %w;
    mul.f64 %w, %w, 0dBFF71547652B82FE; // -log2(e)
    cvt.rn.f32.f64 %g, %w;
    ex2.approx.f32 %g, %g;
    cvt.rni.f64.f64 %u, %t;
    sub.f64 %t, %t, %u;
    mul.f64 %t, %t, 0d401921FB54442D18; // 2 pi
    cvt.rn.f32.f64 %f, %t;
    cos.approx.f32 %f, %f;
    mul.f32 %f, %f, %g;
    add.u64 %at, %out, %i;
    st.global.f32 [%at], %f;
    ret;
})";
