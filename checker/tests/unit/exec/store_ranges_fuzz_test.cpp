// Random arithmetic, comparisons and loops in front of stores: no array of which an observer was
// offered not to be told may be stored to.
//
// WORKBOOK_STORE_RANGES_SEEDS=50000 tries that many more.
#include "machine.hpp"

#include <cstdlib>
#include <fmt/format.h>
#include <random>
#include <set>

using namespace vgpu::exec;
using namespace vgpu::exec::test;
namespace ptx = vgpu::ptx;

namespace {

constexpr std::uint64_t arrays = 8, words = 256, bytes = 4 * words;

class Witness final : public Observer {
  public:
    std::uint32_t wants() const override { return event_access; }
    std::uint64_t* on_exemption(RepeatedAccess&, std::uint64_t, ptx::Space, std::uint64_t begin,
                                std::uint64_t) override {
        offered.insert(begin);
        return &times;
    }
    void on_access(const AccessEvent& event) override {
        if (event.again != nullptr)
            event.again->short_handler = [](RepeatedAccess&, std::uint64_t, const WarpPlace&) {
                return true;
            };
        if (event.operation->action == vgpu::isa::MemoryAction::load) return;
        for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1)
            stored.insert(event.addresses[std::countr_zero(rest)]);
    }
    std::set<std::uint64_t> offered, stored;
    std::uint64_t times = 0;
};

// Registers %r10 to %r17 and %rd10 to %rd15 have values of all kinds; %rd0 to %rd7 the arrays.
class Kernel {
  public:
    explicit Kernel(unsigned seed) : random_(seed) {
        text = ".visible .entry k(";
        for (std::uint64_t i = 0; i < arrays; ++i) text += fmt::format(".param .u64 a{}, ", i);
        text += ".param .u32 n)\n{\n.reg .pred %p<10>;\n.reg .b32 %r<30>;\n.reg .b64 %rd<30>;\n";
        for (std::uint64_t i = 0; i < arrays; ++i)
            text += fmt::format("ld.param.u64 %rd{}, [a{}];\n", i, i);
        text += "ld.param.u32 %r1, [n];\nmov.u32 %r2, %tid.x;\nmov.u32 %r3, 0;\n$loads:\n"
                "mul.wide.u32 %rd20, %r2, 4;\n";
        for (std::uint64_t i = 0; i < arrays; ++i)
            text += fmt::format("add.s64 %rd21, %rd{}, %rd20;\nld.global.u32 %r{}, [%rd21];\n", i,
                                10 + i);
        text += "add.u32 %r3, %r3, 1;\nsetp.lt.u32 %p9, %r3, 36;\n@%p9 bra $loads;\n"
                "mov.u32 %r10, %tid.x;\nmov.u32 %r11, %ctaid.x;\nmov.u32 %r12, %r1;\n"
                "mov.u32 %r13, 7;\nmov.u32 %r18, 0;\n";
        for (int i = 10; i < 16; ++i) text += fmt::format("cvt.s64.s32 %rd{}, %r{};\n", i, i);
        for (int i = 1; i < 5; ++i) text += fmt::format("setp.lt.s32 %p{}, %r{}, 100;\n", i, 9 + i);
        for (std::uint64_t i = below(4) + 1; i != 0; --i) part();
        text += "$end:\nret;\n}\n";
    }
    std::string text;

  private:
    std::uint64_t below(std::uint64_t end) { return random_() % end; }
    template <std::size_t count>
    std::string one_of(const char* const (&all)[count]) {
        return all[below(count)];
    }
    std::string constant() {
        if (below(4) != 0) return fmt::format("{}", below(8) == 0 ? below(300) : below(17));
        return one_of({"31", "64", "255", "256", "1024", "-1", "-4", "-256", "100000", "0x7fffffff",
                       "0x80000000"});
    }
    std::string word() { return fmt::format("%r{}", 10 + below(8)); }
    std::string long_word() { return fmt::format("%rd{}", 10 + below(6)); }
    std::string predicate() { return fmt::format("%p{}", 1 + below(4)); }
    std::string word_or_constant() { return below(3) == 0 ? constant() : word(); }
    std::string long_or_constant() { return below(3) == 0 ? constant() : long_word(); }

