// What a GPU does with im2col tensor maps: which maps the driver makes, and which pixels a column
// takes from where. The answers of a real GPU are in api_im2col.txt; the virtual GPU must give the
// same.
#include "api_columns.hpp"

namespace {

// ---- Which maps there are ----

template <class Change>
void tell_map(const char* question, void* address, const Change& change) {
    alignas(64) CUtensorMap map;
    Image image;
    image.address = address;
    change(image);
    std::printf("%-72s %d\n", question, static_cast<int>(encode(&map, image)));
}

void ask_maps() {
    Memory memory(1 << 20);
    void* const at = memory.data;
#define ASK(...) tell_map(#__VA_ARGS__, at, [&](Image& i) { __VA_ARGS__; })
    ASK(i.rank = 4);
    for (cuuint32_t rank = 0; rank <= 6; ++rank) ASK(i.rank = rank);
    ASK(i.address = nullptr);
    ASK(i.address = memory.data + 8);
    ASK(i.channels = 0);
    ASK(i.channels = 4);
    ASK(i.channels = 16);
    ASK(i.channels = 24);
    ASK(i.channels = 256);
    ASK(i.channels = 264);
    ASK(i.pixels = 0);
    ASK(i.pixels = 1);
    ASK(i.pixels = 1024);
    ASK(i.pixels = 1025);
    ASK(i.channels = 256; i.pixels = 1024);
    ASK(i.type = u8; i.channels = 256; i.pixels = 1024);
    ASK(i.type = u8; i.channels = 256; i.pixels = 908);
    for (const int corner : {-129, -128, -1, 1, 127, 128}) {
        std::printf("%4d: ", corner);
        ASK(i.lower[0] = corner);
        std::printf("%4d: ", corner);
        ASK(i.upper[1] = corner);
        std::printf("%4d: ", corner);
        ASK(i.lower[1] = i.upper[1] = corner);
        std::printf("%4d: ", corner);
        ASK(i.lower[2] = i.upper[2] = corner);
    }
    ASK(i.lower[0] = 5);
    ASK(i.lower[0] = 6);
    ASK(i.lower[0] = 3; i.upper[0] = -3);
    ASK(i.lower[0] = 3; i.upper[0] = -2);
    ASK(i.lower[1] = 3);
    ASK(i.lower[1] = 4);
    for (const int corner : {-32769, -32768, 32767, 32768}) {
        std::printf("%6d: ", corner);
        ASK(i.rank = 3; i.lower[0] = corner);
        std::printf("%6d: ", corner);
        ASK(i.rank = 3; i.lower[0] = i.upper[0] = corner);
        std::printf("%6d: ", corner);
        ASK(i.rank = 3; i.upper[0] = corner);
    }
    for (const int corner : {-17, -16, 15, 16}) {
        std::printf("%4d: ", corner);
        ASK(i.rank = 5; i.lower[0] = i.upper[0] = corner);
        std::printf("%4d: ", corner);
        ASK(i.rank = 5; i.lower[2] = i.upper[2] = corner);
    }
    for (cuuint32_t step : {0u, 2u, 8u, 9u}) {
        std::printf("%u: ", step);
        ASK(i.steps[0] = step);
        std::printf("%u: ", step);
        ASK(i.steps[1] = step);
        std::printf("%u: ", step);
        ASK(i.steps[3] = step);
    }
    ASK(i.steps[3] = 2);
    ASK(i.strides[0] = 0);
    ASK(i.strides[0] = 8);
    ASK(i.strides[2] = 1ull << 40);
    ASK(i.dims[3] = 0);
    ASK(i.dims[3] = (1ull << 32) + 1);
    for (int swizzle = 1; swizzle <= 4; ++swizzle)
        for (const cuuint32_t channels : {8u, 16u, 32u, 64u, 72u}) {
            std::printf("swizzle %d, %u: ", swizzle, channels);
            ASK(i.swizzle = static_cast<CUtensorMapSwizzle>(swizzle); i.channels = channels);
        }
    ASK(i.type = f16; i.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    ASK(i.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    ASK(i.type = static_cast<CUtensorMapDataType>(13));
    ASK(i.interleave = static_cast<CUtensorMapInterleave>(3));
}
void ask_interleaved_maps() {
    Memory memory(1 << 20);
    void* const at = memory.data;
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_16B);
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; i.rank = 3);
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; i.rank = 5);
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_32B);
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_32B; i.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
    ASK(i.interleave = CU_TENSOR_MAP_INTERLEAVE_16B; i.swizzle = CU_TENSOR_MAP_SWIZZLE_32B);
