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