    void part() {
        const std::uint64_t label = labels_++;
        switch (below(5)) {
        case 0: // jumped over, or left
            compare();
            text += fmt::format("@{}{} bra $skip{};\n", below(2) == 0 ? "!" : "", compared_, label);
            statements();
            text += fmt::format("$skip{}:\n", label);
            break;
        case 1: // a loop with a bound, on a register that the body may change
            text += fmt::format("mov.u32 %r19, 0;\n$again{}:\n", label);
            statements();
            compare();
            text += fmt::format("add.s32 %r19, %r19, 1;\nsetp.ge.u32 %p8, %r19, 5;\n@%p8 bra "
                                "$out{0};\n@{1} bra $again{0};\n$out{0}:\n",
                                label, compared_);
            break;
        default:
            statements();
        }
    }
    void statements() {
        for (std::uint64_t i = below(4); i != 0; --i) statement();
        if (below(3) != 0) store();
    }
    void compare() {
        static constexpr const char* relations[] = {"lt.s32", "le.s32", "gt.s32", "ge.s32",
                                                    "lt.u32", "le.u32", "gt.u32", "ge.u32",
                                                    "eq.s32", "ne.u32", "lo.u32", "hs.u32"};
        static constexpr const char* long_relations[] = {"lt.s64", "ge.s64", "gt.u64", "le.u64"};
        compared_ = predicate();
        if (below(4) == 0)
            text += fmt::format("setp.{} {}, {}, {};\n", one_of(long_relations), compared_,
                                long_word(), long_or_constant());
        else
            text += fmt::format("setp.{} {}{}, {}, {};\n", one_of(relations), compared_,
                                below(8) == 0 ? "|%p5" : "", word(), word_or_constant());
        if (below(4) == 0)
            text += fmt::format("{}.pred {}, {}, {};\n", below(2) == 0 ? "and" : "or",
                                compared_ = predicate(), predicate(), predicate());
    }
    void statement() {
        static constexpr const char* two[] = {"add.s32", "sub.s32", "mul.lo.s32", "and.b32",
                                              "or.b32",  "xor.b32", "min.s32",    "max.s32",
                                              "min.u32", "max.u32", "mul.lo.u32", "add.u32"};
        static constexpr const char* long_two[] = {"add.s64", "sub.s64", "mul.lo.s64", "and.b64",
                                                   "or.b64",  "min.s64", "max.u64",    "add.u64"};
        text += guard();
        switch (below(12)) {
        case 0:
            text += fmt::format("mad.lo.s32 {}, {}, {}, {};\n", word(), word(), word_or_constant(),
                                word_or_constant());
            break;
        case 1:
            text += fmt::format("{} {}, {}, {};\n", one_of({"shl.b32", "shr.s32", "shr.u32"}),
                                word(), word(), below(40));
            break;
        case 2:
            text += fmt::format("{} {}, {}, {};\n", one_of({"shl.b64", "shr.s64", "shr.u64"}),
                                long_word(), long_word(), below(70));
            break;
        case 3:
            text += fmt::format("{} {}, {}, {};\n",
                                one_of({"rem.s32", "rem.u32", "div.s32", "div.u32"}), word(),
                                word(), one_of({"1", "3", "8", "256", "%r13"}));
            break;
        case 4:
            text += fmt::format("{} {}, {}, {};\n", one_of({"mul.wide.s32", "mul.wide.u32"}),
                                long_word(), word(), word_or_constant());
            break;
        case 5:
            text +=
                fmt::format("{} {}, {};\n", one_of({"cvt.s64.s32", "cvt.u64.u32", "cvt.s64.u32"}),
                            long_word(), word());
            break;
        case 6:
            text += fmt::format("{} {}, {};\n", one_of({"cvt.u32.u64", "cvt.s32.s64"}), word(),
                                long_word());
            break;
        case 7:
            text += fmt::format("selp.b32 {}, {}, {}, {};\n", word(), word_or_constant(),
                                word_or_constant(), predicate());
            break;
        case 8:
        case 9:
            text += fmt::format("{} {}, {}, {};\n", one_of(long_two), long_word(), long_word(),
                                long_or_constant());
            break;
        default:
            text +=
                fmt::format("{} {}, {}, {};\n", one_of(two), word(), word(), word_or_constant());
        }
    }
    // Leaves a value in %r20 that is bounded in one way or another, but not always.
    void bound() {
        text += fmt::format("{} %r20, {}, {};\n",
                            one_of({"and.b32", "rem.u32", "min.u32", "add.s32", "shr.u32"}), word(),
                            1 + below(300));
        if (below(3) == 0)
            text += fmt::format("{}{} %r20, {}, {};\n", guard(),
                                one_of({"add.s32", "sub.s32", "mul.lo.s32", "max.s32", "or.b32"}),
                                below(2) == 0 ? "%r20" : word(), 1 + below(300));
        if (below(3) == 0) {
            const std::string relation =
                one_of({"lt.s32", "le.s32", "gt.s32", "ge.s32", "lt.u32", "gt.u32", "eq.s32"});
            const std::string other = below(2) == 0 ? fmt::format("{}", below(300)) : word();
            text += fmt::format("setp.{} %p1, {};\n", relation,
                                below(2) == 0 ? "%r20, " + other : other + ", %r20");
            if (below(6) == 0) text += "add.s32 %r20, %r20, 200;\n";
            text += fmt::format("@{}%p1 bra $end;\n", below(2) == 0 ? "!" : "");
        }
    }
    std::string guard() {
        return below(6) == 0 ? fmt::format("@{}{} ", below(2) == 0 ? "!" : "", predicate()) : "";
    }

