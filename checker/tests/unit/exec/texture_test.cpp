// Textures and surfaces: which texels are read with which weights, and what is wrong with a handle.
#include "machine.hpp"

#include "vgpu/exec/texture_filter.hpp"
#include "vgpu/exec/texture_gradients.hpp"
#include "vgpu/exec/texture_texel.hpp"

#include <bit>
#include <cmath>

using namespace vgpu::exec;
using namespace vgpu::exec::test;
using vgpu::isa::Geometry;

namespace {

Texture of_floats(std::uint64_t address, std::int64_t width, std::int64_t height = 1,
                  std::int64_t slices = 1) {
    Texture texture;
    Image image;
    image.address = address;
    image.width = width;
    image.height = height;
    image.slices = slices;
    image.pitch = static_cast<std::uint64_t>(width) * 4;
    image.slice_pitch = image.pitch * static_cast<std::uint64_t>(height);
    texture.levels.push_back(image);
    return texture;
}

FetchPlace at(float x, float y = 0, float z = 0) { return {.at = {x, y, z}}; }

std::vector<std::int64_t> columns(const Taps& taps) {
    std::vector<std::int64_t> all;
    for (std::size_t i = 0; i < static_cast<std::size_t>(taps.count); ++i)
        all.push_back(taps.all[i].is_inside ? taps.all[i].x : -1);
    return all;
}

std::vector<std::int64_t> read(const Texture& texture, float x) {
    return columns(find_taps(texture.levels.front(), texture, Geometry::line, at(x)));
}

// A fetch of one float by each lane at its number, half of it, and where its result goes.
constexpr std::string_view kernels = R"(
.visible .entry fetch(.param .u64 out, .param .u64 texture)
{
    .reg .b32 %r<4>;
    .reg .f32 %f<8>;
    .reg .b64 %rd<5>;
    ld.param.u64 %rd0, [out];
    ld.param.u64 %rd3, [texture];
    mov.u32 %r0, %tid.x;
    mul.wide.u32 %rd1, %r0, 4;
    add.s64 %rd1, %rd0, %rd1;
    cvt.rn.f32.u32 %f0, %r0;
    add.f32 %f0, %f0, 0f3F000000;
    tex.1d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd3, {%f0}];
    st.global.f32 [%rd1], %f1;
    ret;
}
.visible .entry write(.param .u64 surface, .param .u32 first)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [surface];
    ld.param.u32 %r2, [first];
    mov.u32 %r0, %tid.x;
    shl.b32 %r1, %r0, 2;
    add.s32 %r1, %r1, %r2;
    sust.b.1d.b32.trap [%rd0, {%r1}], {%r0};
    ret;
}
.visible .entry size(.param .u64 out, .param .u64 texture)
{
    .reg .b32 %r<4>;
    .reg .b64 %rd<2>;
    ld.param.u64 %rd0, [out];
    ld.param.u64 %rd1, [texture];
    txq.width.b32 %r0, [%rd1];
    txq.height.b32 %r1, [%rd1];
    st.global.v2.b32 [%rd0], {%r0, %r1};
    ret;
}
.visible .entry forms(.param .u64 out, .param .u64 plane, .param .u64 cube)
{
    .reg .b32 %r<16>;
    .reg .f32 %f<4>;
    .reg .b16 %h<4>;
    .reg .b64 %rd<3>;
    ld.param.u64 %rd0, [out];
    ld.param.u64 %rd1, [plane];
    ld.param.u64 %rd2, [cube];
    mov.f32 %f0, 0f3FC00000;
    mov.f32 %f1, 0f00000000;
    mov.f32 %f2, 0f3F800000;
    mov.f32 %f3, 0f7F800000;
    tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%rd1, {%f0, %f1}], %f3;
    tex.2d.v4.f16.f32 {%h0, %h1, %h2, %h3}, [%rd1, {%f0, %f1}];
    mov.b32 %r1, {%h0, %h1};
    tex.2d.v2.f16x2.f32 {%r2, %r3}, [%rd1, {%f0, %f1}];
    tld4.r.cube.v4.f32.f32 {%r4, %r5, %r6, %r7}, [%rd2, {%f1, %f1, %f2, %f2}];
    st.global.v4.b32 [%rd0], {%r0, %r1, %r2, %r3};
    st.global.v4.b32 [%rd0+16], {%r4, %r5, %r6, %r7};
    ret;
}
)";

} // namespace