#undef ASK
}

// ---- Columns ----

void ask_columns() {
    Image image;
    tell_column("plain", image, {{0, 0, 0, 0}, {}});
    tell_column("plain", image, {{8, 3, 1, 0}, {}});
    tell_column("plain", image, {{0, 5, 3, 0}, {}});
    tell_column("plain", image, {{0, 2, 3, 1}, {}});
    tell_column("plain", image, {{16, 0, 0, 0}, {}});
    image.pixels = 60;
    tell_column("all", image, {{0, 0, 0, 0}, {}});
    image.pixels = 20;
    image.lower[0] = image.lower[1] = image.upper[0] = image.upper[1] = -1;
    for (const int w : {0, 1, 2})
        for (const int h : {0, 2}) tell_column("filter of 3", image, {{0, -1, -1, 0}, {w, h}});
    tell_column("filter of 3", image, {{0, 4, 1, 0}, {1, 1}});
    tell_column("filter of 3", image, {{0, 4, 2, 1}, {2, 2}});
    image.lower[0] = -2;
    image.upper[0] = 1;
    image.upper[1] = 0;
    image.pixels = 40;
    tell_column("wide box", image, {{0, -2, -1, 0}, {0, 0}});
    tell_column("wide box", image, {{8, -2, -1, 0}, {1, 1}});
    Image inner;
    inner.lower[0] = 1;
    inner.upper[0] = -2;
    inner.lower[1] = 1;
    inner.upper[1] = -1;
    inner.pixels = 15;
    tell_column("inner box", inner, {{0, 1, 1, 0}, {0, 0}});
    tell_column("inner box", inner, {{0, 2, 2, 0}, {3, 1}});
    tell_column("inner box", inner, {{0, 1, 1, 0}, {255, 255}});
}
void ask_steps() {
    Image image;
    image.pixels = 20;
    for (const cuuint32_t w : {1u, 2u, 4u})
        for (const cuuint32_t h : {1u, 3u}) {
            image.steps[1] = w;
            image.steps[2] = h;
            std::printf("steps %u %u: ", w, h);
            tell_column("", image, {{0, 0, 0, 0}, {}});
            std::printf("steps %u %u: ", w, h);
            tell_column("", image, {{0, 1, 1, 0}, {1, 0}});
            std::printf("steps %u %u: ", w, h);
            tell_column("", image, {{0, 3, 2, 0}, {}});
        }
    image.steps[1] = 2;
    image.steps[2] = 1;
    image.steps[3] = 2;
    tell_column("steps of images", image, {{0, 0, 0, 0}, {}});
    image.steps[3] = 1;
    image.steps[0] = 2;
    tell_column("steps of channels", image, {{0, 0, 0, 0}, {}});
}
void ask_dimensions() {
    Image line;
    line.rank = 3;
    line.dims[1] = 10;
    line.dims[2] = 3;
    line.strides[1] = 320;
    line.pixels = 25;
    tell_column("3 dimensions", line, {{0, 0, 0}, {}});
    line.lower[0] = -2;
    line.upper[0] = -2;
    tell_column("3 dimensions", line, {{8, -2, 0}, {3}});
    tell_column("3 dimensions", line, {{0, 7, 1}, {4}});
    line.steps[1] = 3;
    tell_column("3 dimensions", line, {{0, -2, 0}, {0}});
    Image volume;
    volume.rank = 5;
    volume.dims[1] = 3;
    volume.dims[2] = 3;
    volume.dims[3] = 2;
    volume.strides[1] = 96;
    volume.strides[2] = 288;
    volume.strides[3] = 576;
    volume.pixels = 40;
    tell_column("5 dimensions", volume, {{0, 0, 0, 0, 0}, {}});
    tell_column("5 dimensions", volume, {{0, 1, 2, 1, 0}, {}});
    volume.lower[0] = -1;
    volume.lower[1] = 1;
    volume.upper[2] = -1;
    tell_column("5 dimensions", volume, {{0, -1, 1, 0, 0}, {1, 0, 1}});
    tell_column("5 dimensions", volume, {{8, 0, 2, 0, 1}, {2, 1, 0}});
    volume.steps[1] = volume.steps[3] = 2;
    tell_column("5 dimensions", volume, {{0, -1, 1, 0, 0}, {1, 0, 1}});
}
void ask_swizzles() {
    for (int swizzle = 0; swizzle <= 3; ++swizzle)
        for (const cuuint32_t channels : {8u, 16u, 24u, 32u, 64u}) {
            Image image;
            image.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
            image.dims[0] = image.channels = channels;
            image.strides[0] = 2 * channels;
            image.strides[1] = 6 * image.strides[0];
            image.strides[2] = 4 * image.strides[1];
            image.pixels = 18;
            if (channels * 2 > 16u << swizzle && swizzle != 0) continue;
            std::printf("swizzle %d, %u channels: ", swizzle, channels);
            tell_column("", image, {{0, 0, 0, 0}, {}});
        }
}
void ask_fills() {
    for (const auto type : {f16, f32, bf16, f64, tf32}) {
        Image image;
        image.type = type;
        image.channels = 16 / width_of(type);
        image.dims[0] = 32 / width_of(type);
        image.lower[0] = image.upper[0] = -1;
        image.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
        std::printf("type %d: ", static_cast<int>(type));
        tell_column("NaN", image, {{0, -1, 0, 1}, {}});
    }
    Image partial;
    partial.dims[0] = 12;
    tell_column("channels beyond", partial, {{8, 0, 0, 0}, {}});
    tell_column("channels before", partial, {{-4, 0, 0, 0}, {}});
}
// Where the manual says nothing, each in a process of its own.
void ask_channel_4() { tell_column("channel 4", Image(), {{4, 0, 0, 0}, {}}); }
void ask_channel_before() { tell_column("channel -8", Image(), {{-8, 0, 0, 0}, {}}); }
void ask_image_before() { tell_column("image -1", Image(), {{0, 0, 0, -1}, {}}); }
void ask_outside_left() { tell_column("left of the box", Image(), {{0, -1, 0, 0}, {}}); }
void ask_outside_right() { tell_column("right of the box", Image(), {{0, 6, 0, 0}, {}}); }
void ask_outside_right_far() { tell_column("right of the box", Image(), {{0, 9, 1, 0}, {}}); }
void ask_outside_below() { tell_column("below the box", Image(), {{0, 0, 4, 0}, {}}); }
void ask_outside_above() { tell_column("above the box", Image(), {{0, 2, -1, 0}, {}}); }
void ask_offset_256() { tell_column("offset of 256", Image(), {{0, 0, 0, 0}, {256, 0}}); }