    // Only where it hits an array, which the analysis does not see.
    void store() {
        bound();
        const std::uint64_t to = below(3);
        const std::string place = fmt::format("%rd{}", to);
        const std::string index = below(4) == 0 ? word() : "%r20";
        switch (below(5)) {
        case 0:
            text += fmt::format("mad.wide.s32 %rd16, {}, 4, {};\n", index, place);
            break;
        case 1:
            text += fmt::format("mad.wide.u32 %rd16, {}, 4, {};\n", index, place);
            break;
        case 2:
            text += fmt::format("cvt.s64.s32 %rd16, {};\n{} %rd16, %rd16, {};\n"
                                "shl.b64 %rd16, %rd16, 2;\nadd.s64 %rd16, %rd16, {};\n",
                                index, one_of({"add.s64", "and.b64", "shr.s64", "min.s64"}),
                                1 + below(30), place);
            break;
        case 3:
            text += fmt::format("shl.b64 %rd16, {}, 2;\nadd.s64 %rd16, %rd16, {};\n", long_word(),
                                place);
            break;
        default: // from one array to another
            text += fmt::format("sub.s64 %rd17, %rd{}, {};\nmad.wide.s32 %rd16, {}, 4, {};\n"
                                "add.s64 %rd16, %rd16, %rd17;\n",
                                below(arrays), place, index, place);
        }
        text += "and.b64 %rd18, %rd16, 3;\nsetp.eq.s64 %p7, %rd18, 0;\nsetp.ne.s64 %p6, %rd18, "
                "%rd18;\nxor.b64 %rd18, %rd16, 0;\n";
        for (std::uint64_t i = 0; i < arrays; ++i)
            text += fmt::format("sub.s64 %rd19, %rd18, %rd{};\nsetp.le.and.u64 %p0, %rd19, {}, "
                                "%p7;\nor.pred %p6, %p6, %p0;\n",
                                i, bytes - 4);
        text += below(3) == 0 ? fmt::format("@!%p6 bra $no{0};\nst.global.u32 [%rd16], %r10;\n"
                                            "$no{0}:\n",
                                            labels_++)
                              : "@%p6 red.global.add.u32 [%rd16], 1;\n";
    }

    std::mt19937_64 random_;
    std::string compared_;
    std::uint64_t labels_ = 0;
};

struct Tried {
    bool stored = false, offered = false, offered_some = false;
};

Tried run(unsigned seed) {
    const Kernel kernel(seed);
    INFO("seed " << seed << "\n" << kernel.text);
    TestDevice device(kernel.text, {.memory_bytes = 16 << 20});
    const auto witness = std::make_shared<Witness>();
    device->add_observer(witness);
    std::mt19937 random(seed);
    std::array<std::uint64_t, arrays> at{};
    for (std::uint64_t& array : at) {
        std::vector<std::uint32_t> values(words);
        for (std::uint32_t& value : values) value = random() >> random() % 32; // small ones, too
        array = device.upload(values);
    }
    const std::uint32_t n = random() >> random() % 32;
    device.run_well("k", grid(3, 64), at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7], n);
    Tried tried;
    tried.stored = !witness->stored.empty();
    tried.offered = !witness->offered.empty();
    tried.offered_some = tried.offered && witness->offered.size() < arrays;
    for (const std::uint64_t begin : witness->offered) {
        const auto hit = witness->stored.lower_bound(begin);
        CHECK((hit == witness->stored.end() || *hit >= begin + bytes));
    }
    return tried;
}

} // namespace

TEST_CASE("random arithmetic: what is offered as only read is not stored to") {
    unsigned seeds = 200;
    if (const char* more = std::getenv("WORKBOOK_STORE_RANGES_SEEDS"))
        seeds += static_cast<unsigned>(std::atoi(more));
    int stored = 0, stored_and_offered = 0, offered_some = 0;
    for (unsigned seed = 0; seed < seeds; ++seed) {
        const Tried tried = run(seed);
        stored += tried.stored;
        stored_and_offered += tried.stored && tried.offered;
        offered_some += tried.offered_some;
    }
    INFO(stored << " " << stored_and_offered << " " << offered_some);
    CHECK(stored > 100); // that something was tried
    CHECK(stored_and_offered > 30);
    CHECK(offered_some > 20);
}