TEST_CASE("coordinates outside are addressed as the mode says") {
    Texture texture = of_floats(0, 5);
    CHECK(read(texture, 2.9f) == std::vector<std::int64_t>{2});
    CHECK(read(texture, -3) == std::vector<std::int64_t>{0});
    CHECK(read(texture, 1e30f) == std::vector<std::int64_t>{4});
    CHECK(read(texture, NAN) == std::vector<std::int64_t>{0});
    texture.sampler.modes[0] = AddressMode::border;
    CHECK(read(texture, 5) == std::vector<std::int64_t>{-1});
    texture.sampler.modes[0] = AddressMode::wrap; // clamps if coordinates are not normalised
    CHECK(read(texture, 6) == std::vector<std::int64_t>{4});
    texture.sampler.has_normalised_coordinates = true;
    CHECK(read(texture, 1.3f) == std::vector<std::int64_t>{1});
    CHECK(read(texture, -0.1f) == std::vector<std::int64_t>{4});
    texture.sampler.modes[0] = AddressMode::mirror;
    CHECK(read(texture, -0.1f) == std::vector<std::int64_t>{0});
    CHECK(read(texture, 1.1f) == std::vector<std::int64_t>{4});
}

TEST_CASE("a linear filter weighs the texels around with 8 bits of fraction") {
    Texture texture = of_floats(0, 4, 4);
    texture.sampler.is_linear = true;
    const Taps taps =
        find_taps(texture.levels.front(), texture, Geometry::plane, at(1.75f, 2.625f));
    REQUIRE(taps.count == 4);
    CHECK(taps.all[0].x == 1);
    CHECK(taps.all[0].y == 2);
    CHECK(taps.all[3].x == 2);
    CHECK(taps.all[3].y == 3);
    CHECK(taps.all[0].weight == 0.75f * 0.875f);
    CHECK(taps.all[1].weight == 0.25f * 0.875f);
    CHECK(taps.all[2].weight == 0.75f * 0.125f);
    // Weights are of 8 bits, too, and 256 together (an H100: api_textures.txt).
    const Taps odd = find_taps(texture.levels.front(), texture, Geometry::plane,
                               at(1.5f + 15 / 256.f, 1.5f + 15 / 256.f));
    CHECK(odd.all[0].weight == 227 / 256.f);
    CHECK(odd.all[1].weight == 14 / 256.f);
    CHECK(odd.all[3].weight == 1 / 256.f);
    const Taps edge = find_taps(texture.levels.front(), texture, Geometry::line, at(0));
    CHECK(edge.all[0].x == 0);
    CHECK(edge.all[1].x == 0);
}

TEST_CASE("a level's share is divided among its texels") {
    Texture texture = of_floats(0, 4, 4);
    texture.sampler.is_linear = true;
    const Levels levels{0, 1, 15};
    const FetchPlace place = at(1.5f + 100 / 256.f, 1.5f + 200 / 256.f);
    const Taps first =
        find_taps(texture.levels.front(), texture, Geometry::plane, place, levels.share(false));
    const Taps second =
        find_taps(texture.levels.front(), texture, Geometry::plane, place, levels.share(true));
    const auto weights = [](const Taps& taps) {
        std::vector<float> all;
        for (std::size_t i = 0; i < 4; ++i) all.push_back(taps.all[i].weight * 256);
        return all;
    };
    CHECK(weights(first) == std::vector<float>{32, 21, 115, 73});
    CHECK(weights(second) == std::vector<float>{2, 1, 7, 5});
}