// ---- From shared memory ----

void ask_stores() {
    Image image;
    tell_stored("store", image, {{0, 0, 0, 0}, {}});
    tell_stored("store", image, {{8, 3, 1, 0}, {}});
    tell_stored("store", image, {{0, 5, 3, 1}, {}});
    image.upper[0] = image.upper[1] = -1;
    image.pixels = 14;
    tell_stored("store to a box", image, {{0, 1, 1, 0}, {}});
    image.lower[0] = image.lower[1] = 1;
    tell_stored("store to an inner box", image, {{0, 1, 1, 0}, {}});
    image.steps[1] = 2;
    tell_stored("store with steps", image, {{8, 1, 1, 0}, {}});
    Image line;
    line.rank = 3;
    tell_stored("3 dimensions", line, {{0, 2, 1}, {}});
    Image volume;
    volume.rank = 5;
    tell_stored("5 dimensions", volume, {{0, 2, 3, 1, 0}, {}});
    Image swizzled;
    swizzled.channels = 16;
    swizzled.swizzle = CU_TENSOR_MAP_SWIZZLE_64B;
    tell_stored("swizzled", swizzled, {{0, 4, 1, 0}, {}});
    Image partial;
    partial.dims[0] = 12;
    tell_stored("channels beyond", partial, {{8, 0, 0, 0}, {}});
    image.type = u32;
    image.channels = 4;
    tell_stored("sum", image, {{0, 1, 1, 0}, {}}, true);
    tell_stored("sum", image, {{4, 3, 2, 1}, {}}, true);
}
void ask_store_around() {
    Image image;
    image.lower[0] = -1;
    image.upper[0] = 1;
    tell_stored("a box beyond the image", image, {{0, 0, 0, 0}, {}});
}
void ask_store_before() {
    Image image;
    image.lower[0] = image.upper[0] = -1;
    tell_stored("a box that begins before the image", image, {{0, -1, 0, 0}, {}});
}

