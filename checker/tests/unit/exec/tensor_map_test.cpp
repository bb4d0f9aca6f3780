// Tests of exec/tensor_map.hpp and exec/tensor_copies.hpp: which maps there are, where the rows of
// a box lie.
#include "vgpu/exec/tensor_copies.hpp"

#include <catch2/catch_test_macros.hpp>

using namespace vgpu::exec;

namespace {

// 10 floats wide, 6 high; boxes of 8 x 4.
TensorMap matrix() {
    TensorMap map;
    map.type = TensorType::float32;
    map.rank = 2;
    map.address = 0x1000;
    map.dims = {10, 6};
    map.strides = {48};
    map.box = {8, 4};
    map.steps = {1, 1};
    return map;
}

template <class Change>
std::string problem_after(const Change& change) {
    TensorMap map = matrix();
    change(map);
    return problem_of(map);
}

} // namespace

TEST_CASE("tensor map: its bytes say what it is, and no others do") {
    const TensorMapImage image = image_of(matrix());
    const auto map = tensor_map_of(image);
    REQUIRE(map);
    CHECK((map->address == 0x1000 && map->dims == matrix().dims && map->strides[0] == 48 &&
           map->box == matrix().box && map->type == TensorType::float32));
    for (std::size_t i = 0; i < image.size(); ++i) {
        TensorMapImage other = image;
        other[i] ^= std::byte{1};
        CHECK_FALSE(tensor_map_of(other));
    }
    CHECK_FALSE(tensor_map_of(TensorMapImage{}));
}

TEST_CASE("tensor map: what the driver refuses") {
    CHECK(problem_of(matrix()) == "");
    CHECK(problem_after([](auto& map) { map.address += 8; }).starts_with("globalAddress"));
    CHECK(problem_after([](auto& map) { map.rank = 0; }).starts_with("tensorRank"));
    CHECK(problem_after([](auto& map) { map.rank = 6; }).starts_with("tensorRank"));
    CHECK(problem_after([](auto& map) { map.dims[1] = 0; }).starts_with("globalDim[1]"));
    CHECK(problem_after([](auto& map) { map.strides[0] = 40; }).starts_with("globalStrides[0]"));
    CHECK(problem_after([](auto& map) { map.box[1] = 257; }).starts_with("boxDim[1]"));
    CHECK(problem_after([](auto& map) { map.box[0] = 6; }).starts_with("a row of the box"));
    CHECK(problem_after([](auto& map) { map.steps[1] = 9; }).starts_with("elementStrides[1]"));
    CHECK(problem_after([](auto& map) {
              map.swizzle = Swizzle::of_32;
              map.box[0] = 12;
          }) == "a row of the box, boxDim[0], has 48 bytes, and the swizzle has room for 32");
    CHECK(problem_after([](auto& map) {
              map.type = TensorType::int32;
              map.fills_with_nan = true;
          }).starts_with("oobFill"));
    CHECK(problem_after([](auto& map) {
              map.type = TensorType::count;
          }).starts_with("tensorDataType"));
}

TEST_CASE("tensor copies: the part of a box that the tensor has") {
    const auto rows = rows_of_box(matrix(), {-3, 4});
    REQUIRE(rows.size() == 4);
    CHECK(rows[0].address == 0x1000 + 4 * 48);
    CHECK(rows[0].begin == 12);
    CHECK(rows[0].bytes == 20);
    CHECK(rows[1].address == 0x1000 + 5 * 48);
    CHECK(rows[2].bytes == 0);
    CHECK(rows[3].bytes == 0);
    CHECK(rows_of_box(matrix(), {7, 0})[0].bytes == 12);
    CHECK(rows_of_box(matrix(), {10, 0})[0].bytes == 0);
    CHECK(rows_of_box(matrix(), {2147483647, -2147483647})[0].bytes == 0);
    TensorMap stepping = matrix();
    stepping.steps = {3, 3}; // the first one is passed over
    const auto apart = rows_of_box(stepping, {0, 1});
    REQUIRE(apart.size() == 2);
    CHECK(apart[1].address == 0x1000 + 4 * 48);
    CHECK(apart[1].bytes == 32);
}

TEST_CASE("tensor copies: a swizzle changes the places of 16 bytes within its width") {
    CHECK(swizzled(Swizzle::none, 0x390) == 0x390);
    CHECK(swizzled(Swizzle::of_128, 0x390) == (0x390 ^ 0x70));
    CHECK(swizzled(Swizzle::of_64, 0x390) == (0x390 ^ 0x30));
    CHECK(swizzled(Swizzle::of_32, 0x390) == (0x390 ^ 0x10));
    CHECK(swizzled(Swizzle::of_128, 0x47c) == 0x47c);
}

namespace {

// Two images of 4 * 3 pixels with 8 channels of 4 bytes; columns of 5 pixels, a filter of 3 * 3.
TensorMap images() {
    TensorMap map;
    map.type = TensorType::float32;
    map.rank = 4;
    map.address = 0x1000;
    map.dims = {8, 4, 3, 2};
    map.strides = {32, 128, 384};
    map.steps = {1, 1, 1, 1};
    map.is_im2col = true;
    map.box[0] = 4;
    map.pixels = 5;
    map.lower = {-1, -1};
    map.upper = {-1, -1};
    return map;
}

std::uint64_t pixel(std::uint64_t w, std::uint64_t h, std::uint64_t n) {
    return 0x1000 + 32 * w + 128 * h + 384 * n;
}

} // namespace

