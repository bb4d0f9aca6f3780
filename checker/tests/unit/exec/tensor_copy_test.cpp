// Copies of tensors' boxes and copies to other blocks of a cluster: values and faults. What a GPU
// answers to more of it is in checker/tests/silicon, api_tensors.txt and api_bulk.txt.
#include "machine.hpp"

#include "vgpu/exec/tensor_map.hpp"

#include <catch2/matchers/catch_matchers_string.hpp>

#include <numeric>

using namespace vgpu::exec;
using namespace vgpu::exec::test;
using Catch::Matchers::ContainsSubstring;

namespace {

constexpr std::string_view kernels = R"(
.visible .entry load(.param .align 64 .b8 map[128], .param .u32 px, .param .u32 py, .param .u32 offset,
                     .param .u32 bytes, .param .u64 out)
{
    .shared .align 1024 .b8 tile[2048];
    .shared .align 8 .b64 bar;
    .reg .b32 at, b, x, y, n, i;
    .reg .b64 m, to;
    .reg .pred p;
    mov.b64 m, map;
    cvta.param.u64 m, m;
    ld.param.u32 x, [px];
    ld.param.u32 y, [py];
    ld.param.u32 n, [bytes];
    mov.u32 at, tile;
    ld.param.u32 i, [offset];
    add.u32 at, at, i;
    mov.u32 b, bar;
    mbarrier.init.shared.b64 [b], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [b], n;
    cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [at], [m, {x, y}], [b];
W:  mbarrier.try_wait.parity.shared.b64 p, [b], 0;
    @!p bra W;
    ld.param.u64 to, [out];
    mov.u32 i, 0;
    mov.u32 at, tile;
C:  ld.shared.u32 x, [at];
    st.global.u32 [to], x;
    add.u32 at, at, 4;
    add.u64 to, to, 4;
    add.u32 i, i, 1;
    setp.lt.u32 p, i, 512;
    @p bra C;
    ret;
}
.visible .entry store(.param .align 64 .b8 map[128], .param .u32 px, .param .u32 py, .param .u32 adds)
{
    .shared .align 128 .b8 tile[128];
    .reg .b32 at, x, y, i;
    .reg .b64 m;
    .reg .pred p;
    mov.b64 m, map;
    cvta.param.u64 m, m;
    ld.param.u32 x, [px];
    ld.param.u32 y, [py];
    mov.u32 at, tile;
    mov.u32 i, 0;
F:  st.shared.u32 [at], i;
    add.u32 at, at, 4;
    add.u32 i, i, 1;
    setp.lt.u32 p, i, 32;
    @p bra F;
    mov.u32 at, tile;
    ld.param.u32 i, [adds];
    setp.ne.u32 p, i, 0;
    @p cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.bulk_group [m, {x, y}], [at];
    @!p cp.async.bulk.tensor.2d.global.shared::cta.bulk_group [m, {x, y}], [at];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}
.visible .entry store_line(.param .align 64 .b8 map[128], .param .u32 px)
{
    .shared .align 128 .b8 tile[128];
    .reg .b32 at, x;
    .reg .b64 m;
    mov.b64 m, map;
    cvta.param.u64 m, m;
    ld.param.u32 x, [px];
    mov.u32 at, tile;
    st.shared.u32 [at], 5;
    cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [m, {x}], [at];
    cp.async.bulk.commit_group;
    cp.async.bulk.wait_group 0;
    ret;
}
.visible .entry send(.param .u64 out)
{
    .shared .align 16 .b8 mine[16];
    .shared .align 16 .b8 theirs[16];
    .shared .align 8 .b64 bar;
    .reg .b32 rank, other, a, b, t, v;
    .reg .b64 to, wide;
    .reg .pred p;
    mov.u32 rank, %cluster_ctarank;
    xor.b32 other, rank, 1;
    mov.u32 a, mine;
    st.shared.u32 [a], rank;
    st.shared.u32 [a+4], 7;
    st.shared.u32 [a+8], 8;
    st.shared.u32 [a+12], 9;
    mov.u32 b, bar;
    mbarrier.init.shared.b64 [b], 2;
    mbarrier.arrive.expect_tx.shared.b64 _, [b], 20;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 t, theirs;
    mapa.shared::cluster.u32 t, t, other;
    mapa.shared::cluster.u32 v, b, other;
    cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [t], [a], 16, [v];
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [t+4], 100, [v];
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [v];
W:  mbarrier.try_wait.parity.shared.b64 p, [b], 0;
    @!p bra W;
    ld.param.u64 to, [out];
    mul.wide.u32 wide, rank, 8;
    add.u64 to, to, wide;
    mov.u32 t, theirs;
    ld.shared.u32 v, [t];
    st.global.u32 [to], v;
    ld.shared.u32 v, [t+4];
    st.global.u32 [to+4], v;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    ret;
}
)";

