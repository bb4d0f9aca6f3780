// Random kernels as PTX, for exemption_test.cpp: loops over loads and stores of four arrays and of
// a tile in shared memory, with barriers that are mostly, but not always, where they should be;
// threads that leave, barriers of half the block, volatile accesses, objects that are copied.
#pragma once

#include <fmt/format.h>

#include <random>
#include <string>

namespace vgpu::observe::test {

class RandomPtx {
  public:
    static constexpr std::uint32_t blocks = 3, threads = 128;

    explicit RandomPtx(unsigned seed) : random_(seed) {
        half_written = below(3) == 0;
        text = ".version 8.0\n.target sm_80\n.address_size 64\n"
               ".visible .entry kernel(.param .u64 a0, .param .u64 a1, .param .u64 a2,\n"
               "    .param .u64 a3, .param .u32 n)\n{\n"
               ".reg .pred %p<8>;\n.reg .b32 %r<40>;\n.reg .b64 %rd<20>;\n"
               ".shared .align 16 .b8 tile[1024];\n"
               "ld.param.u64 %rd0, [a0];\nld.param.u64 %rd1, [a1];\n"
               "ld.param.u64 %rd2, [a2];\nld.param.u64 %rd3, [a3];\n"
               "ld.param.u32 %r9, [n];\n"
               "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\n"
               "mad.lo.s32 %r3, %r1, %r2, %r0;\nmov.u32 %r4, 0;\nmov.u32 %r5, 1;\n"
               "mov.u32 %r10, tile;\nmov.b64 %rd10, %rd2;\n"
               "mov.u32 %r11, %r3;\n";
        if (below(5) != 0) text += tile_place(0) + "st.shared.u32 [%r7], %r0;\n";
        if (below(5) != 0) text += tile_place(128) + "st.shared.u32 [%r7], %r0;\n";
        if (below(5) != 0) text += "bar.sync 0;\n";
        // Most kernels store to one array alone, and load from the others.
        stored_ = below(4);
        is_tidy_ = below(3) != 0;
        text += "ROUND:\n";
        const std::uint64_t statements = 3 + below(7);
        for (std::uint64_t i = 0; i < statements; ++i) statement();
        if (below(3) != 0) text += "bar.sync 0;\n";
        if (below(8) == 0) // some leave early
            text += fmt::format("setp.eq.s32 %p4, %r4, {};\nsetp.ge.and.u32 %p4, %r0, {}, %p4;\n"
                                "@%p4 exit;\n",
                                3 + below(8), 16 + 16 * below(6));
        text += "add.s32 %r4, %r4, 1;\nsetp.lt.s32 %p0, %r4, 12;\n@%p0 bra ROUND;\nret;\n}\n";
    }

    std::string text;
    bool half_written = false; // the last array

  private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }

    // Leaves an address in %rd4.
    std::string place(std::uint64_t array, std::uint64_t distance) {
        std::string how = fmt::format("add.s32 %r6, %r3, {};\n", distance);
        const std::uint64_t form = below(3);
        if (form == 0) return how + fmt::format("mad.wide.s32 %rd4, %r6, 4, %rd{};\n", array);
        if (form == 1)
            return how + fmt::format("cvt.u64.u32 %rd5, %r6;\nshl.b64 %rd5, %rd5, 2;\n"
                                     "add.s64 %rd4, %rd{}, %rd5;\n",
                                     array);
        return how + fmt::format("mul.wide.s32 %rd5, %r6, 4;\nadd.s64 %rd4, %rd{}, %rd5;\n", array);
    }
    std::string tile_place(std::uint64_t distance) {
        return fmt::format("add.s32 %r6, %r0, {};\nand.b32 %r6, %r6, 255;\nshl.b32 %r6, %r6, 2;\n"
                           "add.s32 %r7, %r10, %r6;\n",
                           distance);
    }
    std::uint64_t distance() {
        constexpr std::uint64_t all[] = {0, 0, 0, 1, 32, 128, 1024};
        return all[below(std::size(all))];
    }
    std::uint64_t other_array() { return is_tidy_ ? (stored_ + 1 + below(3)) % 4 : below(4); }

