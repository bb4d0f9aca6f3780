// Checks of lesson 11. One multiplication, rounded once on both sides: all comparisons are exact.
#include "grid_2d.hpp"

#include "harness/harness.hpp"
#include "harness/shared_work.hpp"

#include <limits>

using namespace workbook;

WORKBOOK_PROMISE(does_not_wait, scale)
WORKBOOK_PROMISE(uses_gpu, scale_image)

namespace {

struct Size {
    int width, height;
};

const Size sizes[] = {{1, 1},  {32, 8},  {33, 17}, {1, 1000}, {1000, 1},  {31, 7},
                      {64, 9}, {100, 3}, {0, 5},   {5, 0},    {257, 129}, {3, 40'000}};

std::vector<float> pixels(std::size_t count) { return random_reals<float>(count, -1000, 1000); }

std::string size_text(Size size) {
    return std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels";
}

// Rows that are `pitch` floats long, of which `width` are pixels. The padding of an input is NaN:
// a kernel that reads it has it in the result. The padding of an output must keep its random
// content.
Run check_scale(Size size, std::size_t input_pitch, std::size_t output_pitch) {
    INFO(size_text(size) << ", rows " << 4 * input_pitch << " bytes apart in the input and "
                         << 4 * output_pitch << " in the output");
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    auto input = pixels(input_pitch * height);
    for (std::size_t i = 0; i < input.size(); ++i)
        if (i % input_pitch >= width) input[i] = std::numeric_limits<float>::quiet_NaN();
    const auto before = pixels(output_pitch * height);
    const float factor = random_reals<float>(1, 2, 3)[0];
    Run run = WORKBOOK_RUN(scale, device_in(input), 4 * input_pitch, device_inout(before),
                           4 * output_pitch, size.width, size.height, factor);
    REQUIRE_THAT(run, completed());
    auto expected = before;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x)
            expected[y * output_pitch + x] = factor * input[y * input_pitch + x];
    REQUIRE_THAT(run, outputs_shaped(2, height, output_pitch, expected));
    if (size.width > 0 && size.height > 0)
        CHECK_THAT(run, traffic("global_load_bytes", at_most(4.0 * size.width * size.height),
                                "pixels are read once, and the padding of a row is not read"));
    return run;
}

// As cudaMallocPitch does: rows begin where 512 bytes do.
std::size_t usual_pitch(int width) { return (static_cast<std::size_t>(width) + 127) / 128 * 128; }

void check_image(Size size) {
    INFO(size_text(size));
    const auto width = static_cast<std::size_t>(size.width);
    const auto height = static_cast<std::size_t>(size.height);
    const auto input = pixels(width * height);
    const float factor = random_reals<float>(1, 2, 3)[0];
    const Run run = WORKBOOK_RUN(scale_image, in(input), out<float>(input.size()), size.width,
                                 size.height, factor);
    REQUIRE_THAT(run, completed());
    std::vector<float> expected(input.size());
    for (std::size_t i = 0; i < input.size(); ++i) expected[i] = factor * input[i];
    REQUIRE_THAT(run, outputs_shaped(1, height, width, expected));
    const std::uint64_t bytes = 4 * width * height;
    CHECK_THAT(run, copied_bytes(host_to_device, bytes) && copied_bytes(device_to_host, bytes));
    if (bytes == 0) return;
    CHECK_THAT(run, copied(1, host_to_device) && copied(1, device_to_host));
    CHECK_THAT(run, freed_everything());
}

} // namespace

TEST_CASE("scale: one block, rows without padding") { check_scale({32, 8}, 32, 32); }

TEST_CASE("scale: rows with padding", "[weight:2]") {
    check_scale({32, 8}, 128, 128);
    check_scale({20, 5}, 128, 128);
    check_scale({20, 5}, 21, 37);
}

TEST_CASE("scale: any width and height, any pitch", "[weight:2]") {
    check_scale({40'000, 2}, usual_pitch(40'000), usual_pitch(40'000)); // more than 16 bits count
    for (const Size size : sizes) {
        const std::size_t pitch = usual_pitch(size.width);
        if (pitch == 0) {
            check_scale(size, 128, 128);
            continue;
        }
        check_scale(size, pitch, pitch);
        check_scale(size, static_cast<std::size_t>(size.width) + 3, pitch + 1);
    }
}

// The virtual GPU repeats a part of the pixels and runs some of the blocks. What comes out means
// nothing then; what was computed in 32 bits is out of bounds.
TEST_CASE("scale: more pixels than an int can count", "[weight:0.5]") {
    if (!Session::current().options().device.is_virtual) {
        SUCCEED("this takes much memory");
        return;
    }
    const Size size{32'700, 99'992};
    const std::size_t pitch = usual_pitch(size.width), part = 8 * pitch;
    INFO(size_text(size) << ", rows " << 4 * pitch << " bytes apart");
    auto input = device_in(pixels(part));
    auto output = device_inout(pixels(part));
    input.spec.repeats = output.spec.repeats = static_cast<std::size_t>(size.height) / 8;
    const Run run = WORKBOOK_RUN_IN(VirtualGpu{.sampling = true}, scale, input, 4 * pitch, output,
                                    4 * pitch, size.width, size.height, 2.0f);
    REQUIRE_THAT(run, completed());
}

TEST_CASE("scale: a grid of 32 x 8 blocks that just covers the image") {
    for (const Size size : {Size{32, 8}, {33, 8}, {32, 9}, {1000, 3}, {3, 1000}}) {
        const Run run = check_scale(size, usual_pitch(size.width), usual_pitch(size.width));
        INFO(size_text(size));
        REQUIRE_THAT(run, launched(1));
        REQUIRE_THAT(
            run, launched_with(grid((size.width + 31) / 32, (size.height + 7) / 8), block(32, 8)));
    }
}

TEST_CASE("scale: the threads of a warp work along a row") {
    const Run run = check_scale({256, 256}, 256, 256);
    // Rows begin where sectors do: each byte of a sector is a neighbour's.
    CHECK_THAT(run, traffic("global_load_sectors", per("global_load_bytes"), exactly(1.0 / 32),
                            "a warp reads down a column: threadIdx.x, which differs between the "
                            "threads of a warp, belongs to x"));
    CHECK_THAT(run, traffic("global_store_sectors", per("global_store_bytes"), exactly(1.0 / 32),
                            "a warp writes down a column: threadIdx.x, which differs between the "
                            "threads of a warp, belongs to x"));
    CHECK_THAT(run, work_shared(256 * 256 / 32, at_most(1.5),
                                "some warps scale for the others: thread (x, y) is to take pixel "
                                "(x, y)"));
}

TEST_CASE("scale_image: there and back", "[weight:2]") {
    for (const Size size :
         {Size{128, 16}, {1, 1}, {33, 17}, {1, 1000}, {1000, 1}, {0, 3}, {777, 55}})
        check_image(size);
}