// 32 words wide, 16 high.
class Tensor {
  public:
    Tensor() : device_(kernels) {
        std::vector<std::uint32_t> words(32 * 16);
        std::iota(words.begin(), words.end(), 1000u);
        map_.address = device_.upload(words);
        map_.type = TensorType::uint32;
        map_.rank = 2;
        map_.dims = {32, 16};
        map_.strides = {128};
        map_.box = {8, 4};
        map_.steps = {1, 1};
    }
    LaunchResult load(int x, int y, std::uint32_t offset, std::uint32_t bytes) {
        out_ = device_.upload(std::vector<std::uint32_t>(512, 0));
        return device_.run("load", grid(1, 1), image_of(map_), x, y, offset, bytes, out_);
    }
    std::vector<std::uint32_t> loaded(int x, int y, std::uint32_t offset, std::uint32_t bytes) {
        const LaunchResult result = load(x, y, offset, bytes);
        if (result.fault) {
            INFO(result.fault->message << " " << result.fault->detail);
            REQUIRE_FALSE(result.fault);
        }
        return device_.download<std::uint32_t>(out_, 512);
    }
    std::vector<std::uint32_t> stored(int x, int y, std::uint32_t adds) {
        device_.run_well("store", grid(1, 1), image_of(map_), x, y, adds);
        return device_.download<std::uint32_t>(map_.address, 32 * 16);
    }
    Fault fault(int x, int y, std::uint32_t offset, std::uint32_t bytes) {
        const LaunchResult result = load(x, y, offset, bytes);
        REQUIRE(result.fault);
        return *result.fault;
    }
    TestDevice device_;
    TensorMap map_;
    std::uint64_t out_ = 0;
};

std::uint32_t word(int x, int y) { return static_cast<std::uint32_t>(1000 + 32 * y + x); }

} // namespace

TEST_CASE("tensor copies: a box comes with its rows one behind the other, zeros outside") {
    Tensor tensor;
    const auto inside = tensor.loaded(4, 3, 128, 128);
    CHECK(inside[32] == word(4, 3));
    CHECK(inside[39] == word(11, 3));
    CHECK(inside[40] == word(4, 4));
    CHECK(inside[63] == word(11, 6));
    const auto across = tensor.loaded(-4, 14, 0, 128);
    CHECK(across[3] == 0);
    CHECK(across[4] == word(0, 14));
    CHECK(across[12] == word(0, 15));
    CHECK(across[20] == 0);
    tensor.map_.steps = {1, 3};
    const auto apart = tensor.loaded(0, 0, 0, 64);
    CHECK(apart[8] == word(0, 3));
}

TEST_CASE("tensor copies: swizzles, with rows as long as the swizzle and shorter") {
    Tensor tensor;
    tensor.map_.swizzle = Swizzle::of_32;
    tensor.map_.box = {8, 8};
    const auto narrow = tensor.loaded(0, 0, 0, 256);
    CHECK(narrow[0] == word(0, 0));
    CHECK(narrow[32] == word(4, 4)); // the fifth row begins with its other half
    CHECK(narrow[36] == word(0, 4));
    tensor.map_.swizzle = Swizzle::of_128;
    tensor.map_.box = {4, 2};
    const auto gaps = tensor.loaded(0, 0, 0, 32);
    CHECK(gaps[0] == word(0, 0));
    CHECK(gaps[32 + 4] == word(0, 1));
}

