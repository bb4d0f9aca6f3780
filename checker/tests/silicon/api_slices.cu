// What a GPU does with im2col tensor maps of the interleaved layouts, whose channels lie in slices
// of 16 or 32 bytes: which maps the driver makes, and which pixels a column takes. The answers of a
// real GPU are in api_slices.txt; the virtual GPU must give the same. Each column is a process of
// its own, since a GPU may refuse it.
#include "api_columns.hpp"

#include <string>

namespace {

constexpr auto in_16 = CU_TENSOR_MAP_INTERLEAVE_16B, in_32 = CU_TENSOR_MAP_INTERLEAVE_32B;

cuuint32_t slice_bytes(CUtensorMapInterleave interleave) { return interleave == in_32 ? 32 : 16; }

// Two images of three slices of 4 * 6 pixels (of 6, or of 2 * 4 * 6, by the rank).
Image sliced(CUtensorMapInterleave interleave, cuuint32_t rank = 4) {
    const cuuint64_t piece = slice_bytes(interleave);
    Image image;
    image.interleave = interleave;
    image.rank = rank;
    image.channels = static_cast<cuuint32_t>(piece) / 2;
    const cuuint64_t sizes[] = {6, 4, 2};
    cuuint64_t stride = piece;
    for (cuuint32_t i = 0; i < rank; ++i) {
        image.dims[i] = i < rank - 2 ? sizes[i] : i == rank - 2 ? 3 : 2;
        stride *= image.dims[i];
        if (i + 1 < rank) image.strides[i] = stride;
    }
    return image;
}

template <class Change>
void tell_map(const char* question, CUtensorMapInterleave interleave, void* address,
              const Change& change) {
    alignas(64) CUtensorMap map;
    Image image = sliced(interleave);
    image.address = address;
    change(image);
    std::printf("%d: %-72s %d\n", static_cast<int>(interleave), question,
                static_cast<int>(encode(&map, image)));
}
void ask_maps() {
    Memory memory(1 << 20);
    void* const at = memory.data;
#define ASK(...)                                                                                   \
    for (const auto interleave : {in_16, in_32})                                                   \
    tell_map(#__VA_ARGS__, interleave, at, [&](Image& i) { __VA_ARGS__; })
    ASK((void)i);
    for (cuuint32_t rank = 2; rank <= 5; ++rank)
        ASK(i = sliced(i.interleave, rank); i.address = at);
    ASK(i.address = memory.data + 16);
    for (const cuuint32_t channels : {0u, 1u, 2u, 4u, 8u, 12u, 16u, 24u, 32u, 64u, 256u, 257u}) {
        std::printf("%u ", channels);
        ASK(i.channels = channels);
    }
    for (const cuuint32_t channels : {1u, 8u, 16u, 32u, 64u, 256u}) {
        std::printf("%u ", channels);
        ASK(i.type = u8; i.channels = channels);
    }
    for (const cuuint32_t pixels : {0u, 1u, 1024u, 1025u}) {
        std::printf("%u ", pixels);
        ASK(i.pixels = pixels);
    }
    ASK(i.channels = 256; i.pixels = 1024);
    ASK(i.channels = 128; i.pixels = 1024);
    ASK(i.channels = 64; i.pixels = 1024);
    for (int swizzle = 0; swizzle <= 3; ++swizzle) {
        std::printf("swizzle %d ", swizzle);
        ASK(i.swizzle = static_cast<CUtensorMapSwizzle>(swizzle));
        std::printf("swizzle %d ", swizzle);
        ASK(i.swizzle = static_cast<CUtensorMapSwizzle>(swizzle); i.channels = 64);
    }
    for (const int corner : {-129, -128, -1, 1, 127, 128}) {
        std::printf("%4d ", corner);
        ASK(i.lower[0] = i.upper[0] = corner);
        std::printf("%4d ", corner);
        ASK(i.lower[1] = i.upper[1] = corner);
    }
    ASK(i.lower[0] = 5);
    ASK(i.lower[0] = 6);
    ASK(i.lower[1] = 3);
    ASK(i.lower[1] = 4);
    for (const int corner : {-32769, -32768, 32767, 32768}) {
        std::printf("%6d ", corner);
        ASK(i = sliced(i.interleave, 3); i.address = at; i.lower[0] = i.upper[0] = corner);
    }
    for (const int corner : {-17, -16, 15, 16}) {
        std::printf("%4d ", corner);
        ASK(i = sliced(i.interleave, 5); i.address = at; i.lower[2] = i.upper[2] = corner);
    }
    for (const cuuint32_t step : {0u, 2u, 8u, 9u})
        for (int d = 0; d < 4; ++d) {
            std::printf("%u of %d ", step, d);
            ASK(i.steps[d] = step);
        }
    for (int d = 0; d < 3; ++d)
        for (const cuuint64_t stride : {0ull, 16ull, 48ull}) {
            std::printf("%d of %d ", static_cast<int>(stride), d);
            ASK(i.strides[d] = stride);
        }
    ASK(i.type = f16; i.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    ASK(i.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA);
    ASK(i.dims[2] = 1);
#undef ASK
}

// ---- Columns ----

// A question changes the image and says where.
struct Question {
    const char* name;
    cuuint32_t rank;
    void (*change)(Image&);
    Place place;
};
void same(Image&) {}
void twenty(Image& i) { i.pixels = 20; }
void all(Image& i) { i.pixels = 60; }
void filter(Image& i) {
    i.pixels = 20;
    for (int d = 0; d < 3; ++d) i.lower[d] = i.upper[d] = -1;
}
void wide_box(Image& i) {
    i.pixels = 40;
    i.lower[0] = -2;
    i.upper[0] = 1;
    i.lower[1] = -1;
}
void inner_box(Image& i) {
    i.pixels = 15;
    i.lower[0] = 1;
    i.upper[0] = -2;
    i.lower[1] = 1;
    i.upper[1] = -1;
}
template <int dimension, int step>
void steps(Image& i) {
    i.pixels = 20;
    i.steps[dimension] = step;
}
void steps_of_both(Image& i) {
    filter(i);
    i.steps[0] = 2;
    i.steps[1] = 3;
}
template <int times>
void channels(Image& i) {
    i.channels *= times;
}
template <int swizzle>
void swizzled(Image& i) {
    i.pixels = 20;
    i.swizzle = static_cast<CUtensorMapSwizzle>(swizzle);
}
void bytes(Image& i) {
    i.type = u8;
    i.channels *= 2;
}
void not_a_number(Image& i) {
    filter(i);
    i.type = f32;
    i.channels /= 2;
    i.fill = CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA;
}

const Question questions[] = {
    {"plain", 4, same, {{0, 0, 0, 0}, {}}},
    {"slice_1", 4, same, {{0, 0, 1, 0}, {}}},
    {"slice_2", 4, all, {{2, 1, 2, 0}, {}}},
    {"slice_3", 4, same, {{0, 0, 3, 0}, {}}},
    {"slice_before", 4, same, {{0, 0, -1, 0}, {}}},
    {"image_1", 4, twenty, {{0, 0, 0, 1}, {}}},
    {"image_2", 4, same, {{0, 0, 0, 2}, {}}},
    {"image_before", 4, same, {{0, 0, 0, -1}, {}}},
    {"within", 4, twenty, {{3, 1, 0, 0}, {}}},
    {"at_the_end", 4, twenty, {{5, 3, 1, 0}, {}}},
    {"all", 4, all, {{0, 0, 0, 0}, {}}},
    {"all_of_slice_1", 4, all, {{0, 0, 1, 0}, {}}},
    {"filter_0", 4, filter, {{-1, -1, 0, 0}, {0, 0}}},
    {"filter_1", 4, filter, {{-1, -1, 1, 0}, {1, 2}}},
    {"filter_2", 4, filter, {{-1, -1, 0, 1}, {2, 2}}},
    {"filter_within", 4, filter, {{4, 1, 2, 0}, {1, 1}}},
    {"wide_box", 4, wide_box, {{-2, -1, 0, 0}, {0, 0}}},
    {"wide_box_offset", 4, wide_box, {{-2, -1, 1, 0}, {1, 1}}},
    {"inner_box", 4, inner_box, {{1, 1, 0, 0}, {0, 0}}},
    {"inner_box_offset", 4, inner_box, {{2, 2, 1, 0}, {3, 1}}},
    {"offset_255", 4, inner_box, {{1, 1, 0, 0}, {255, 255}}},
    {"offset_256", 4, same, {{0, 0, 0, 0}, {256, 0}}},
    {"outside_left", 4, same, {{-1, 0, 0, 0}, {}}},
    {"outside_right", 4, same, {{6, 0, 0, 0}, {}}},
    {"outside_below", 4, same, {{0, 4, 0, 0}, {}}},
    {"steps_0_2", 4, steps<0, 2>, {{0, 0, 0, 0}, {}}},
    {"steps_0_4", 4, steps<0, 4>, {{1, 1, 1, 0}, {1, 0}}},
    {"steps_1_2", 4, steps<1, 2>, {{0, 0, 0, 0}, {}}},
    {"steps_1_3", 4, steps<1, 3>, {{3, 1, 1, 0}, {0, 1}}},
    {"steps_2_2", 4, steps<2, 2>, {{0, 0, 0, 0}, {}}},
    {"steps_3_2", 4, steps<3, 2>, {{0, 3, 0, 0}, {}}},
    {"steps_of_both", 4, steps_of_both, {{-1, -1, 0, 0}, {1, 1}}},
    {"channels_2", 4, channels<2>, {{0, 0, 0, 0}, {}}},
    {"channels_3", 4, channels<3>, {{3, 3, 1, 0}, {}}},
    {"channels_8", 4, channels<8>, {{0, 0, 0, 0}, {}}},
    {"bytes", 4, bytes, {{1, 0, 1, 0}, {}}},
    {"not_a_number", 4, not_a_number, {{-1, -1, 0, 0}, {0, 1}}},
    {"swizzle_1", 4, swizzled<1>, {{0, 0, 0, 0}, {}}},
    {"swizzle_2", 4, swizzled<2>, {{0, 0, 0, 0}, {}}},
    {"swizzle_3", 4, swizzled<3>, {{0, 0, 0, 0}, {}}},
    {"line", 3, twenty, {{0, 0, 0}, {}}},
    {"line_offset", 3, filter, {{-1, 1, 0}, {2}}},
    {"line_steps", 3, steps<0, 2>, {{1, 2, 0}, {1}}},
    {"volume", 5, all, {{0, 0, 0, 0, 0}, {}}},
    {"volume_offset", 5, filter, {{-1, -1, -1, 1, 0}, {2, 1, 1}}},
    {"volume_within", 5, filter, {{3, 1, 0, 2, 0}, {0, 1, 2}}},
    {"volume_steps", 5, steps<2, 2>, {{4, 3, 0, 0, 0}, {}}},
};

const Question stores[] = {
    {"store", 4, same, {{0, 0, 0, 0}, {}}},
    {"store_slice", 4, same, {{4, 1, 1, 0}, {}}},
    {"store_end", 4, twenty, {{5, 3, 1, 0}, {}}},
    {"store_box", 4, inner_box, {{1, 1, 2, 0}, {}}},
    {"store_steps", 4, steps<0, 2>, {{1, 1, 0, 0}, {}}},
    {"store_line", 3, same, {{2, 1, 0}, {}}},
    {"store_volume", 5, same, {{2, 3, 1, 1, 0}, {}}},
    {"store_swizzled", 4, swizzled<1>, {{0, 0, 0, 0}, {}}},
    {"store_around", 4, wide_box, {{0, 0, 0, 0}, {}}},
    {"store_slice_3", 4, same, {{0, 0, 3, 0}, {}}},
};

void ask(const Question& question, CUtensorMapInterleave interleave, bool stores_them) {
    Image image = sliced(interleave, question.rank);
    question.change(image);
    if (stores_them) {
        tell_stored(question.name, image, question.place);
        Image sum = image;
        sum.type = u32;
        sum.channels /= 2;
        if (question.rank == 4) tell_stored("sum", sum, question.place, true);
        return;
    }
    tell_column(question.name, image, question.place, slice_bytes(interleave) * image.pixels);
}

} // namespace

int main(int words, char** text) {
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    const std::string wanted = words < 2 ? "" : text[1];
    const auto has = [&](const std::string& name) {
        if (words < 2) std::printf("%s\n", name.c_str());
        return wanted == name;
    };
    if (has("maps")) ask_maps();
    for (const auto interleave : {in_16, in_32}) {
        const std::string size = interleave == in_32 ? "32_" : "16_";
        for (const Question& question : questions)
            if (has(size + question.name)) ask(question, interleave, false);
        for (const Question& question : stores)
            if (has(size + question.name)) ask(question, interleave, true);
    }
    return 0;
}