// ---- A map of the other kind: each in a process of its own ----

__global__ void load_tile(const __grid_constant__ CUtensorMap map, int* passed) {
    extern __shared__ __align__(1024) Byte shared[];
    __shared__ std::uint64_t barrier;
    initialise(&barrier, 1);
    expect(&barrier, 128);
    asm volatile(LOAD "4d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%3, %3, "
                      "%3, %3}], [%2];" ::"r"(in_shared(shared)),
                 "l"(reinterpret_cast<std::uint64_t>(&map)), "r"(in_shared(&barrier)), "r"(0)
                 : "memory");
    *passed = wait_a_while(&barrier);
}
void ask_tile_of_im2col() {
    Memory memory(1 << 17), passed(4);
    Image image;
    image.address = memory.data;
    alignas(64) CUtensorMap map;
    encode(&map, image);
    load_tile<<<1, 1, room>>>(map, reinterpret_cast<int*>(passed.data));
    std::printf("a tile of an im2col map: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
void ask_column_of_tile() {
    Memory memory(1 << 17), out(room), passed(4);
    Tensor t;
    t.rank = 4;
    t.address = memory.data;
    alignas(64) CUtensorMap map;
    encode(&map, t);
    load<<<1, 128, room>>>(map, 4, {}, 128, out.data, reinterpret_cast<int*>(passed.data));
    std::printf("a column of a tiled map: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}

const Section sections[] = {
    {"maps", ask_maps},
    {"interleaved_maps", ask_interleaved_maps},
    {"columns", ask_columns},
    {"steps", ask_steps},
    {"dimensions", ask_dimensions},
    {"swizzles", ask_swizzles},
    {"fills", ask_fills},
    {"channel_4", ask_channel_4},
    {"channel_before", ask_channel_before},
    {"image_before", ask_image_before},
    {"outside_left", ask_outside_left},
    {"outside_right", ask_outside_right},
    {"outside_right_far", ask_outside_right_far},
    {"outside_below", ask_outside_below},
    {"outside_above", ask_outside_above},
    {"offset_256", ask_offset_256},
    {"stores", ask_stores},
    {"store_around", ask_store_around},
    {"store_before", ask_store_before},
    {"tile_of_im2col", ask_tile_of_im2col},
    {"column_of_tile", ask_column_of_tile},
};

} // namespace

int main(int words, char** text) { return run_sections(sections, words, text); }