TEST_CASE("tensor copies: only what the tensor has is written, and sums are added") {
    Tensor tensor;
    const auto written = tensor.stored(28, 14, 0);
    CHECK(written[14 * 32 + 27] == word(27, 14));
    CHECK(written[14 * 32 + 28] == 0);
    CHECK(written[15 * 32 + 31] == 11);
    const auto added = tensor.stored(0, 0, 1);
    CHECK(added[1] == word(1, 0) + 1);
    CHECK(added[3 * 32 + 7] == word(7, 3) + 31);
}

TEST_CASE("tensor copies: wrong maps and places are faults") {
    Tensor tensor;
    CHECK(tensor.fault(0, 0, 16, 128).message == "Misaligned box of a tensor");
    CHECK_THAT(tensor.fault(0, 0, 2048, 128).message,
               ContainsSubstring("Invalid __shared__ write of size 16 bytes"));
    tensor.map_.rank = 1;
    CHECK(tensor.fault(0, 0, 0, 128).message == "Tensor map of another rank");
    tensor.map_.rank = 2;
    tensor.map_.dims = {32, 17};
    CHECK_THAT(tensor.fault(0, 14, 0, 128).message,
               ContainsSubstring("Invalid __global__ read of size"));
    const LaunchResult zeros =
        tensor.device_.run("load", grid(1, 1), TensorMapImage{}, 0, 0, 0u, 128u, tensor.out_);
    REQUIRE(zeros.fault);
    CHECK(zeros.fault->message == "Invalid tensor map");
}

TEST_CASE("tensor copies: the piece in which a row ends is written to its end") {
    Tensor tensor;
    tensor.map_.dims = {29, 16};
    const auto written = tensor.stored(28, 14, 0);
    CHECK(written[14 * 32 + 27] == word(27, 14));
    CHECK(written[14 * 32 + 28] == 0);
    CHECK(written[15 * 32 + 31] == 11);
    CHECK(tensor.stored(28, 14, 1)[15 * 32 + 31] == 22);
    tensor.map_.dims = {28, 16};
    const auto beside = tensor.stored(28, 0, 0);
    CHECK(beside[28] == word(28, 0));
}

TEST_CASE("tensor copies: a box begins at a multiple of 16 bytes") {
    Tensor tensor;
    CHECK(tensor.loaded(4, 1, 0, 128)[8] == word(4, 2));
    CHECK(tensor.fault(1, 0, 0, 128).message == "Misaligned coordinate of a tensor");
    tensor.map_.rank = 1;
    tensor.device_.run_well("store_line", grid(1, 1), image_of(tensor.map_), 4);
    CHECK(tensor.device_.download<std::uint32_t>(tensor.map_.address, 5)[4] == 5);
    const LaunchResult off =
        tensor.device_.run("store_line", grid(1, 1), image_of(tensor.map_), -7);
    REQUIRE(off.fault);
    CHECK(off.fault->message == "Misaligned coordinate of a tensor");
}

TEST_CASE("tensor copies: loads may begin before the tensor, stores and reductions may not") {
    Tensor tensor;
    CHECK(tensor.loaded(-4, 1, 0, 128)[4] == word(0, 1));
    tensor.map_.rank = 1;
    const LaunchResult before =
        tensor.device_.run("store_line", grid(1, 1), image_of(tensor.map_), -8);
    REQUIRE(before.fault);
    CHECK(before.fault->message == "Negative coordinate of a tensor");
    CHECK_THAT(before.fault->detail, ContainsSubstring("begins at -8 in dimension 1"));
}

TEST_CASE("bulk copies: to the other block of a cluster, whose mbarrier waits") {
    Tensor tensor;
    const std::uint64_t out = tensor.device_.upload(std::vector<std::uint32_t>(4, 0));
    LaunchConfig config = grid(2, 1);
    config.cluster = {2, 1, 1};
    config.explicit_cluster = true;
    tensor.device_.run_well("send", config, out);
    CHECK(tensor.device_.download<std::uint32_t>(out, 4) ==
          std::vector<std::uint32_t>{1, 107, 0, 107});
}