    void statement() {
        const bool is_guarded = below(4) == 0;
        const std::uint64_t label = labels_++;
        if (is_guarded) {
            text += below(2) == 0 ? fmt::format("setp.ge.u32 %p1, %r0, {};\n", 16 * below(9))
                                  : fmt::format("setp.ge.s32 %p1, %r3, %r9;\n");
            text += fmt::format("@%p1 bra SKIP{};\n", label);
        }
        simple_statement();
        if (is_guarded) text += fmt::format("SKIP{}:\n", label);
        // A barrier that only some threads reach would hang: it stands beside.
        if (below(4) == 0) text += "bar.sync 0;\n";
        if (below(12) == 0) text += "bar.warp.sync 0xffffffff;\n";
        if (below(20) == 0) text += "membar.gl;\n";
        if (below(20) == 0) partial_barrier();
    }

    // A barrier of the block's first two warps; or these arrive, and the others wait for them.
    void partial_barrier() {
        text += "setp.lt.u32 %p3, %r0, 64;\n";
        if (below(2) == 0)
            text += "@%p3 barrier.sync 1, 64;\n";
        else
            text += fmt::format("@%p3 bra ARRIVE{0};\nbarrier.sync 2, {1};\nbra MET{0};\n"
                                "ARRIVE{0}:\nbarrier.arrive 2, {1};\nMET{0}:\n",
                                labels_++, threads);
    }