TEST_CASE("tensor map: what the driver refuses of an im2col map") {
    const auto after = [](const auto& change) {
        TensorMap map = images();
        change(map);
        return problem_of(map);
    };
    CHECK(problem_of(images()) == "");
    CHECK(after([](auto& map) { map.rank = 2; }).starts_with("tensorRank"));
    CHECK(after([](auto& map) { map.box[0] = 0; }).starts_with("channelsPerPixel"));
    CHECK(after([](auto& map) { map.pixels = 1025; }).starts_with("pixelsPerColumn"));
    CHECK(after([](auto& map) { map.lower[1] = -129; }).starts_with("the corners of dimension 2"));
    CHECK(after([](auto& map) { map.lower[0] = 3; }).starts_with("the box of pixels is empty"));
    const auto again = tensor_map_of(image_of(images()));
    REQUIRE(again);
    CHECK((again->is_im2col && again->pixels == 5 && again->lower == images().lower));
}

TEST_CASE("tensor copies: a column goes pixel by pixel through the box, and on to the next image") {
    const auto rows = rows_of_box(images(), {0, 1, 1, 0}, {0, 1, 1});
    REQUIRE(rows.size() == 5);
    CHECK(rows[0].address == pixel(2, 2, 0));
    CHECK(rows[1].address == pixel(3, 2, 0));
    CHECK(rows[1].bytes == 16);
    CHECK(rows[2].address == pixel(0, 0, 1));
    CHECK(rows[4].address == pixel(2, 0, 1));
    const auto edge = rows_of_box(images(), {8, -1, -1, 1});
    CHECK(edge[0].bytes == 0);
    const auto beyond = rows_of_box(images(), {0, 2, 1, 2147483647});
    CHECK(beyond[4].bytes == 0);
    TensorMap stepping = images();
    stepping.steps = {1, 2, 1, 1};
    CHECK(rows_of_box(stepping, {0, -1, 0, 0}, {0, 1, 0})[1].address == pixel(2, 0, 0));
}

TEST_CASE("tensor copies: a column of an interleaved layout has one slice of each pixel") {
    TensorMap map = images(); // two images of three slices of 4 * 3 pixels
    map.rank = 5;
    map.interleave = Interleave::of_16;
    map.dims = {4, 3, 2, 3, 2};
    map.strides = {64, 192, 384, 1152};
    map.steps = {1, 1, 1, 8, 1};
    map.lower = map.upper = {0, 0, 0};
    map.box[0] = 12;
    REQUIRE(problem_of(map) == "");
    CHECK(map.box_bytes() == 80);
    const auto rows = rows_of_box(map, {3, 2, 1, 2, 0}, {0, 0, 0});
    REQUIRE(rows.size() == 5);
    CHECK(rows[0].address == 0x1000 + 3 * 16 + 2 * 64 + 192 + 2 * 384);
    CHECK(rows[0].bytes == 16);
    CHECK(rows[1].address == 0x1000 + 2 * 384 + 1152); // the next image, the same slice
    CHECK(rows[4].address == rows[1].address + 3 * 16);
    CHECK(rows_of_box(map, {3, 2, 1, 2, 0}, {1, 0, 0})[0].bytes == 0);
    CHECK(rows_of_box(map, {0, 0, 0, 3, 0})[0].bytes == 0);
    map.lower[0] = 4;
    CHECK(problem_of(map).starts_with("the box of pixels is empty in dimension 0"));
    map.lower[0] = 0;
    map.pixels = 1024;
    map.box[0] = 256;
    CHECK(problem_of(map).starts_with("the box has 1048576 bytes"));
}

TEST_CASE("tensor map: fields that are replaced, and what is cut off") {
    using vgpu::isa::MapField;
    TensorMapImage image = image_of(matrix());
    const auto replace = [&](MapField field, std::uint32_t dimension, std::uint64_t value) {
        REQUIRE(replace_field(image, field, dimension, value));
        return tensor_map_of(image);
    };
    CHECK(replace(MapField::address, 0, 0x2000)->address == 0x2000);
    CHECK(replace(MapField::stride, 0, 72)->strides[0] == 64);
    CHECK(replace(MapField::dim, 1, 3)->dims[1] == 3);
    CHECK(replace(MapField::box, 1, 0)->box[1] == 256);
    CHECK(replace(MapField::type, 0, 8)->type == TensorType::float32_ftz);
    CHECK(replace(MapField::type, 0, 11)->type == TensorType::tfloat32);
    CHECK_FALSE(replace(MapField::box, 0, 3)); // rows of 12 bytes: it can be replaced again
    CHECK(replace(MapField::box, 0, 4));
    CHECK(replace(MapField::rank, 0, 0)->rank == 1);
    TensorMapImage none{};
    CHECK_FALSE(replace_field(none, MapField::rank, 0, 0));
}
