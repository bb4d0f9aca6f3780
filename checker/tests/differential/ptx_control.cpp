// Which lanes execute what: branches, loops, switches, jumps, calls.
#include "ptx_statements.hpp"

namespace differential {

// A predicate with something to tell the lanes apart by.
std::string PtxStatements::fresh_predicate() {
    const std::string result = f_.temporary('p');
    if (random_.chance(40)) {
        // Not the predicate itself: where a branch's outcome follows from an earlier one on the
        // same predicate, ptxas 13.0 crashes on a division in the part that is never reached.
        const std::string bit = f_.temporary('r'), odd = f_.temporary('p');
        const std::string word = f_.any('r'), old = f_.any('p');
        f_.line("and.b32 {}, {}, {}", bit, word, 1u << random_.below(10));
        f_.line("setp.ne.u32 {}, {}, 0", odd, bit);
        f_.line("xor.pred {}, {}, {}", result, odd, old);
        return result;
    }
    switch (random_.below(3)) {
    case 0: {
        const std::string bit = f_.temporary('r');
        const std::string word = f_.any('r');
        f_.line("and.b32 {}, {}, {}", bit, word, 1u << random_.below(6));
        f_.line("setp.ne.u32 {}, {}, 0", result, bit);
        break;
    }
    case 1: {
        const std::string part = f_.temporary('r');
        f_.line("and.b32 {}, %lane, {}", part, random_.from_to(1, 31));
        f_.line("setp.gt.u32 {}, {}, {}", result, part, random_.below(16));
        break;
    }
    default: {
        const std::string left = f_.any('r'), right = f_.any('r');
        f_.line("setp.lt.s32 {}, {}, {}", result, left, right);
    }
    }
    return result;
}

// The lanes of the region for which the predicate holds.
std::string PtxStatements::vote(const Region& region, const std::string& predicate) {
    if (region.mask.empty()) return "";
    const std::string result = f_.temporary('r');
    f_.line("vote.sync.ballot.b32 {}, {}, {}", result, predicate, region.mask);
    return result;
}

std::string PtxStatements::without(const std::string& mask, const std::string& lanes) {
    if (mask.empty()) return "";
    const std::string inverse = f_.temporary('r'), result = f_.temporary('r');
    f_.line("not.b32 {}, {}", inverse, lanes);
    f_.line("and.b32 {}, {}, {}", result, mask, inverse);
    return result;
}

Region PtxStatements::inner(const Region& region, std::string mask) const {
    Region result;
    result.mask = std::move(mask);
    result.others_open = region.others_open;
    result.depth = region.depth + 1;
    result.repeats = region.repeats;
    return result;
}

void PtxStatements::branch(Region& region) {
    const std::string condition = fresh_predicate();
    const std::string taken = vote(region, condition);
    const std::string other = f_.new_label(), end = f_.new_label();
    const bool with_else = random_.chance(60);
    f_.line("@!{} bra {}", condition, with_else ? other : end);
    Region first = inner(region, taken);
    block(first, random_.from_to(1, 5));
    if (with_else) {
        f_.line("bra {}", end);
        f_.put_label(other);
        Region second = inner(region, without(region.mask, taken));
        block(second, random_.from_to(1, 5));
    }
    f_.put_label(end);
}

// All threads of a block go the same way.
void PtxStatements::branch_uniform(Region& region) {
    const std::string word = f_.temporary('r'), condition = f_.temporary('p');
    const std::string other = f_.new_label(), end = f_.new_label();
    if (random_.chance(70))
        f_.line("mov.u32 {}, %ctaid.x", word);
    else
        f_.line("ld.param.b32 {}, [salt+{}]", word, 4 * random_.below(2));
    f_.line("and.b32 {}, {}, {}", word, word, 1 << random_.below(2));
    f_.line("setp.ne.u32 {}, {}, 0", condition, word);
    f_.line("@{} bra{} {}", condition, random_.chance(50) ? ".uni" : "", other);
    Region first = inner(region, region.mask), second = first;
    first.whole_block = second.whole_block = true;
    block(first, random_.from_to(1, 4));
    f_.line("bra.uni {}", end);
    f_.put_label(other);
    block(second, random_.from_to(1, 4));
    f_.put_label(end);
}

// Each lane goes round as often as its own number says; a jump in the body may leave early or go
// on. Jumps lead to the latch, where the lanes of the loop meet and vote on who stays.
void PtxStatements::loop(Region& region) {
    const unsigned most = 1u << random_.from_to(1, 3);
    const std::string trips = f_.below(f_.any('r'), most);
    const std::string counter = f_.temporary('r'), stay = f_.temporary('p');
    const std::string head = f_.new_label(), latch = f_.new_label(), end = f_.new_label();
    std::string in_loop;
    f_.line("mov.b32 {}, 0", counter);
    if (!region.mask.empty()) {
        in_loop = f_.temporary('r');
        f_.line("mov.b32 {}, {}", in_loop, region.mask);
    }
    f_.put_label(head);
    f_.line("setp.lt.u32 {}, {}, {}", stay, counter, trips);
    if (!in_loop.empty()) {
        const std::string staying = f_.temporary('r');
        f_.line("vote.sync.ballot.b32 {}, {}, {}", staying, stay, in_loop);
        f_.line("mov.b32 {}, {}", in_loop, staying);
    }
    f_.line("@!{} bra {}", stay, end);
    Region body = inner(region, in_loop);
    body.repeats = region.repeats * 8;
    body.latch = latch;
    body.counter = counter;
    block(body, random_.from_to(2, 6));
    f_.put_label(latch);
    f_.line("add.u32 {}, {}, 1", counter, counter);
    f_.line("bra {}", head);
    f_.put_label(end);
}

void PtxStatements::loop_uniform(Region& region) {
    const std::string counter = f_.temporary('r'), again = f_.temporary('p');
    const std::string head = f_.new_label();
    f_.line("mov.b32 {}, {}", counter, random_.from_to(1, 4));
    f_.put_label(head);
    Region body = inner(region, region.mask);
    body.whole_block = region.whole_block;
    body.repeats = region.repeats * 4;
    block(body, random_.from_to(2, 6));
    f_.line("sub.u32 {}, {}, 1", counter, counter);
    f_.line("setp.ne.s32 {}, {}, 0", again, counter);
    f_.line("@{} bra {}", again, head);
}

void PtxStatements::switch_(Region& region) {
    const unsigned count = random_.from_to(2, 5);
    const std::string selector = f_.below(f_.any('r'), count), end = f_.new_label();
    std::vector<std::string> labels, masks;
    for (unsigned i = 0; i < count; ++i) {
        labels.push_back(f_.new_label());
        if (region.mask.empty()) continue;
        const std::string equal = f_.temporary('p');
        f_.line("setp.eq.u32 {}, {}, {}", equal, selector, i);
        masks.push_back(vote(region, equal));
    }
    const std::string table = f_.new_label();
    f_.raw(fmt::format("{}: .branchtargets {};", table, fmt::join(labels, ", ")));
    f_.line("brx.idx {}, {}", selector, table);
    for (unsigned i = 0; i < count; ++i) {
        f_.put_label(labels[i]);
        Region one = inner(region, region.mask.empty() ? "" : masks[i]);
        block(one, random_.from_to(1, 3));
        // Without masks to keep a case may run into the next one.
        if (!region.mask.empty() || random_.chance(60)) f_.line("bra {}", end);
    }
    f_.put_label(end);
}

// Some lanes leave the loop, go on with its next round, or leave the function.
void PtxStatements::jump(Region& region) {
    std::string condition = fresh_predicate();
    const std::string stay = f_.new_label();
    if (region.top && is_kernel()) { // thread 0 has work to do at the end
        const std::string not_first = f_.temporary('p'), both = f_.temporary('p');
        f_.line("setp.ne.u32 {}, %thread, 0", not_first);
        f_.line("and.pred {}, {}, {}", both, condition, not_first);
        condition = both;
    }
    const std::string leaving = vote(region, condition);
    f_.line("@!{} bra {}", condition, stay);
    Region last = inner(region, leaving);
    block(last, random_.from_to(1, 3));
    if (!region.latch.empty()) {
        if (random_.chance(50)) f_.line("mov.b32 {}, 1000", region.counter); // break
        f_.line("bra {}", region.latch);
    } else if (is_kernel()) {
        f_.line("{}", random_.chance(50) ? "ret" : "exit");
    } else {
        store_result();
        f_.line("ret");
    }
    f_.put_label(stay);
    region.mask = without(region.mask, leaving);
}

bool PtxStatements::can_call(const Region& region) const {
    if (!style_.calls || number_ == 0) return false;
    return region.repeats <= (is_kernel() ? 8 : 1);
}

bool PtxStatements::can_recurse(const Region& region) const {
    return !is_kernel() && !recursed_ && region.repeats == 1 && region.depth < 3;
}

void PtxStatements::emit_call(const Region& region, const std::string& callee,
                              const std::string& mask, bool deeper) {
    const std::string depth = f_.temporary('r'), wide = f_.any('d'), word = f_.any('r');
    const std::string number = f_.any('f'), argument = f_.any('r'), wide_argument = f_.any('d');
    const std::string float_argument = f_.any('f');
    if (deeper)
        f_.line("sub.u32 {}, %depth, 1", depth);
    else
        f_.line("mov.b32 {}, {}", depth, is_kernel() && region.repeats == 1 ? random_.below(4) : 0);
    f_.raw("    {");
    f_.line(".param .b32 word");
    f_.line(".param .b64 wide");
    f_.line(".param .align 16 .b8 others[32]");
    f_.line(".param .align 8 .b8 returned[16]");
    f_.line("st.param.b32 [word], {}", argument);
    f_.line("st.param.b64 [wide], {}", wide_argument);
    f_.line("st.param.v2.b32 [others], {{{}, {}}}", mask.empty() ? "0" : mask, depth);
    f_.line("st.param.b32 [others+8], {}", float_argument);
    f_.line("st.param.v2.b64 [others+16], {{%in, %scratch}}");
    const bool indirect = callee.front() == '%';
    f_.line("call (returned), {}, (word, wide, others){}", callee, indirect ? ", signature" : "");
    f_.line("ld.param.b64 {}, [returned]", wide);
    f_.line("ld.param.b32 {}, [returned+8]", word);
    f_.line("ld.param.b32 {}, [returned+12]", number);
    f_.raw("    }");
    f_.trace('d', wide);
    f_.trace('r', word);
}

void PtxStatements::call(Region& region) {
    const unsigned callees = number_; // those before it: nothing goes in circles
    if (random_.chance(60)) {
        emit_call(region, fmt::format("f{}", random_.below(callees)), region.mask, false);
        return;
    }
    // Through the table: lanes call different functions, and each may know who comes along.
    const std::string index = f_.below(f_.any('r'), callees);
    std::string mask = region.mask;
    if (!mask.empty()) {
        mask = f_.temporary('r');
        f_.line("match.any.sync.b32 {}, {}, {}", mask, index, region.mask);
    }
    const std::string address = f_.temporary('d'), at = f_.temporary('d');
    f_.line("mov.u64 {}, functions", address);
    f_.line("mad.wide.u32 {}, {}, 8, {}", at, index, address);
    f_.line("ld.global.u64 {}, [{}]", address, at);
    emit_call(region, address, mask, false);
}

void PtxStatements::recurse(Region& region) {
    recursed_ = true;
    const std::string deeper = f_.temporary('p'), both = f_.temporary('p');
    const std::string condition = fresh_predicate(), end = f_.new_label();
    f_.line("setp.gt.s32 {}, %depth, 0", deeper);
    f_.line("and.pred {}, {}, {}", both, deeper, condition);
    const std::string taken = vote(region, both);
    f_.line("@!{} bra {}", both, end);
    Region call = inner(region, taken);
    emit_call(call, fmt::format("f{}", number_), taken, true);
    f_.put_label(end);
}

} // namespace differential
