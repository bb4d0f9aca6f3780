// Memory that the host shares: the watch is told of the very bytes that a kernel reads and writes.
#include "machine.hpp"

#include "vgpu/exec/shared_watch.hpp"

#include <algorithm>
#include <numeric>

using namespace vgpu::exec;
using namespace vgpu::exec::test;

namespace {

constexpr std::size_t lane_bytes = 16, all_bytes = 32 * lane_bytes;

// %rd1 is the thread's place in shared memory, %rd2 that in the device's own, %rd3 that of the
// thread that is as far from the end; 16 bytes each. %r0 is tid.x, %r9 the address of a word.
std::string kernel_of(std::string_view body) {
    return R"(
.visible .entry k(.param .u64 shared, .param .u64 out)
{
    .shared .align 16 .b8 tile[512];
    .reg .pred %p<4>;
    .reg .b16 %h<8>;
    .reg .b32 %r<20>;
    .reg .b64 %rd<20>;
    ld.param.u64 %rd4, [shared];
    ld.param.u64 %rd5, [out];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd6, %r0, 16;
    add.s64 %rd1, %rd4, %rd6;
    add.s64 %rd2, %rd5, %rd6;
    sub.s64 %rd7, 496, %rd6;
    add.s64 %rd3, %rd4, %rd7;
    mov.u32 %r9, tile;
    shl.b32 %r10, %r0, 4;
    add.s32 %r9, %r9, %r10;
)" + std::string(body) +
           "\n    ret;\n}\n";
}

// What it was told, put together: memory as kernels know it.
struct Watch final : SharedWatch {
    std::uint64_t begin = 0;
    std::vector<std::byte> content;
    std::vector<int> reads = std::vector<int>(all_bytes), writes = reads;
    bool are_as_known = true;
    std::function<void()> after_read;

    bool meets(std::uint64_t from, std::uint64_t to) const override {
        return from < begin + all_bytes && to > begin;
    }
    bool is_outside(std::uint64_t address) const { return address - begin >= all_bytes; }
    void on_read(std::uint64_t address, std::span<const std::byte> bytes) override {
        if (is_outside(address)) return;
        const std::size_t at = address - begin;
        are_as_known &= std::equal(bytes.begin(), bytes.end(), &content[at]);
        std::copy(bytes.begin(), bytes.end(), &content[at]);
        for (std::size_t i = 0; i < bytes.size(); ++i) ++reads[at + i];
        if (after_read) after_read();
    }
    void on_write(std::uint64_t address, std::span<const std::byte> bytes) override {
        if (is_outside(address)) return;
        const std::size_t at = address - begin;
        std::copy(bytes.begin(), bytes.end(), &content[at]);
        for (std::size_t i = 0; i < bytes.size(); ++i) ++writes[at + i];
    }
    std::size_t count(const std::vector<int>& of) const {
        return static_cast<std::size_t>(
            std::count_if(of.begin(), of.end(), [](int times) { return times != 0; }));
    }
};

// With accesses, so that the executor tells of all.
struct Accesses final : Observer {
    std::function<void()> before;
    std::uint32_t wants() const override { return event_access; }
    void on_access(const AccessEvent&) override {
        if (before) before();
    }
};

struct Shared {
    explicit Shared(std::string_view body) : device(kernel_of(body)) {
        const auto address = device->memory().allocate_host_visible(all_bytes, "cudaMallocHost");
        REQUIRE(address);
        watch.begin = *address;
        watch.content.resize(all_bytes);
        for (std::size_t i = 0; i < all_bytes; ++i)
            watch.content[i] = static_cast<std::byte>(3 + 7 * i);
        std::copy(watch.content.begin(), watch.content.end(), view());
        out = device.upload(std::vector<std::byte>(all_bytes));
    }
    std::byte* view() { return device->memory().host_view(watch.begin); }
    std::vector<std::byte> shared() { return {view(), view() + all_bytes}; }
    std::vector<std::byte> outputs() { return device.download<std::byte>(out, all_bytes); }
    void run(bool is_watched) {
        if (is_watched) {
            device->add_observer(accesses);
            device->set_shared_watch(&watch);
        }
        device.run_well("k", grid(1, 32), watch.begin, out);
    }