TEST_CASE("what lies beyond a fraction of zero does not count, and an edge divides nothing") {
    Texture texture = of_floats(0, 4, 4, 4);
    texture.sampler.is_linear = true;
    const auto taps = [&](float x, float y, float z) {
        return find_taps(texture.levels.front(), texture, Geometry::volume, at(x, y, z));
    };
    const Taps whole = taps(1.5f, 1.75f, 1.5f);
    CHECK(whole.all[2].counts);
    CHECK_FALSE(whole.all[1].counts);
    CHECK_FALSE(whole.all[6].counts);
    // x and y alone, as an H100 answers (api_textures.txt): y would be divided in two parts of x.
    const Taps edge = taps(0.25f, 1.5f + 133 / 256.f, 1.5f + 66 / 256.f);
    CHECK_FALSE(edge.all[1].counts);
    CHECK(edge.all[4].weight == 32 / 256.f);
    CHECK(edge.all[6].weight == 34 / 256.f);
}

TEST_CASE("gradients lead to the levels that they lead to on an H200") {
    const auto level = [](const Gradient& first, const Gradient& second) {
        return static_cast<int>(level_of_gradients(first, second) * 256);
    };
    CHECK(level({8, 0, 0}, {}) == 3 * 256);
    CHECK(level(
              {
                  0,
                  0,
                  -8.03125,
              },
              {}) == 3 * 256 + 2);                      // one bit more than 8
    CHECK(level({8, 0, 0}, {4, 0, 0}) == 3 * 256 + 12); // 11/16 of 12
    CHECK(level({8, 0, 0}, {-8, 0, 0}) == 3 * 256 + 118);
    CHECK(level({8, 8, 0}, {}) == 3 * 256 + 110); // 8 + 11/32 of 8
    CHECK(level({}, {}) < 0);
    CHECK(level({INFINITY, 0, 0}, {}) > 100 * 256);
    CHECK(level({NAN, 0, 0}, {}) < 0);
}

TEST_CASE("halves are cut off at the greatest one's last bits before they are weighed") {
    const TexelFormat halves{ChannelKind::floating, 16, 1};
    const auto texel = [](float value, float weight) {
        return WeighedTexel{{std::bit_cast<std::uint32_t>(value)}, weight / 256};
    };
    // An H200 answers so (api_fetches.txt, `halves`); the sum is nearer to -873.5.
    const WeighedTexel all[] = {texel(-8896, 25), texel(-0.0036716461f, 70),
                                texel(-1.94140625f, 42), texel(-9.2734375f, 119)};
    CHECK(std::bit_cast<float>(weigh(all, halves)[0]) == -873);
}

TEST_CASE("integers are read as numbers between -1 and 1 if so asked") {
    const TexelFormat bytes{ChannelKind::signed_integer, 8, 2};
    const std::byte raw[] = {std::byte{0x80}, std::byte{0x7f}};
    const Texel floats = decode(raw, bytes, true), numbers = decode(raw, bytes, false);
    CHECK(std::bit_cast<float>(floats[0]) == -1);
    CHECK(std::bit_cast<float>(floats[1]) == 1);
    CHECK(numbers[0] == 0xffffff80u);
    CHECK(numbers[1] == 0x7fu);
    const std::byte half[] = {std::byte{0x00}, std::byte{0xbc}};
    CHECK(std::bit_cast<float>(decode(half, {ChannelKind::floating, 16, 1}, false)[0]) == -1);
}

TEST_CASE("a kernel fetches what an array holds, and a plain pointer does not reach it") {
    TestDevice device(kernels);
    const auto out = device.upload(std::vector<float>(32));
    const auto array = device->memory().allocate_image(128, "cudaMallocArray");
    REQUIRE(array);
    auto* bytes = reinterpret_cast<float*>(device->memory().host_view(*array));
    for (int i = 0; i < 32; ++i) bytes[i] = static_cast<float>(i * i);
    const std::uint64_t texture = device->textures().add(of_floats(*array, 32));
    device.run_well("fetch", grid(1, 32), out, texture);
    CHECK(device.download<float>(out, 32)[7] == 49);
    const auto result = device.run("fetch", grid(1, 32), *array, texture);
    REQUIRE(result.fault);
    CHECK(result.fault->message == "Invalid __global__ write of size 4 bytes");
    CHECK(result.fault->detail.find("storage of an array") != std::string::npos);
}

