// What lanes and threads do together: shuffles, votes, matches, reductions and barriers.
#include "ptx_statements.hpp"

namespace differential {

// Some lane of those that are here, by its number.
std::string PtxStatements::lane_of(const Region& region) {
    const std::string value = f_.some_b32(), count = f_.temporary('r');
    const std::string nth = f_.temporary('r'), result = f_.temporary('r');
    f_.line("popc.b32 {}, {}", count, region.mask);
    f_.line("rem.u32 {}, {}, {}", nth, value, count);
    f_.line("add.u32 {}, {}, 1", nth, nth);
    f_.line("fns.b32 {}, {}, 0, {}", result, region.mask, nth);
    return result;
}

// A lane that is not here has nothing to give: then the result is what the lane had. Which lane is
// asked is computed as the manual does (PTX ISA 9.7.9.6, shfl.sync).
void PtxStatements::shuffle(Region& region) {
    static constexpr const char* modes[] = {"up", "down", "bfly", "idx"};
    const unsigned mode = random_.below(4);
    const char kind = random_.pick(std::string_view("rrrfx"));
    const std::string value = f_.any(kind), result = f_.any(kind), got = f_.temporary(kind);
    const std::string in_range = f_.any('p');
    if (mode == 3 && random_.chance(30)) {
        const std::string lane = lane_of(region);
        f_.line("shfl.sync.idx.b32 {}, {}, {}, 31, {}", result, value, lane, region.mask);
        f_.trace(kind, result);
        return;
    }
    unsigned segment = 32 - (1u << random_.below(6)), clamp = mode == 0 ? 0 : 31;
    if (random_.chance(25)) {
        segment = random_.below(32);
        clamp = random_.below(32);
    }
    const std::string distance = f_.below(f_.any('r'), 64), b = f_.temporary('r');
    f_.line("and.b32 {}, {}, 31", b, distance);
    const std::string least = f_.temporary('r'), most = f_.temporary('r');
    f_.line("and.b32 {}, %lane, {}", least, segment);
    f_.line("or.b32 {}, {}, {}", most, least, clamp & ~segment);
    const std::string lane = f_.temporary('r'), fits = f_.temporary('p');
    switch (mode) {
    case 0:
        f_.line("sub.s32 {}, %lane, {}", lane, b);
        f_.line("setp.ge.s32 {}, {}, {}", fits, lane, most);
        break;
    case 1:
        f_.line("add.s32 {}, %lane, {}", lane, b);
        f_.line("setp.le.s32 {}, {}, {}", fits, lane, most);
        break;
    case 2:
        f_.line("xor.b32 {}, %lane, {}", lane, b);
        f_.line("setp.le.s32 {}, {}, {}", fits, lane, most);
        break;
    default:
        f_.line("and.b32 {}, {}, {}", lane, b, ~segment & 31);
        f_.line("or.b32 {}, {}, {}", lane, lane, least);
        f_.line("setp.le.s32 {}, {}, {}", fits, lane, most);
    }
    f_.line("selp.b32 {}, {}, %lane, {}", lane, lane, fits);
    const std::string present = f_.temporary('p'), bit = f_.temporary('r');
    f_.line("shr.u32 {}, {}, {}", bit, region.mask, lane);
    f_.line("and.b32 {}, {}, 1", bit, bit);
    f_.line("setp.ne.u32 {}, {}, 0", present, bit);
    f_.line("shfl.sync.{}.b32 {}|{}, {}, {}, {}, {}", modes[mode], got, in_range, value, distance,
            clamp | segment << 8, region.mask);
    f_.line("selp.b32 {}, {}, {}, {}", result, got, value, present);
    f_.trace(kind, result);
    f_.trace('p', in_range);
}

void PtxStatements::vote_statement(Region& region) {
    const bool inverted = random_.chance(30);
    const std::string condition = (inverted ? "!" : "") + f_.any('p');
    if (random_.chance(40)) {
        const std::string to = f_.any('r');
        f_.line("vote.sync.ballot.b32 {}, {}, {}", to, condition, region.mask);
        f_.trace('r', to);
        return;
    }
    static constexpr const char* modes[] = {"all", "any", "uni"};
    const std::string to = f_.any('p');
    f_.line("vote.sync.{}.pred {}, {}, {}", random_.pick(modes), to, condition, region.mask);
    f_.trace('p', to);
}

void PtxStatements::match(Region& region) {
    const unsigned kinds = random_.from_to(1, 6);
    const std::string value = f_.below(f_.some_b32(), kinds);
    const std::string to = f_.any('r'), all = f_.any('p');
    std::string operand = value;
    const bool wide = random_.chance(40);
    if (wide) {
        operand = f_.temporary('d');
        f_.line("mov.b64 {}, {{{}, {}}}", operand, value, value);
    }
    if (random_.chance(50))
        f_.line("match.any.sync.b{} {}, {}, {}", wide ? 64 : 32, to, operand, region.mask);
    else
        f_.line("match.all.sync.b{} {}|{}, {}, {}", wide ? 64 : 32, to, all, operand, region.mask);
    f_.trace('r', to);
    f_.trace('p', all);
}

void PtxStatements::reduce(Region& region) {
    static constexpr const char* operations[] = {"add.u32", "add.s32", "min.u32",
                                                 "min.s32", "max.u32", "max.s32",
                                                 "and.b32", "or.b32",  "xor.b32"};
    const char* operation = random_.pick(operations);
    const std::string value = f_.some_b32(), to = f_.any('r');
    f_.line("redux.sync.{} {}, {}, {}", operation, to, value, region.mask);
    f_.trace('r', to);
}

void PtxStatements::warp_barrier(Region& region) { f_.line("bar.warp.sync {}", region.mask); }

void PtxStatements::barrier() {
    static constexpr const char* forms[] = {"bar.sync 0",      "bar.sync 0",
                                            "bar.sync 3",      "barrier.sync 0",
                                            "barrier.sync 15", "barrier.sync.aligned 1"};
    f_.line("{}", random_.pick(forms));
}

void PtxStatements::block_barrier(Region&) {
    const unsigned id = random_.below(4);
    const bool inverted = random_.chance(30);
    const std::string condition = (inverted ? "!" : "") + f_.any('p');
    switch (random_.below(3)) {
    case 0:
        f_.line("bar.red.popc.u32 {}, {}, {}", f_.any('r'), id, condition);
        break;
    case 1:
        f_.line("bar.red.and.pred {}, {}, {}", f_.any('p'), id, condition);
        break;
    default:
        f_.line("bar.red.or.pred {}, {}, {}", f_.any('p'), id, condition);
    }
}

} // namespace differential