    TestDevice device;
    Watch watch;
    std::shared_ptr<Accesses> accesses = std::make_shared<Accesses>();
    std::uint64_t out = 0;
};

struct Case {
    const char* name;
    const char* body;
    std::size_t read, written; // bytes
};

constexpr Case cases[] = {
    {"words", "ld.global.u32 %r1, [%rd1]; st.global.u32 [%rd2], %r1; st.global.u32 [%rd3+4], %r0;",
     128, 128},
    {"a row of double words",
     "shl.b32 %r2, %r0, 3; cvt.u64.u32 %rd8, %r2; add.s64 %rd8, %rd4, %rd8; "
     "ld.global.u64 %rd9, [%rd8]; add.s64 %rd9, %rd9, 1; st.global.u64 [%rd8], %rd9;",
     256, 256},
    {"vectors",
     "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd3]; "
     "st.global.v4.u32 [%rd1], {%r4, %r3, %r2, %r1};",
     512, 512},
    {"bytes and halves",
     "ld.global.s8 %r1, [%rd1+5]; ld.global.u16 %r2, [%rd1+6]; "
     "st.global.u32 [%rd2], %r1; st.global.u32 [%rd2+4], %r2; "
     "st.global.u8 [%rd3], %r2; st.global.u16 [%rd3+2], %r1;",
     96, 96},
    {"some lanes",
     "and.b32 %r1, %r0, 5; setp.eq.u32 %p1, %r1, 1; @%p1 ld.global.u32 %r2, [%rd1]; "
     "@%p1 st.global.u32 [%rd2], %r2; @!%p1 st.global.u32 [%rd1], %r0;",
     32, 96},
    {"one place",
     "ld.global.u32 %r1, [%rd4]; st.global.u32 [%rd2], %r1; "
     "st.global.u32 [%rd4+8], %r0;",
     4, 4},
    {"generic addresses and constants",
     "ld.u32 %r1, [%rd1]; st.u32 [%rd2], %r1; st.u32 [%rd1+8], %r1; "
     "ld.const.u32 %r2, [%rd3+12]; st.global.u32 [%rd2+4], %r2;",
     256, 128},
    {"atomics",
     "atom.global.add.u32 %r1, [%rd4], 5; st.global.u32 [%rd2], %r1; "
     "red.global.add.u32 [%rd1+4], 3; atom.global.exch.b64 %rd8, [%rd3+8], %rd6; "
     "st.global.u64 [%rd2+8], %rd8;",
     388, 388},
    {"copies that go on",
     "cp.async.ca.shared.global [%r9], [%rd1], 16; cp.async.wait_all; "
     "ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r9]; "
     "st.global.v4.u32 [%rd2], {%r4, %r3, %r2, %r1};",
     512, 0},
    {"the device's own memory", "ld.global.u32 %r1, [%rd2]; st.global.u32 [%rd2+4], %r1;", 0, 0},
};

} // namespace

TEST_CASE("what kernels read and write of shared memory is told, and nothing else changes") {
    for (const Case& one : cases) {
        INFO(one.name);
        Shared plain(one.body), watched(one.body);
        plain.run(false);
        watched.run(true);
        CHECK(watched.shared() == plain.shared());
        CHECK(watched.outputs() == plain.outputs());
        CHECK(watched.watch.content == plain.shared());
        CHECK(watched.watch.are_as_known);
        CHECK(watched.watch.count(watched.watch.reads) == one.read);
        CHECK(watched.watch.count(watched.watch.writes) == one.written);
    }
}

TEST_CASE("what a load is told to have read is what it has read, whenever the host writes") {
    const char* const bodies[] = {
        "ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1]; "
        "st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r4};",
        "ld.global.u64 %rd8, [%rd1]; ld.global.u64 %rd9, [%rd1+8]; st.global.u64 [%rd2], %rd8; "
        "st.global.u64 [%rd2+8], %rd9;",
        "atom.global.add.u64 %rd8, [%rd1], 0; atom.global.add.u64 %rd9, [%rd1+8], 0; "
        "st.global.u64 [%rd2], %rd8; st.global.u64 [%rd2+8], %rd9;",
        "cp.async.ca.shared.global [%r9], [%rd1], 16; cp.async.wait_all; "
        "ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [%r9]; "
        "st.global.v4.u32 [%rd2], {%r1, %r2, %r3, %r4};",
    };
    for (const char* const body : bodies) {
        INFO(body);
        Shared shared(body);
        const auto host_writes = [&] {
            for (std::size_t i = 0; i < all_bytes; ++i)
                shared.view()[i] =
                    static_cast<std::byte>(std::to_integer<int>(shared.view()[i]) + 1);
        };
        shared.accesses->before = host_writes;
        shared.watch.after_read = host_writes;
        shared.run(true);
        CHECK(shared.outputs() == shared.watch.content);
        CHECK(!shared.watch.are_as_known);
    }
}