TEST_CASE("a fetch gives halves, does not look at a depth, and gathers from a face") {
    TestDevice device(kernels);
    const auto out = device.upload(std::vector<std::uint32_t>(8));
    std::vector<float> texels(24);
    for (std::size_t i = 0; i < texels.size(); ++i) texels[i] = static_cast<float>(i);
    texels[1] = 1.0004f; // between two halves
    const auto memory = device.upload(texels);
    const std::uint64_t plane = device->textures().add(of_floats(memory, 4, 6));
    Texture faces = of_floats(memory, 2, 2, 6);
    faces.is_cube = true;
    const std::uint64_t cube = device->textures().add(faces);
    device.run_well("forms", grid(1, 1), out, plane, cube);
    const auto of = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    CHECK(device.download<std::uint32_t>(out, 8) ==
          std::vector<std::uint32_t>{of(texels[1]), 0x3c00, 0x3c00, 0, of(18), of(19), of(17),
                                     of(16)});
}

TEST_CASE("a handle that leads nowhere is named") {
    TestDevice device(kernels);
    const auto out = device.upload(std::vector<float>(32));
    const auto memory = device.upload(std::vector<float>(32));
    const auto detail_of = [&](std::uint64_t handle) {
        const auto result = device.run("fetch", grid(1, 32), out, handle);
        REQUIRE(result.fault);
        CHECK(result.fault->message == "Invalid texture fetch");
        return result.fault->detail;
    };
    const auto has = [](const std::string& text, const char* part) {
        INFO(text);
        return text.find(part) != std::string::npos;
    };
    CHECK(has(detail_of(0), "0x0 is no texture object"));
    CHECK(has(detail_of(~0ull), "is no texture object"));
    CHECK(has(detail_of(memory), "is no texture object"));
    const std::uint64_t texture = device->textures().add(of_floats(memory, 32));
    device.run_well("fetch", grid(1, 32), out, texture);
    CHECK(has(detail_of(texture + 1), "is no texture object"));
    device->textures().remove(texture);
    CHECK(has(detail_of(texture), "has been destroyed"));
    Texture written = of_floats(memory, 32);
    written.kind = Texture::Kind::surface;
    const std::uint64_t surface = device->textures().add(written);
    CHECK(has(detail_of(surface), "is a surface object, and the instruction is for a texture"));
    const std::uint64_t other = device->textures().add(of_floats(memory, 32));
    device->memory().free(memory);
    CHECK(has(detail_of(other), "of memory that has been freed"));
    CHECK(has(detail_of(other), "of memory that has been freed"));
}

TEST_CASE("a surface is written, and not outside") {
    TestDevice device(kernels);
    const auto memory = device.upload(std::vector<std::uint32_t>(32, 99));
    Texture written = of_floats(memory, 32);
    written.kind = Texture::Kind::surface;
    const std::uint64_t surface = device->textures().add(written);
    device.run_well("write", grid(1, 32), surface, 0u);
    CHECK(device.download<std::uint32_t>(memory, 32)[31] == 31);
    const auto beyond = device.run("write", grid(1, 32), surface, 4u);
    REQUIRE(beyond.fault);
    CHECK(beyond.fault->message == "Invalid surface write");
    CHECK(beyond.fault->detail.find("Byte 128 of row 0") != std::string::npos);
    const auto skewed = device.run("write", grid(1, 1), surface, 2u);
    REQUIRE(skewed.fault);
    CHECK(skewed.fault->detail.find("no multiple of the 4 bytes") != std::string::npos);
    const auto out = device.upload(std::vector<std::uint32_t>(2));
    Texture layers = of_floats(memory, 8, 4);
    const std::uint64_t texture = device->textures().add(layers);
    device.run_well("size", grid(1, 1), out, texture);
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{8, 4});
    layers = of_floats(memory, 8, 1, 3);
    layers.dimensions = 1;
    layers.is_layered = true;
    const std::uint64_t lines = device->textures().add(layers);
    device.run_well("size", grid(1, 1), out, lines);
    CHECK(device.download<std::uint32_t>(out, 2) == std::vector<std::uint32_t>{8, 3});
}