    void simple_statement() {
        const std::string add = "add.s32 %r5, %r5, %r8;\n";
        switch (below(25)) {
        case 23: // from another place in each round
            text += fmt::format("and.b32 %r6, %r4, {};\nmad.lo.s32 %r6, %r6, {}, %r3;\n"
                                "mad.wide.s32 %rd4, %r6, 4, %rd{};\nld.global.u32 %r8, [%rd4];\n",
                                below(4), 1 + below(9), other_array()) +
                    add;
            break;
        case 24:
            text += fmt::format("and.b32 %r6, %r4, {};\nmad.lo.s32 %r6, %r6, {}, %r0;\n"
                                "shl.b32 %r6, %r6, 2;\nadd.s32 %r7, %r10, %r6;\n"
                                "ld.shared.u32 %r8, [%r7];\n",
                                below(4), 1 + below(9)) +
                    add;
            break;
        case 16: // generic addresses
            text += place(other_array(), distance()) + "ld.u32 %r8, [%rd4];\n" + add;
            break;
        case 17: // one word for all
            text +=
                fmt::format("ld.global.u32 %r8, [%rd{}+{}];\n", other_array(), 4 * below(64)) + add;
            break;
        case 18: // of one of two arrays, by the round
            text += fmt::format("and.b32 %r6, %r4, {};\nsetp.eq.u32 %p5, %r6, 0;\n"
                                "selp.b64 %rd7, %rd{}, %rd{}, %p5;\nmad.wide.s32 %rd4, %r3, 4, "
                                "%rd7;\nld.global.u32 %r8, [%rd4];\n",
                                1 + below(7), below(4), below(4)) +
                    add;
            break;
        case 19: { // an object that is copied, parts of which may be unwritten
            const std::uint64_t first = 20 + 2 * (labels_ % 8);
            text += place(other_array(), 4 * below(9)) +
                    fmt::format("and.b64 %rd4, %rd4, -8;\nld.global.v2.u32 {{%r{0}, %r{1}}}, "
                                "[%rd4];\n",
                                first, first + 1) +
                    place(stored_, 0) +
                    fmt::format("and.b64 %rd4, %rd4, -8;\nst.global.v2.u32 [%rd4], "
                                "{{%r{0}, %r{1}}};\n",
                                first, first + 1);
            break;
        }
        case 20:
            text += tile_place(32 * below(5)) + (below(2) == 0
                                                     ? "ld.volatile.shared.u32 %r8, [%r7];\n" + add
                                                     : "st.volatile.shared.u32 [%r7], %r5;\n");
            break;
        case 21:
            text += place(stored_, distance()) +
                    (below(2) == 0 ? "ld.volatile.global.u32 %r8, [%rd4];\n" + add
                                   : "atom.global.cas.b32 %r8, [%rd4], %r5, %r4;\n");
            break;
        case 22:
            text += tile_place(32 * below(3)) + "red.shared.add.u32 [%r7], 1;\n";
            break;
        case 0:
        case 1:
        case 2:
        case 3:
            text += place(other_array(), distance()) + "ld.global.u32 %r8, [%rd4];\n" + add;
            break;
        case 4:
            text += place(stored_, distance()) + "st.global.u32 [%rd4], %r4;\n";
            break;
        case 5:
            text += place(stored_, 0) + "st.global.u32 [%rd4], %r5;\n";
            break;
        case 6: // to another array, from the address of one
            text += fmt::format("sub.s64 %rd6, %rd{}, %rd0;\n", below(4)) + place(0, distance()) +
                    "add.s64 %rd4, %rd4, %rd6;\nst.global.u32 [%rd4], %r4;\n";
            break;
        case 7: // through a pointer that steps on
            text += "add.s64 %rd10, %rd10, 4;\nmad.wide.s32 %rd4, %r0, 4, %rd10;\n"
                    "st.global.u32 [%rd4], %r0;\n";
            break;
        case 8: // by an index that was loaded
            text += place(other_array(), 0) + "ld.global.u32 %r8, [%rd4];\n" +
                    fmt::format("{} %r8, %r8, 1023;\nmad.wide.u32 %rd4, %r8, 4, %rd{};\n",
                                below(2) == 0 ? "and.b32" : "rem.u32", stored_) +
                    (below(2) == 0 ? "st.global.u32 [%rd4], %r0;\n"
                                   : "red.global.add.u32 [%rd4], 1;\n");
            break;
        case 9:
        case 10:
            text += tile_place(32 * below(5) + below(2)) + "ld.shared.u32 %r8, [%r7];\n" + add;
            break;
        case 11:
            text += tile_place(32 * below(3)) + "st.shared.u32 [%r7], %r5;\n";
            break;
        case 12: // of other widths
            text += place(other_array(), 4 * below(9)) + "and.b64 %rd4, %rd4, -16;\n" +
                    (below(2) == 0 ? "ld.global.v4.u32 {%r8, %r12, %r13, %r14}, [%rd4];\n"
                                   : "ld.global.u8 %r8, [%rd4];\n") +
                    add;
            break;
        case 13: // columns
            text += fmt::format("mul.lo.s32 %r6, %r0, {};\nand.b32 %r6, %r6, 252;\n",
                                4 + 8 * below(5)) +
                    "add.s32 %r7, %r10, %r6;\n" +
                    (below(3) == 0 ? "ld.shared.u8 %r8, [%r7];\n" : "ld.shared.u32 %r8, [%r7];\n") +
                    add;
            break;
        case 14: // anywhere
            text += "mul.lo.s32 %r6, %r3, 37;\nand.b32 %r6, %r6, 511;\n" +
                    fmt::format("mad.wide.s32 %rd4, %r6, 4, %rd{};\n", other_array()) +
                    "ld.global.u32 %r8, [%rd4];\n" + add;
            break;
        default: // as far as the bound, and on in the next round
            text += "setp.ge.s32 %p2, %r11, %r9;\n" + fmt::format("@%p2 bra DONE{};\n", labels_) +
                    fmt::format("mad.wide.s32 %rd4, %r11, 4, %rd{};\n", stored_) +
                    "st.global.u32 [%rd4], %r5;\nadd.s32 %r11, %r11, 32;\n" +
                    fmt::format("DONE{}:\n", labels_);
            ++labels_;
        }
    }

    std::mt19937_64 random_;
    std::uint64_t stored_ = 0, labels_ = 0;
    bool is_tidy_ = false;
};

} // namespace vgpu::observe::test
